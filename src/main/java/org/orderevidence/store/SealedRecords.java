package org.orderevidence.store;

import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All sealed records of a store, of every account space, with the sealing keys under which they are. It is never used
 * to answer a request. {@code ResealContract} checks every implementation.
 *
 * <p>A walk reads page after page, in a fixed order that each store defines. Records written during a walk may be
 * missed. Throws as {@link EvidenceStore} does.
 */
public interface SealedRecords {
    /** Maximum number of records of a page. */
    int MAX_PAGE = 1_000;

    /** Returns the number of the key that seals now. */
    int sealingKey();

    /** Returns the numbers of all keys of the secret. */
    SortedSet<Integer> keys();

    /**
     * Counts records and changes nothing.
     *
     * @param after {@link Page#next} of the page before, also of one that was read before the store was closed and
     *     opened again; empty for the first
     * @param limit most records, 1 to {@value #MAX_PAGE}; a page may have fewer, even none, and not be the last
     */
    Page count(@Nullable String after, int limit);

    /**
     * Seals records again that have an older key than the one that seals now. The content stays, byte for byte. A
     * record that another writer changes in the meantime keeps that change. May be repeated at any time.
     *
     * @param after as in {@link #count}
     * @param limit as in {@link #count}
     */
    Page reseal(@Nullable String after, int limit);

    /**
     * Records of a kind under a key.
     *
     * @param kind name of the kind of the records
     * @param key number of their sealing key; 0 if they are no sealed records
     */
    record Group(String kind, int key) implements Comparable<Group> {
        @Override
        public int compareTo(Group other) {
            int byKind = kind.compareTo(other.kind);
            return byKind != 0 ? byKind : Integer.compare(key, other.key);
        }
    }

    /**
     * Part of a walk.
     *
     * @param found how many records there were in each group before this page was sealed again
     * @param old how many had an older key and could be opened; more than were sealed again if another writer changed
     *     one
     * @param resealed how many were sealed again
     * @param unreadable how many have an older key and are damaged, or are in a damaged row
     * @param missing how many have an older key that the secret lacks, by the number of the key
     * @param next where the next page starts; empty if this is the last
     */
    record Page(
            SortedMap<Group, Long> found,
            long old,
            long resealed,
            long unreadable,
            SortedMap<Integer, Long> missing,
            @Nullable String next) {
        public Page {
            found = new TreeMap<>(found);
            missing = new TreeMap<>(missing);
        }
    }

    /** Returns the limit of a page, which is 1 to {@value #MAX_PAGE}. */
    static int checkedLimit(int limit) {
        if (limit < 1 || limit > MAX_PAGE) {
            throw new IllegalArgumentException("a page has 1 to " + MAX_PAGE + " records");
        }
        return limit;
    }
}
