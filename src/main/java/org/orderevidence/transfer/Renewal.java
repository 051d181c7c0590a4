package org.orderevidence.transfer;

import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.OrderRecords;
import org.orderevidence.store.SealedRecords;

/**
 * The renewal of one kind of records in a store after their version has increased. The version of sealed records is the
 * number of their key.
 */
sealed interface Renewal {
    /** Returns which of the two it is. */
    RenewalSubject subject();

    /** Returns its notes in the store. */
    RenewalNotes notes();

    /** Returns the version that this process writes now. */
    int version();

    /** Returns the versions that this process can renew, and the one that it writes. */
    SortedSet<Integer> versions();

    /**
     * Renews what has an older version.
     *
     * @param after {@link Page#next} of the page before; empty for the first
     * @param limit most records
     */
    Page renew(@Nullable String after, int limit);

    /**
     * Part of a walk.
     *
     * @param old how many records had an older version and could be read
     * @param renewed how many were renewed; another writer may have changed the others
     * @param unreadable how many could not be read
     * @param missing how many have an older version that this process lacks, by the version
     * @param next where the next page starts; empty if this is the last
     */
    record Page(
            long old,
            long renewed,
            long unreadable,
            SortedMap<Integer, Long> missing,
            @Nullable String next) {
        public Page {
            missing = new TreeMap<>(missing);
        }
    }

    /** Returns the sealed records of a store. */
    static Renewal ofSealedRecords(OpenStore store) {
        return new Sealed(store.sealedRecords(), new RenewalNotes(store.accounts(), RenewalSubject.SEALED_RECORDS));
    }

    /** Returns the derived rows of a store. */
    static Renewal ofDerivedRows(OpenStore store) {
        return new Derived(store.evidence(), new RenewalNotes(store.accounts(), RenewalSubject.DERIVED_ROWS));
    }

    /**
     * Sealed records.
     *
     * @param records of the store
     * @param notes of the store
     */
    record Sealed(SealedRecords records, RenewalNotes notes) implements Renewal {
        @Override
        public RenewalSubject subject() {
            return RenewalSubject.SEALED_RECORDS;
        }

        @Override
        public int version() {
            return records.sealingKey();
        }

        @Override
        public SortedSet<Integer> versions() {
            return records.keys();
        }

        @Override
        public Page renew(@Nullable String after, int limit) {
            SealedRecords.Page page = records.reseal(after, limit);
            return new Page(page.old(), page.resealed(), page.unreadable(), page.missing(), page.next());
        }
    }

    /**
     * Rows that are derived from orders.
     *
     * @param orders of the store
     * @param notes of the store
     */
    record Derived(OrderRecords orders, RenewalNotes notes) implements Renewal {
        @Override
        public RenewalSubject subject() {
            return RenewalSubject.DERIVED_ROWS;
        }

        @Override
        public int version() {
            return orders.derivation();
        }

        /** Rows are derived from the order. The version of existing rows does not matter. */
        @Override
        public SortedSet<Integer> versions() {
            return new TreeSet<>(List.of(version()));
        }

        @Override
        public Page renew(@Nullable String after, int limit) {
            OrderRecords.Derived page = orders.deriveAgain(after, limit, Instant.now());
            return new Page(page.old(), page.derived(), page.unreadable(), new TreeMap<>(), page.next());
        }
    }
}
