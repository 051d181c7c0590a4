package org.orderevidence.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Part of a scan.
 *
 * @param found records and damages, in the order of the engine
 * @param next where the next page starts, to be passed as it is; {@code null} if this is the last
 */
public record Page(List<Found> found, @Nullable String next) {
    public static final int MAX_RECORDS = 1_000;

    /** A page ends with the record that reaches this number of bytes. */
    public static final int BYTES = 4 << 20;

    /** What a scan finds at one place. */
    public sealed interface Found {}

    public record Whole(Stored record) implements Found {}

    /** A record, or a part of the table, that cannot be read. */
    public record Damaged(String place, String fault) implements Found {}
}
