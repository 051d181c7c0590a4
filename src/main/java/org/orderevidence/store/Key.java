package org.orderevidence.store;

import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;

/**
 * The place of a record. At most one record has it.
 *
 * @param part records that are read together; 0 to {@value #MAX_PART} bytes
 * @param sort its position in the part, by unsigned bytes; 0 to {@value #MAX_SORT} bytes
 */
public record Key(Kind kind, AccountSpace space, Bytes part, Bytes sort) {
    public static final int MAX_PART = 900;
    public static final int MAX_SORT = 1_100;

    public Key {
        if (part.length() > MAX_PART || sort.length() > MAX_SORT) {
            throw new IllegalArgumentException(
                    "a part has at most " + MAX_PART + " bytes and a sort key at most " + MAX_SORT);
        }
    }
}
