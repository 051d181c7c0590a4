package org.orderevidence.transfer;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.Kind;
import org.orderevidence.store.Meaning;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.Page.Damaged;
import org.orderevidence.store.Page.Whole;
import org.orderevidence.store.RecordSealer;
import org.orderevidence.store.RecordStore.Replacement;
import org.orderevidence.store.Stored;

/**
 * The renewal of one kind of records in a store after their version has increased. The version of sealed records is the
 * number of their key.
 */
sealed interface Renewal {
    /** Returns which of the two it is. */
    RenewalSubject subject();

    /** Returns the store. */
    OpenStore store();

    /** Returns its notes in the store. */
    default RenewalNotes notes() {
        return new RenewalNotes(store().accounts(), subject());
    }

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
     * @param next where the next page starts; empty if this is the last
     */
    record Page(RenewalCount count, @Nullable String next) {}

    /** Returns the sealed records of a store. */
    static Renewal ofSealedRecords(OpenStore store) {
        return new Sealed(store);
    }

    /** Returns the derived rows of a store. */
    static Renewal ofDerivedRows(OpenStore store) {
        return new Derived(store);
    }

    /** Sealed records of all kinds. The content stays, byte for byte. */
    record Sealed(OpenStore store) implements Renewal {
        @Override
        public RenewalSubject subject() {
            return RenewalSubject.SEALED_RECORDS;
        }

        @Override
        public int version() {
            return store.sealer().sealingKey();
        }

        @Override
        public SortedSet<Integer> versions() {
            return store.sealer().keys();
        }

        /** A record that another writer changes in the meantime keeps that change. */
        @Override
        public Page renew(@Nullable String after, int limit) {
            List<Kind> kinds = store.kinds().stream()
                    .map(Meaning::kind)
                    .filter(Kind::isSealed)
                    .toList();
            String[] place = after == null ? new String[] {"0", ""} : after.split(":", 2);
            int number = Integer.parseInt(place[0]);
            var page = store.records().scan(kinds.get(number), place[1].isEmpty() ? null : place[1], limit);
            Map<Integer, Long> missing = new TreeMap<>();
            List<Replacement> replacements = new ArrayList<>();
            long unreadable = 0;
            for (var found : page.found()) {
                switch (found) {
                    case Damaged _ -> unreadable++;
                    case Whole(Stored record) -> {
                        int key = RecordSealer.keyOf(record);
                        boolean isOld = key > 0 && key < version();
                        if (isOld && !versions().contains(key)) {
                            missing.merge(key, 1L, Long::sum);
                        } else if (isOld) {
                            Optional<Bytes> body =
                                    RecordSealer.ifReadable(() -> store.sealer().reseal(record));
                            body.ifPresent(resealed -> replacements.add(new Replacement(record, resealed)));
                            unreadable += body.isPresent() ? 0 : 1;
                        }
                    }
                }
            }
            int replaced = replacements.isEmpty() ? 0 : store.records().replace(replacements);
            boolean isLast = page.next() == null && number + 1 == kinds.size();
            String next = page.next() == null ? number + 1 + ":" : number + ":" + page.next();
            return new Page(new RenewalCount(replacements.size(), replaced, unreadable, missing), isLast ? null : next);
        }
    }

    /** Rows that are derived from orders. */
    record Derived(OpenStore store) implements Renewal {
        @Override
        public RenewalSubject subject() {
            return RenewalSubject.DERIVED_ROWS;
        }

        @Override
        public int version() {
            return store.evidence().derivation();
        }

        /** Rows are derived from the order. The version of existing rows does not matter. */
        @Override
        public SortedSet<Integer> versions() {
            return new TreeSet<>(List.of(version()));
        }

        @Override
        public Page renew(@Nullable String after, int limit) {
            EvidenceStore.Derived page = store.evidence().deriveAgain(after, limit, Instant.now());
            return new Page(new RenewalCount(page.old(), page.derived(), page.unreadable(), Map.of()), page.next());
        }
    }

    /**
     * The counts of a walk so far.
     *
     * @param old how many records had an older version and could be read; 0 proves that none is left
     * @param renewed how many of them were renewed; another writer may have changed the others
     * @param unreadable how many records could not be read
     * @param missing how many records have an older version that this process lacks, by the version
     */
    record RenewalCount(long old, long renewed, long unreadable, Map<Integer, Long> missing) {
        static final RenewalCount NONE = new RenewalCount(0, 0, 0, Map.of());

        private static final String NONE_MISSING = "none";

        public RenewalCount {
            missing = Collections.unmodifiableMap(new TreeMap<>(missing));
        }

        RenewalCount plus(RenewalCount other) {
            Map<Integer, Long> sum = new TreeMap<>(missing);
            other.missing.forEach((version, records) -> sum.merge(version, records, Long::sum));
            return new RenewalCount(old + other.old, renewed + other.renewed, unreadable + other.unreadable, sum);
        }

        /** Returns the missing versions for a note, such as {@code 1:10,3:2}. */
        String missingText() {
            return missing.isEmpty()
                    ? NONE_MISSING
                    : missing.entrySet().stream()
                            .map(entry -> entry.getKey() + ":" + entry.getValue())
                            .collect(Collectors.joining(","));
        }

        /**
         * Returns the missing versions of a note.
         *
         * @throws IllegalArgumentException if {@link #missingText} has not written the text
         */
        static Map<Integer, Long> parseMissing(String text) {
            Map<Integer, Long> missing = new TreeMap<>();
            if (!text.equals(NONE_MISSING)) {
                for (String entry : text.split(",", -1)) {
                    int colon = entry.indexOf(':');
                    if (colon < 0) {
                        throw new IllegalArgumentException("a note has the malformed missing version " + entry);
                    }
                    missing.put(Integer.valueOf(entry.substring(0, colon)), Long.valueOf(entry.substring(colon + 1)));
                }
            }
            return missing;
        }
    }
}
