package org.orderevidence.transfer;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.Kind;
import org.orderevidence.store.Meaning;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.Page.Found;
import org.orderevidence.store.Page.Whole;
import org.orderevidence.store.RecordSealer;
import org.orderevidence.store.RecordStore.Replacement;
import org.orderevidence.store.Stored;

/**
 * The renewal of records in a store after their version has increased. The version of sealed records is the number of
 * their key.
 */
record Renewal(Subject subject, OpenStore store) {
    /** What is renewed: the first part of the names of its notes, and its lines in the log. */
    enum Subject {
        SEALED_RECORDS(
                "sealing",
                "the records again",
                "sealing all records again under sealing key {}",
                "sealed {} records again under sealing key {}",
                "no record has an older sealing key than {}",
                "{} records with older sealing keys are damaged"),
        DERIVED_ROWS(
                "deriving",
                "the rows again",
                "deriving the rows of all orders again with derivation {}",
                "derived the rows of {} orders again with derivation {}",
                "no order has an older derivation than {}",
                "{} orders cannot be read, so their rows were not derived again");

        final String verb;

        /** The same, for a line about the whole work. */
        final String work;

        final String started;
        final String renewed;
        final String done;
        final String unreadable;

        Subject(String verb, String object, String started, String renewed, String done, String unreadable) {
            this.verb = verb;
            this.work = verb + " " + object;
            this.started = started + ": {}";
            this.renewed = renewed;
            this.done = done;
            this.unreadable = unreadable + "; ./evidence store verify lists them";
        }
    }

    /** Returns the renewal of the sealed records of all kinds. The content stays, byte for byte. */
    static Renewal ofSealedRecords(OpenStore store) {
        return new Renewal(Subject.SEALED_RECORDS, store);
    }

    static Renewal ofDerivedRows(OpenStore store) {
        return new Renewal(Subject.DERIVED_ROWS, store);
    }

    RenewalNotes notes() {
        return new RenewalNotes(store.accounts(), subject);
    }

    /** Returns the version that this process writes now. */
    int version() {
        return switch (subject) {
            case SEALED_RECORDS -> store.sealer().sealingKey();
            case DERIVED_ROWS -> store.evidence().derivation();
        };
    }

    /** Returns the versions that this process can renew, and the one that it writes. */
    SortedSet<Integer> versions() {
        return switch (subject) {
            case SEALED_RECORDS -> store.sealer().keys();
            // Rows are derived from the order, whatever the version of the rows that it has.
            case DERIVED_ROWS ->
                IntStream.rangeClosed(1, version()).boxed().collect(Collectors.toCollection(TreeSet::new));
        };
    }

    record Page(RenewalCount count, @Nullable String next) {}

    /** Renews what has an older version. A record that another writer changes in the meantime keeps that change. */
    Page renew(@Nullable String after, int limit) {
        return switch (subject) {
            case SEALED_RECORDS ->
                renewed(
                        store.kinds().stream()
                                .map(Meaning::kind)
                                .filter(Kind::isSealed)
                                .toList(),
                        after,
                        limit,
                        RecordSealer::keyOf,
                        record -> new Replacement(record, store.sealer().reseal(record)),
                        store.records()::replace);
            case DERIVED_ROWS ->
                renewed(
                        List.of(EvidenceStore.ORDER),
                        after,
                        limit,
                        EvidenceStore::derivationOf,
                        record -> store.evidence().deriveAgain(record, Instant.now()),
                        updates -> Math.toIntExact(store.records().update(updates).stream()
                                .filter(done -> done)
                                .count()));
        };
    }

    /**
     * Renews a page of the records of some kinds.
     *
     * @param versionOf the version of a record; 0 if it has none
     * @param write what renews a record; throws if the record is damaged
     * @param writing performs these writes, and returns how many records they have renewed
     */
    private <W> Page renewed(
            List<Kind> kinds,
            @Nullable String after,
            int limit,
            ToIntFunction<Stored> versionOf,
            Function<Stored, W> write,
            ToIntFunction<List<W>> writing) {
        String[] place = after == null ? new String[] {"0", ""} : after.split(":", 2);
        int number = Integer.parseInt(place[0]);
        var page = store.records().scan(kinds.get(number), place[1].isEmpty() ? null : place[1], limit);
        int version = version();
        Map<Integer, Long> missing = new TreeMap<>();
        List<W> writes = new ArrayList<>();
        long unreadable = 0;
        for (Found found : page.found()) {
            if (!(found instanceof Whole(Stored record))) {
                unreadable++;
                continue;
            }
            Optional<Integer> held = RecordSealer.ifReadable(() -> versionOf.applyAsInt(record));
            boolean isOld = held.filter(one -> one > 0 && one < version).isPresent();
            if (isOld && !versions().contains(held.get())) {
                missing.merge(held.get(), 1L, Long::sum);
            } else if (isOld || held.isEmpty()) {
                Optional<W> renewing = held.flatMap(_ -> RecordSealer.ifReadable(() -> write.apply(record)));
                renewing.ifPresent(writes::add);
                unreadable += renewing.isPresent() ? 0 : 1;
            }
        }
        int renewed = writes.isEmpty() ? 0 : writing.applyAsInt(writes);
        String next =
                page.next() != null ? number + ":" + page.next() : number + 1 < kinds.size() ? number + 1 + ":" : null;
        return new Page(new RenewalCount(writes.size(), renewed, unreadable, missing), next);
    }

    /**
     * The counts of a walk so far.
     *
     * @param old how many records had an older version and could be read; 0 proves that none is left
     */
    record RenewalCount(long old, long renewed, long unreadable, Map<Integer, Long> missing) {
        static final RenewalCount NONE = new RenewalCount(0, 0, 0, Map.of());

        RenewalCount plus(RenewalCount other) {
            Map<Integer, Long> sum = new TreeMap<>(missing);
            other.missing.forEach((version, records) -> sum.merge(version, records, Long::sum));
            return new RenewalCount(old + other.old, renewed + other.renewed, unreadable + other.unreadable, sum);
        }
    }
}
