package org.orderevidence.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.EvidenceArchive.Page;
import org.orderevidence.store.integration.IntegrationRecord;
import org.orderevidence.store.integration.RecordKey;

/**
 * Stores records of integrations: integrations, received events, and links from platform objects to orders. Also
 * stores computed records (see {@link RecordKey#isComputed}).
 * {@code IntegrationStoreContract} checks every implementation.
 *
 * <p>A write that returns is on stable storage. Times are stored in microseconds. Throws as
 * {@link EvidenceStore} does. A record that cannot be read throws when it is read by its key, and
 * is left out of lists.
 */
public interface IntegrationStore {
    /** Maximum number of records of a page. */
    int MAX_PAGE = 1_000;

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
     * @param after start after this id; empty for the first
     * @param limit 1 to {@value #MAX_PAGE}
     */
    Listing group(String group, @Nullable String after, int limit);

    /**
     * Records of a group.
     *
     * @param records those that can be read
     * @param next where the next page starts; empty if this is the last
     */
    record Listing(
            List<IntegrationRecord> records, @Nullable String next) {
        public Listing {
            records = List.copyOf(records);
        }
    }

    /**
     * Returns what is outside the contents of the records of a group, by id.
     *
     * @param after start after this id; empty for the first
     * @param limit 1 to {@value #MAX_PAGE}
     */
    List<Head> heads(String group, @Nullable String after, int limit);

    /**
     * What is outside the content of a record.
     *
     * @param id its id in its group
     * @param version its version
     * @param due when there is something to do with it; empty if there is nothing
     * @param expires when it is deleted; empty if it stays
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
     * @param key its key
     */
    record Due(Instant due, RecordKey key) {}

    /**
     * Returns records that are due at this time, the longest waiting first; within a microsecond by key.
     *
     * @param after start after this one; empty for the first
     * @param limit 1 to {@value #MAX_PAGE}
     */
    List<Due> due(Instant now, @Nullable Due after, int limit);

    /**
     * Deletes records that have expired, at most {@value #MAX_PAGE} at a time.
     *
     * @return how many were found; {@value #MAX_PAGE} if there may be more
     */
    int expire(Instant now);

    /** The most records of a page of {@link #walk}: each can have 4 MB. */
    int MAX_WALKED = 25;

    /**
     * Returns all records, for copies and checks, at most {@value #MAX_WALKED} at a time.
     *
     * @param after {@link Page#next} of the page before; empty for the first
     * @param limit 1 to {@value #MAX_PAGE}
     */
    Page<IntegrationRecord> walk(@Nullable String after, int limit);

    /** Stores a record as it is in another store, whatever was stored of it before. */
    default void keep(IntegrationRecord record) {
        if (!add(record)) {
            Optional<IntegrationRecord> held = read(record.key());
            if (held.isPresent() && !held.get().equals(record)) {
                replace(held.get(), record);
            }
        }
    }

    /** Throws if this is no size of a page. */
    static void requirePage(int limit) {
        if (limit < 1 || limit > MAX_PAGE) {
            throw new IllegalArgumentException("a page has 1 to " + MAX_PAGE + " records");
        }
    }
}
