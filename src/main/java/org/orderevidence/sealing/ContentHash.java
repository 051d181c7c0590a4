package org.orderevidence.sealing;

import org.orderevidence.order.Bytes;

/**
 * A keyed hash of a record's content, stored next to the sealed record. Equal contents of one account space and purpose
 * have equal hashes. Stores compare contents by it without opening them.
 *
 * @param bytes the first {@value #LENGTH} bytes of an HMAC-SHA-256
 */
public record ContentHash(Bytes bytes) {
    /** Length in bytes. */
    public static final int LENGTH = 16;

    public ContentHash {
        if (bytes.length() != LENGTH) {
            throw new IllegalArgumentException("a content hash has " + LENGTH + " bytes, not " + bytes.length());
        }
    }
}
