package org.orderevidence.transfer;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.Decision;
import org.orderevidence.store.Key;
import org.orderevidence.store.Kind;
import org.orderevidence.store.Meaning;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.Range;
import org.orderevidence.store.RecordSealer;
import org.orderevidence.store.RecordStore.Deletion;
import org.orderevidence.store.Stored;
import org.orderevidence.store.Update;
import org.orderevidence.transfer.CopyOutcome.Comparison;
import org.orderevidence.transfer.StoreCopy.CopyJournal;
import org.orderevidence.transfer.StoreCopy.CopyJournal.Place;
import org.orderevidence.transfer.StoreVerify.VerifyFindings;

/**
 * Copies and compares the records of all kinds, without naming one. Bytes stay as they are; rows are derived again. Used
 * once.
 */
final class RecordCopy {
    private final OpenStore source;
    private final OpenStore target;
    private final boolean mirror;
    private final Instant now;
    private final StoreWatch watch;
    private final VerifyFindings findings;
    /** Of each kind of rows, those that the target should have. */
    private final Map<Kind, StoreSum> expected = new HashMap<>();

    private StoreSum held = StoreSum.NONE;
    private long copied;
    private long damaged;
    private long surplus;
    private boolean hasChanged;

    /**
     * @param mirror true to remove or replace what only the target has
     * @param now records that have ended are neither copied nor compared
     */
    RecordCopy(OpenStore source, OpenStore target, boolean mirror, Instant now, StoreWatch watch) {
        this.source = source;
        this.target = target;
        this.mirror = mirror;
        this.now = now;
        this.watch = watch;
        this.findings = new VerifyFindings(watch);
    }

    /** Returns the kinds that are copied. The others follow from them. */
    static List<Meaning> kinds(OpenStore store) {
        return store.kinds().stream().filter(kind -> !kind.isOfRows()).toList();
    }

    /**
     * Puts the records of a kind into the target, except where it has a newer version.
     *
     * @param place where to start; of this kind
     * @param total estimated number of records; -1 if not known
     */
    void copy(Meaning meaning, Place place, long total, CopyJournal journal) {
        copied = place.records();
        OpenedRecord.walk(source, meaning, place.after(), (page, broken, next) -> {
            List<OpenedRecord> records =
                    page.stream().filter(opened -> opened.isCopied(now)).toList();
            if (meaning.kind().mode() == Kind.Mode.GUARDED) {
                target.records()
                        .update(records.stream()
                                .map(opened -> new Put(opened, false))
                                .toList());
            } else {
                List<Stored> rows = records.stream()
                        .flatMap(opened -> opened.rows().stream())
                        .toList();
                target.records().merge(rows, List.of());
                target.records()
                        .merge(records.stream().map(OpenedRecord::record).toList(), List.of());
            }
            copied += records.size();
            if (next != null) {
                journal.reached(new Place(meaning.kind().name(), next, copied));
            }
            watch.at(meaning.name() + " copied", copied, total);
        });
    }

    /** Stores a record of the source in the target. A record of the target that cannot be opened is replaced. */
    private final class Put implements Update<Boolean> {
        private final OpenedRecord opened;
        private final boolean replacesNewer;

        private Put(OpenedRecord opened, boolean replacesNewer) {
            this.opened = opened;
            this.replacesNewer = replacesNewer;
        }

        @Override
        public Key key() {
            return opened.record().key();
        }

        @Override
        public int bytes() {
            return opened.record().bytes();
        }

        @Override
        public Decision<Boolean> decide(@Nullable Stored stored) {
            return decide(stored, 0);
        }

        @Override
        public Decision<Boolean> decide(@Nullable Stored stored, long removed) {
            OpenedRecord before = stored == null
                    ? null
                    : RecordSealer.ifReadable(() -> OpenedRecord.of(target, opened.meaning(), stored))
                            .orElse(null);
            boolean isErased = opened.meaning().erased().test(opened.record());
            boolean wasErased = stored != null && opened.meaning().erased().test(stored);
            boolean isNewer =
                    stored != null && stored.version() > opened.record().version();
            boolean stays = isErased == wasErased ? isNewer && !replacesNewer : wasErased;
            if (before != null && (stays || before.isSame(opened))) {
                return Decision.repeat(false, before.rows());
            }
            Stored as = opened.record();
            long version = Stored.nextVersion(stored, Math.max(as.version(), removed + 1));
            Stored put = new Stored(as.key(), version, as.expires(), as.link(), as.head(), as.body());
            List<Stored> rows = version == as.version()
                    ? opened.rows()
                    : opened.meaning().rows().of(put, opened.content().toArray());
            List<Key> left = new ArrayList<>();
            if (before != null) {
                before.rows().forEach(row -> left.add(row.key()));
                rows.forEach(row -> left.remove(row.key()));
            }
            int counted = opened.meaning().counted(stored, put);
            return new Decision<>(true, put, false, rows, List.of(), left, counted);
        }
    }

    /**
     * Compares both stores, kind by kind, by count and checksum. What only the target has is removed if a mirror was
     * requested, and named otherwise.
     */
    CopyOutcome.Compared compare() {
        List<Comparison> comparisons = new ArrayList<>();
        for (Meaning meaning : kinds(source)) {
            Map<Kind, StoreSum> before = Map.copyOf(expected);
            long faults = damaged;
            Comparison compared = sums(meaning);
            if (!compared.isEqual()) {
                hasChanged = false;
                surplus(meaning);
                if (hasChanged) {
                    expected.clear();
                    expected.putAll(before);
                    damaged = faults;
                    compared = sums(meaning);
                }
            }
            comparisons.add(compared);
        }
        // Rows follow from records. Those of equal records differ only if the target has lost some.
        if (comparisons.stream().allMatch(Comparison::isEqual)) {
            source.kinds().stream()
                    .filter(Meaning::isOfRows)
                    .map(rows -> new Comparison(
                            rows.name(), expected.getOrDefault(rows.kind(), StoreSum.NONE), rowsOfTarget(rows)))
                    .filter(rows -> !rows.isEqual())
                    .forEach(comparisons::add);
        }
        return new CopyOutcome.Compared(comparisons, damaged, surplus);
    }

    private Comparison sums(Meaning meaning) {
        return new Comparison(meaning.name(), sum(source, "source", meaning), sum(target, "target", meaning));
    }

    /** The target has the rows of the source, and those of its own records that are not copied. */
    private StoreSum sum(OpenStore store, String name, Meaning meaning) {
        held = StoreSum.NONE;
        OpenedRecord.walk(store, meaning, null, (page, broken, next) -> {
            damaged += broken.size();
            broken.forEach(one -> findings.add(name + ": " + one.fault()));
            for (OpenedRecord opened : page) {
                boolean isCopied = opened.isCopied(now);
                if (isCopied) {
                    held = held.plus(StoreSum.of(opened.record(), opened.compared()));
                }
                if (isCopied == store.equals(source)) {
                    opened.rows().forEach(this::expect);
                }
            }
            watch.at(name + " " + meaning.name() + " read", held.count(), -1);
        });
        return held;
    }

    private void expect(Stored row) {
        if (!OpenedRecord.hasEnded(row, now)) {
            expected.merge(row.key().kind(), sum(row), StoreSum::plus);
        }
    }

    private StoreSum sum(Stored row) {
        Meaning meaning = source.kinds().stream()
                .filter(one -> one.kind().equals(row.key().kind()))
                .findFirst()
                .orElseThrow();
        return StoreSum.of(row, meaning.compared().of(row, row.body().toArray()));
    }

    private StoreSum rowsOfTarget(Meaning meaning) {
        held = StoreSum.NONE;
        OpenedRecord.walk(target, meaning, null, (page, broken, next) -> {
            damaged += broken.size();
            broken.forEach(one -> findings.add("target: " + one.fault()));
            for (OpenedRecord row : page) {
                if (!OpenedRecord.hasEnded(row.record(), now)) {
                    held = held.plus(StoreSum.of(row.record(), row.compared()));
                }
            }
            watch.at("target " + meaning.name() + " read", held.count(), -1);
        });
        return held;
    }

    /** Finds records that were removed from the source since an earlier copy, and newer ones with another content. */
    private void surplus(Meaning meaning) {
        OpenedRecord.walk(target, meaning, null, (page, broken, next) -> {
            List<OpenedRecord> records =
                    page.stream().filter(opened -> opened.isCopied(now)).toList();
            List<List<Stored>> same = source.records()
                    .read(records.stream()
                            .map(opened -> Range.one(opened.record().key()))
                            .toList());
            for (int i = 0; i < records.size(); i++) {
                OpenedRecord opened = records.get(i);
                if (same.get(i).isEmpty()) {
                    surplus("only in", "removed from", opened, () -> remove(opened));
                    continue;
                }
                Stored in = same.get(i).getFirst();
                RecordSealer.ifReadable(() -> OpenedRecord.of(source, meaning, in))
                        .filter(found -> !found.isSame(opened))
                        .filter(found -> !meaning.stays() || opened.record().version() > in.version())
                        .ifPresent(found -> surplus(
                                "different in",
                                "replaced in",
                                opened,
                                () -> target.records().update(List.of(new Put(found, true)))));
            }
        });
    }

    private void surplus(String state, String change, OpenedRecord opened, Runnable repair) {
        if (opened.meaning().stays()) {
            findings.add(state + " the target: " + opened.words() + "; no command removes "
                    + opened.meaning().name() + ": copy to an empty store");
        } else if (mirror) {
            repair.run();
            hasChanged = true;
            findings.add(change + " the target: " + opened.words());
        } else {
            surplus++;
            findings.add(state + " the target: " + opened.words());
        }
    }

    private void remove(OpenedRecord opened) {
        Stored record = opened.record();
        List<Key> rows = opened.rows().stream().map(Stored::key).toList();
        if (record.key().kind().mode() == Kind.Mode.GUARDED) {
            target.records()
                    .update(List.of(Update.of(
                            record.key(),
                            0,
                            held -> held == null
                                    ? Decision.keep(false)
                                    : Decision.remove(
                                            true, rows, opened.meaning().counted(held, null)))));
        } else {
            target.records().merge(List.of(), List.of(new Deletion(record.key(), record.version())));
        }
    }
}
