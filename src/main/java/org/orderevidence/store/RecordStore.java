package org.orderevidence.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;

/**
 * Stores records of the kinds with which it was opened. {@code RecordStoreContract} checks every engine.
 *
 * <p>A write that returns is on stable storage, and all instances see it. Every operation throws
 * {@link StoreUnavailable} if nothing was written, and {@link UnknownOutcome} if something may have been written: then
 * the caller repeats it. A read has at most {@value #MAX_RANGES} ranges, and a call at most {@value #MAX_WRITES} updates,
 * puts, deletions or replacements.
 */
public interface RecordStore extends AutoCloseable {
    int MAX_RANGES = 1_001;

    /** Maximum number of updates, of puts and of deletions in one call. */
    int MAX_WRITES = 1_000;

    /** Returns the records of each range. One round trip; where the store is atomic, of one state. */
    List<List<Stored>> read(List<Range> ranges);

    default List<Stored> read(Range range) {
        return read(List.of(range)).getFirst();
    }

    /** Returns the records of a range in several requests. */
    default List<Stored> readAll(Range range, int limit) {
        List<Stored> all = new ArrayList<>();
        Range rest = range;
        int most;
        List<Stored> page;
        do {
            most = Math.min(limit - all.size(), Range.MAX_LIMIT);
            page = read(rest.ofAtMost(most));
            all.addAll(page);
            rest = page.isEmpty() ? rest : rest.behind(page.getLast());
        } while (page.size() == most && all.size() < limit);
        return all;
    }

    /** Returns the records of each range, of any number, in several requests. */
    default List<List<Stored>> readAll(List<Range> ranges) {
        List<List<Stored>> all = new ArrayList<>(ranges.size());
        for (int from = 0; from < ranges.size(); from += MAX_RANGES) {
            all.addAll(read(ranges.subList(from, Math.min(ranges.size(), from + MAX_RANGES))));
        }
        return all;
    }

    default Optional<Stored> read(Key key) {
        return read(Range.one(key)).stream().findFirst();
    }

    default <T> T update(Update<T> update) {
        return update(List.of(update)).getFirst();
    }

    /**
     * Returns a record and the part to which its link leads, in one round trip where the engine can.
     *
     * @param key of a kind that links
     * @return {@code null} if there is no such record
     */
    @Nullable
    Followed follow(Key key, int limit);

    /**
     * Performs updates in the given order, each on its own; grouped with those of other callers. If one throws, those
     * before it may have been written.
     *
     * @return the outcome of each
     */
    <T> List<T> update(List<? extends Update<T>> updates);

    /**
     * Puts and deletes records of merged kinds. May be repeated and reordered: the result is the same, except that an
     * older record may come back behind the deletion of a newer one.
     */
    void merge(List<Stored> puts, List<Deletion> deletions);

    /**
     * Replaces bodies of records that still are as they were read; the version stays.
     *
     * @return how many were replaced
     */
    int replace(List<Replacement> replacements);

    /**
     * Returns records of a kind, of all spaces. Records written during a scan may be missed; every earlier one is
     * returned once. A place that cannot be read is returned as damage, and the scan continues behind it.
     *
     * @param after {@link Page#next} of the page before; {@code null} for the first
     * @param limit 1 to {@link Page#MAX_RECORDS}; a page may have fewer, even none, and not be the last
     */
    Page scan(Kind kind, @Nullable String after, int limit);

    /**
     * Deletes some records that have ended. Does nothing where the engine does so itself.
     *
     * @return false if no more have ended; the next sweep looks at all records again
     */
    boolean sweep(Kind kind, Instant now);

    /** Returns the sum of {@link Decision#counted} of a space; where the store is not atomic, up to a minute old. */
    RecordCount count(AccountSpace space);

    /** Returns false if rows may be seen before or after their record. */
    boolean isAtomic();

    /** Throws {@link IllegalArgumentException} with a rule that was not kept. */
    static void require(boolean kept, String rule) {
        if (!kept) {
            throw new IllegalArgumentException(rule);
        }
    }

    /** Returns what the engine finds wrong in its files, one per line. */
    List<String> faults();

    /** Throws {@link StoreUnavailable} if the files of the store are gone. */
    default void requireFiles() {}

    /**
     * Checks for damage when a service starts. The check is limited in time and may miss some damage.
     *
     * @return what is wrong; empty if nothing was found
     */
    default Optional<String> quickFault() {
        return Optional.empty();
    }

    /** Returns how busy the engine is; {@link Load#NONE} if it does not queue. */
    default Load load() {
        return Load.NONE;
    }

    /** How busy an engine is. */
    record Load(long waitingRows, long batches, long batchRows, int readers, int reading) {
        static final Load NONE = new Load(0, 0, 0, 0, 0);
    }

    /** Commits what waits, lets reads under way end, then closes. Again: does nothing. */
    @Override
    void close();

    /**
     * Deletes a record of a merged kind.
     *
     * @param version of a NEWEST kind, the greatest version that is deleted; of a FIRST kind, the version that it has
     */
    record Deletion(Key key, long version) {}

    /** Another body of the same content, sealed with another key. */
    record Replacement(Stored read, Bytes body) {}

    /**
     * How many orders a space has.
     *
     * @param asOf when it was true; {@code null} if it is true now
     */
    record RecordCount(long total, @Nullable Instant asOf) {}

    /**
     * A record and the part to which it links.
     *
     * @param rows all records of that part, by sort key; {@code null} if these are more than the limit or need another
     *     request. Empty if the record has no link
     */
    record Followed(Stored record, @Nullable List<Stored> rows) {}
}
