package org.orderevidence.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.document.RecordDocument;

/**
 * Something that is stored of an integration.
 *
 * @param due when there is something to do with it; empty if there is nothing. Whole microseconds
 * @param content what is stored, sealed; at most {@value #MAX_CONTENT} bytes
 * @param mark what lists show of it without reading the content; never personal
 */
public record IntegrationRecord(
        AccountSpace space,
        RecordKey key,
        long version,
        @Nullable Instant due,
        @Nullable Instant expires,
        Bytes content,
        @Nullable String mark) {
    /** The most bytes of content: a webhook with what is noted about it. */
    public static final int MAX_CONTENT = 4 * 1024 * 1024 + 64 * 1024;

    public IntegrationRecord {
        if (content.length() > MAX_CONTENT) {
            throw new IllegalArgumentException("a record has at most " + MAX_CONTENT + " bytes");
        }
    }

    public <T> T as(RecordDocument<T> document) {
        return document.decode(content);
    }

    /** Returns a new record for which there is nothing to do. */
    public static IntegrationRecord of(AccountSpace space, RecordKey key, @Nullable Instant expires, Bytes content) {
        return new IntegrationRecord(space, key, 1, null, expires, content, null);
    }

    /** Returns the next version of the record, without a mark. */
    public IntegrationRecord next(@Nullable Instant changedDue, Bytes changed) {
        return new IntegrationRecord(space, key, version + 1, changedDue, expires, changed, null);
    }

    /** Returns the next version of a record for which there is nothing to do, with another end. */
    public IntegrationRecord until(Instant end, Bytes changed) {
        return new IntegrationRecord(space, key, version + 1, null, end, changed, null);
    }

    public IntegrationRecord marked(@Nullable String other) {
        return new IntegrationRecord(space, key, version, due, expires, content, other);
    }

    IntegrationRecord ofVersion(long other) {
        return new IntegrationRecord(space, key, other, due, expires, content, mark);
    }

    IntegrationRecord withContent(Bytes other) {
        return new IntegrationRecord(space, key, version, due, expires, other, mark);
    }

    /**
     * The key of a record. It is unique in the whole store.
     *
     * @param group records that are listed together: 1 to {@value #MAX_LENGTH} printable ASCII characters
     */
    public record RecordKey(String group, String id) {
        /** The longest group and the longest id. */
        public static final int MAX_LENGTH = 200;

        public RecordKey {
            if (!isName(group) || !isName(id)) {
                throw new IllegalArgumentException("a key has two names of 1 to 200 printable ASCII characters");
            }
        }

        /** The first characters of a group of computed records. */
        public static final String COMPUTED = "computed/";

        /** Returns true if the record is computed from other data. Copies leave it out, because it is computed again. */
        public boolean isComputed() {
            return group.startsWith(COMPUTED);
        }

        private static boolean isName(String text) {
            return !text.isEmpty()
                    && text.length() <= MAX_LENGTH
                    && text.chars().allMatch(c -> c > ' ' && c < 0x7f);
        }
    }
}
