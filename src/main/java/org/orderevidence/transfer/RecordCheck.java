package org.orderevidence.transfer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.record.Deletion;
import org.orderevidence.store.record.Key;
import org.orderevidence.store.record.Kind;
import org.orderevidence.store.record.Meaning;
import org.orderevidence.store.record.Range;
import org.orderevidence.store.record.RecordSealer;
import org.orderevidence.store.record.RecordStore;
import org.orderevidence.store.record.Stored;

/**
 * Verifies the records of all kinds, without naming one: each can be opened, has its rows, and each row has its owner. A
 * doubt is checked again after a pause, because the store may be in use.
 */
final class RecordCheck {
    private final OpenStore store;
    private final boolean repair;
    private final Runnable pause;
    private final VerifyFindings findings;
    private final StoreWatch watch;
    private final Map<Kind, Meaning> meanings;
    private long damaged;
    private long differing;
    private long orphans;
    private long read;

    /**
     * @param repair true to write missing rows, and to delete rows without an owner
     * @param pause waits until a write has reached all of its rows
     */
    RecordCheck(OpenStore store, boolean repair, Runnable pause, VerifyFindings findings, StoreWatch watch) {
        this.store = store;
        this.repair = repair;
        this.pause = pause;
        this.findings = findings;
        this.watch = watch;
        this.meanings = store.kinds().stream().collect(Collectors.toMap(Meaning::kind, Function.identity()));
    }

    /**
     * Verifies all kinds.
     *
     * @param met receives every record that can be opened
     */
    void run(Consumer<OpenedRecord> met) {
        for (Meaning meaning : store.kinds()) {
            read = 0;
            OpenedRecord.walk(store, meaning, (page, broken) -> {
                damaged += broken.size();
                broken.forEach(findings::add);
                page.forEach(met);
                if (meaning.isOfRows()) {
                    checkOwners(page.stream().map(OpenedRecord::record).toList());
                } else {
                    checkRows(page);
                }
                read += page.size();
                watch.at(meaning.name() + " verified", read, -1);
            });
        }
    }

    /** Returns how many records cannot be read. */
    long damaged() {
        return damaged;
    }

    /** Returns how many rows were missing or wrong. */
    long differing() {
        return differing;
    }

    /** Returns how many rows had no owner. */
    long orphans() {
        return orphans;
    }

    private void checkRows(List<OpenedRecord> page) {
        List<Key> doubtful = new ArrayList<>(0);
        for (OpenedRecord opened : page) {
            if (opened.meaning().settled().test(opened.record()) && !faults(opened).isEmpty()) {
                doubtful.add(opened.record().key());
            }
        }
        if (doubtful.isEmpty()) {
            return;
        }
        pause.run();
        for (Key key : doubtful) {
            opened(key).ifPresent(this::repair);
        }
    }

    private void repair(OpenedRecord opened) {
        List<Stored> faults = faults(opened);
        for (Stored row : faults) {
            differing++;
            findings.add(opened.words() + ": a row of the " + meaning(row).name() + " is missing or wrong"
                    + (repair ? "; written" : ""));
        }
        if (repair && !faults.isEmpty()) {
            store.records().merge(faults, List.of());
        }
    }

    /** Returns the rows that are missing or differ. A row may be older than its record, which kept it. */
    private List<Stored> faults(OpenedRecord opened) {
        List<Stored> faults = new ArrayList<>(0);
        List<Stored> rows = opened.rows();
        for (int start = 0; start < rows.size(); start += RecordStore.MAX_RANGES) {
            List<Stored> some = rows.subList(start, Math.min(rows.size(), start + RecordStore.MAX_RANGES));
            List<List<Stored>> held = store.records()
                    .read(some.stream().map(row -> Range.one(row.key())).toList());
            for (int i = 0; i < some.size(); i++) {
                if (held.get(i).isEmpty() || !isSame(held.get(i).getFirst(), some.get(i))) {
                    faults.add(some.get(i));
                }
            }
        }
        return faults;
    }

    private static boolean isSame(Stored held, Stored expected) {
        return Objects.equals(held.expires(), expected.expires())
                && held.link().equals(expected.link())
                && held.head().equals(expected.head())
                && held.body().equals(expected.body());
    }

    private void checkOwners(List<Stored> page) {
        List<Stored> doubtful = withoutOwner(page);
        if (doubtful.isEmpty()) {
            return;
        }
        pause.run();
        List<Stored> still = store
                .records()
                .read(doubtful.stream().map(row -> Range.one(row.key())).toList())
                .stream()
                .flatMap(List::stream)
                .toList();
        for (Stored row : withoutOwner(still)) {
            orphans++;
            findings.add(VerifyFindings.words(row.key().space()) + ", one of the "
                    + meaning(row).name() + " follows from no record" + (repair ? "; deleted" : ""));
            if (repair) {
                store.records().merge(List.of(), List.of(new Deletion(row.key(), row.version())));
            }
        }
    }

    private List<Stored> withoutOwner(List<Stored> rows) {
        List<Key> owners = rows.stream().map(row -> meaning(row).ownerOf(row)).toList();
        List<List<Stored>> held =
                store.records().read(owners.stream().map(Range::one).toList());
        List<Stored> without = new ArrayList<>(0);
        for (int i = 0; i < rows.size(); i++) {
            Key row = rows.get(i).key();
            if (held.get(i).isEmpty() || !mayHave(held.get(i).getFirst(), row)) {
                without.add(rows.get(i));
            }
        }
        return without;
    }

    /** Returns true also for a damaged record: it is not known which rows belong to it. */
    private boolean mayHave(Stored owner, Key row) {
        return RecordSealer.ifReadable(() -> OpenedRecord.of(store, meaning(owner), owner))
                .map(opened -> opened.rows().stream()
                        .anyMatch(expected -> expected.key().equals(row)))
                .orElse(true);
    }

    /** Returns empty also for a damaged record, which is reported already. */
    private Optional<OpenedRecord> opened(Key key) {
        return store.records().read(List.of(Range.one(key))).getFirst().stream()
                .flatMap(held -> RecordSealer.ifReadable(() -> OpenedRecord.of(store, meaning(held), held)).stream())
                .findFirst();
    }

    private Meaning meaning(Stored record) {
        return Objects.requireNonNull(meanings.get(record.key().kind()), "a record of a kind that is not declared");
    }
}
