package org.orderevidence.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The records of integrations: their settings and secrets, received events, links from objects of platforms to orders,
 * and what is computed for an account. {@code IntegrationStoreContract} checks it on every engine.
 *
 * <p>A record that has ended is returned until it is deleted.
 */
public interface IntegrationStore {
    /** Maximum number of records of a page. */
    int MAX_PAGE = RecordStore.MAX_WRITES;

    /** Stores a new record. Returns false, and changes nothing, if there is one of its key. */
    boolean add(IntegrationRecord record);

    /**
     * Replaces a record.
     *
     * @param before the record as it was read
     * @param after has the same key
     * @return false if the stored record has another version than the one that was read; then nothing changed
     */
    boolean replace(IntegrationRecord before, IntegrationRecord after);

    /** Deletes a record. Does nothing if there is none. */
    void remove(RecordKey key);

    /** Returns a record, or empty if there is none. */
    Optional<IntegrationRecord> read(RecordKey key);

    /**
     * Returns records of a group by id.
     *
     * @param after start after this id; {@code null} for the first
     * @param limit 1 to {@value #MAX_PAGE}
     */
    Listing group(String group, @Nullable String after, int limit);

    /**
     * Returns what is outside the contents of the records of a group, by id.
     *
     * @param after start after this id; {@code null} for the first
     * @param limit 1 to {@value #MAX_PAGE}
     */
    List<Head> heads(String group, @Nullable String after, int limit);

    /**
     * Returns records that are due at this time, the longest waiting first; within a microsecond by key.
     *
     * @param after start after this one; {@code null} for the first
     * @param limit 1 to {@value #MAX_PAGE}
     */
    List<Due> due(Instant now, @Nullable Due after, int limit);

    /**
     * Records of a group.
     *
     * @param next where the next page starts; {@code null} if this is the last
     */
    record Listing(
            List<IntegrationRecord> records, @Nullable String next) {
        public Listing {
            records = List.copyOf(records);
        }
    }

    /**
     * What is outside the content of a record.
     *
     * @param id its id in its group
     * @param due when there is something to do with it; {@code null} if there is nothing
     * @param expires when it is deleted; {@code null} if it stays
     */
    record Head(
            String id,
            long version,
            @Nullable Instant due,
            @Nullable Instant expires) {}

    /**
     * A record for which there is something to do.
     *
     * @param due since when
     */
    record Due(Instant due, RecordKey key) {}
}
