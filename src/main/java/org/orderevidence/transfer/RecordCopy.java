package org.orderevidence.transfer;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.record.Decision;
import org.orderevidence.store.record.Deletion;
import org.orderevidence.store.record.Key;
import org.orderevidence.store.record.Kind;
import org.orderevidence.store.record.Meaning;
import org.orderevidence.store.record.Range;
import org.orderevidence.store.record.RecordSealer;
import org.orderevidence.store.record.Stored;
import org.orderevidence.store.record.Update;
import org.orderevidence.transfer.CopyOutcome.Comparison;

/** Copies and compares the records of all kinds, without naming one. Bytes stay as they are; rows are derived again. */
final class RecordCopy {
    private final OpenStore source;
    private final OpenStore target;
    private final Instant now;
    private final StoreWatch watch;
    private final RecordSum sums = new RecordSum();
    private StoreSum held = StoreSum.NONE;
    private long copied;

    /** @param now records that have ended are not compared */
    RecordCopy(OpenStore source, OpenStore target, Instant now, StoreWatch watch) {
        this.source = source;
        this.target = target;
        this.now = now;
        this.watch = watch;
    }

    private static List<Meaning> kinds(OpenStore store) {
        return store.kinds().stream().filter(kind -> !kind.isOfRows()).toList();
    }

    /** Puts every record of the source into the target, unless the target has a newer version of it. */
    void copy() {
        kinds(source).forEach(this::copy);
    }

    /** As above, of one kind. */
    void copy(Meaning meaning) {
        copied = 0;
        OpenedRecord.walk(source, meaning, (page, broken) -> {
            List<OpenedRecord> records = page.stream()
                    .filter(OpenedRecord::isCopied)
                    .filter(opened -> !opened.hasEnded(now))
                    .toList();
            if (meaning.kind().mode() == Kind.Mode.GUARDED) {
                target.records()
                        .update(records.stream()
                                .map(opened -> new Put(opened, false))
                                .toList());
            } else {
                target.records()
                        .merge(records.stream().map(OpenedRecord::record).toList(), List.of());
            }
            copied += records.size();
            watch.at(meaning.name() + " copied", copied, -1);
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
            boolean isNewer =
                    stored != null && stored.version() > opened.record().version();
            if (before != null && ((isNewer && !replacesNewer) || before.isSame(opened))) {
                return Decision.repeat(false, before.rows());
            }
            Stored as = opened.record();
            long version = Stored.nextVersion(stored, Math.max(as.version(), removed + 1));
            Stored put = new Stored(as.key(), version, as.expires(), as.link(), as.head(), as.body());
            List<Stored> rows = opened.meaning().rows().of(put, opened.content().toArray());
            List<Key> left = new ArrayList<>();
            if (before != null) {
                before.rows().forEach(row -> left.add(row.key()));
                rows.forEach(row -> left.remove(row.key()));
            }
            return new Decision<>(
                    true, put, false, rows, List.of(), left, opened.meaning().counted(stored, put));
        }
    }

    /**
     * Finds records that only the target has, because they were removed from the source since an earlier copy, and
     * newer ones with another content.
     *
     * @param only receives the words for a record that only the target has, and what removes it
     * @param different receives the words for a record that differs, and what replaces it
     */
    void surplus(BiConsumer<String, Runnable> only, BiConsumer<String, Runnable> different) {
        for (Meaning meaning : kinds(target)) {
            OpenedRecord.walk(target, meaning, (page, broken) -> {
                List<OpenedRecord> records = page.stream()
                        .filter(OpenedRecord::isCopied)
                        .filter(opened -> !opened.hasEnded(now))
                        .toList();
                List<List<Stored>> same = source.records()
                        .read(records.stream()
                                .map(opened -> Range.one(opened.record().key()))
                                .toList());
                for (int i = 0; i < records.size(); i++) {
                    OpenedRecord opened = records.get(i);
                    if (same.get(i).isEmpty()) {
                        only.accept(opened.words(), () -> remove(opened));
                    } else {
                        Stored in = same.get(i).getFirst();
                        RecordSealer.ifReadable(() -> OpenedRecord.of(source, meaning, in))
                                .filter(found -> !found.isSame(opened))
                                .ifPresent(found -> different.accept(
                                        opened.words(), () -> target.records().update(List.of(new Put(found, true)))));
                    }
                }
            });
        }
    }

    private void remove(OpenedRecord opened) {
        Stored record = opened.record();
        if (record.key().kind().mode() == Kind.Mode.GUARDED) {
            target.records()
                    .update(List.of(Update.of(
                            record.key(),
                            0,
                            held -> held == null
                                    ? Decision.keep(false)
                                    : Decision.remove(
                                            true,
                                            opened.rows().stream()
                                                    .map(Stored::key)
                                                    .toList(),
                                            opened.meaning().counted(held, null)))));
        } else {
            target.records().merge(List.of(), List.of(new Deletion(record.key(), record.version())));
        }
    }

    /**
     * Compares both stores, kind by kind.
     *
     * @param faults receives what cannot be read, one per line
     */
    List<Comparison> compare(Consumer<String> faults) {
        List<Comparison> comparisons = new ArrayList<>();
        for (Meaning meaning : kinds(source)) {
            comparisons.add(new Comparison(
                    meaning.name(),
                    sum(source, meaning, fault -> faults.accept("source: " + fault)),
                    sum(target, meaning, fault -> faults.accept("target: " + fault))));
        }
        return comparisons;
    }

    private StoreSum sum(OpenStore store, Meaning meaning, Consumer<String> faults) {
        held = StoreSum.NONE;
        OpenedRecord.walk(store, meaning, (page, broken) -> {
            broken.forEach(faults);
            for (OpenedRecord opened : page) {
                if (opened.isCopied() && !opened.hasEnded(now)) {
                    held = held.plus(sums.of(opened));
                }
            }
        });
        return held;
    }
}
