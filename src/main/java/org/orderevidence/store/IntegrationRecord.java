package org.orderevidence.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;

/**
 * Something that is stored of an integration.
 *
 * @param space the account space that it belongs to
 * @param key its key
 * @param version 1 for a new record; a change raises it
 * @param due when there is something to do with it; empty if there is nothing. Whole microseconds
 * @param expires when it is deleted; empty if it stays. Whole microseconds
 * @param content what is stored, sealed; at most {@value #MAX_CONTENT} bytes
 */
public record IntegrationRecord(
        AccountSpace space,
        RecordKey key,
        long version,
        @Nullable Instant due,
        @Nullable Instant expires,
        Bytes content) {
    /** The most bytes of content: a webhook with what is noted about it. */
    public static final int MAX_CONTENT = 4 * 1024 * 1024 + 64 * 1024;

    public IntegrationRecord {
        if (content.length() > MAX_CONTENT) {
            throw new IllegalArgumentException("a record has at most " + MAX_CONTENT + " bytes");
        }
    }

    /** Returns the next version of the record. */
    public IntegrationRecord next(@Nullable Instant changedDue, Bytes changed) {
        return new IntegrationRecord(space, key, version + 1, changedDue, expires, changed);
    }

    /** Returns the next version of a record for which there is nothing to do, with another end. */
    public IntegrationRecord until(Instant end, Bytes changed) {
        return new IntegrationRecord(space, key, version + 1, null, end, changed);
    }
}
