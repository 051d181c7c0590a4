package org.orderevidence.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record and the part to which it links.
 *
 * @param record it
 * @param rows all records of that part, by sort key; {@code null} if these are more than the limit or need another
 *     request. Empty if the record has no link
 */
public record Followed(Stored record, @Nullable List<Stored> rows) {
    public Followed {
        rows = rows == null ? null : List.copyOf(rows);
    }
}
