package org.orderevidence.transfer;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Micros;
import org.orderevidence.store.Decision;
import org.orderevidence.store.Key;
import org.orderevidence.store.Kind;
import org.orderevidence.store.Meaning;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.Range;
import org.orderevidence.store.RecordSealer;
import org.orderevidence.store.RecordStore;
import org.orderevidence.store.RecordStore.Deletion;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.Stored;
import org.orderevidence.store.Update;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;

/**
 * Verifies a whole store: the records of all kinds, without naming one, their number, their sealing keys, what the audit
 * log says of keys and integrations, and the files of the engine. Each record can be opened, states what follows from its
 * content, has its rows, and each row has its owner. Continues after unreadable records. The store may be in use, so a
 * doubt is checked again after a pause. Used once.
 */
public final class StoreVerify {
    /** Maximum number of checks of a record that changes between checks. After that it counts as correct. */
    private static final int LOOKS = 5;

    private final OpenStore store;
    private final long now;
    private final boolean repair;
    private final Runnable pause;
    private final StoreWatch watch;
    private final VerifyFindings findings;
    private final AuditCheck audit;
    private final Map<String, Long> read = new HashMap<>();
    private final Set<String> accounts = new HashSet<>();
    private final List<String> miscounts = new ArrayList<>(0);
    private final SortedMap<String, SortedMap<Integer, Long>> underKeys = new TreeMap<>();
    private final List<OldKey> oldKeys = new ArrayList<>(0);
    private long damaged;
    private long differing;
    private long orphans;
    private long unsettled;

    /** @param pause waits until a write has reached all of its rows */
    public StoreVerify(OpenStore store, Instant now, boolean repair, Runnable pause, StoreWatch watch) {
        this.store = store;
        this.now = Micros.of(now);
        this.repair = repair;
        this.pause = pause;
        this.watch = watch;
        this.findings = new VerifyFindings(watch);
        this.audit = new AuditCheck(store.accounts(), pause);
    }

    public VerifyReport run() {
        store.kinds().forEach(this::verify);
        miscounts.forEach(findings::add);
        verifyAudit();
        verifyKeys();
        for (String fault : store.records().faults()) {
            addDamage("the database file: " + fault);
        }
        boolean isSound = damaged == 0 && miscounts.isEmpty() && (repair || differing + orphans == 0);
        return new VerifyReport(
                read.getOrDefault("accounts", 0L),
                read.getOrDefault("orders", 0L),
                read.getOrDefault("history rows", 0L),
                read.getOrDefault("sightings", 0L),
                damaged,
                differing,
                orphans,
                miscounts.size(),
                isSound,
                oldKeys,
                unsettled);
    }

    private void addDamage(String line) {
        damaged++;
        findings.add(line);
    }

    /** Accounts, keys and integrations, by what names them. */
    private void verifyAudit() {
        try {
            audit.faults().forEach(this::addDamage);
        } catch (UnreadableDocument | DocumentTooNew unreadable) {
            // Reported with the accounts.
        } catch (StoreUnavailable error) {
            addDamage("tables keys_records and audit_records: " + damage(error) + "; restore a backup");
        }
    }

    /** Returns the message about damage; throws the error again if it is about something else. */
    private static @Nullable String damage(StoreUnavailable error) {
        if (!error.isDamaged()) {
            throw error;
        }
        return error.getMessage();
    }

    private void verify(Meaning meaning) {
        CountCheck count = meaning.isCounting() ? new CountCheck(store, accounts) : null;
        OpenedRecord.walk(store, meaning, null, (page, broken, next) -> {
            broken.forEach(one -> addDamage(one.fault()));
            List<Stored> whole = page.stream().map(OpenedRecord::record).toList();
            List<Stored> all = Stream.concat(
                            whole.stream(), broken.stream().flatMap(one -> Stream.ofNullable(one.record())))
                    .toList();
            page.forEach(audit::met);
            page.forEach(opened -> accounts.add(opened.space().account()));
            if (meaning.kind().isSealed()) {
                all.forEach(this::countKey);
            }
            if (meaning.isOfRows()) {
                checkOwners(whole);
            } else {
                checkRows(page);
            }
            if (count != null) {
                all.stream().filter(meaning::isCounted).forEach(count::add);
            }
            long counted = whole.stream()
                    .filter(record -> count == null || meaning.isCounted(record))
                    .count();
            watch.at(meaning.name() + " verified", read.merge(meaning.name(), counted, Long::sum), -1);
        });
        if (count != null) {
            miscounts.addAll(count.faults());
        }
    }

    private void countKey(Stored record) {
        underKeys
                .computeIfAbsent(record.key().kind().name(), _ -> new TreeMap<>())
                .merge(RecordSealer.keyOf(record), 1L, Long::sum);
    }

    /** Reports the records that are not under the key that seals. */
    private void verifyKeys() {
        underKeys.forEach((table, counts) -> counts.forEach((key, count) -> {
            if (key > 0 && !store.sealer().keys().contains(key)) {
                findings.add("table " + table + ": " + count + " records are sealed with sealing key " + key
                        + ", which is not in the secret file; use the secret file that has it");
            } else if (key > 0 && key < store.sealer().sealingKey()) {
                oldKeys.add(new OldKey(table, key, count));
            }
        }));
    }

    private void checkRows(List<OpenedRecord> page) {
        Map<Key, Stored> doubtful = new HashMap<>();
        List<OpenedRecord> settled = new ArrayList<>(page.size());
        for (OpenedRecord opened : page) {
            if (opened.meaning().isSettled(opened.record())) {
                settled.add(opened);
            } else {
                unsettled++;
            }
        }
        faults(settled).keySet().forEach(opened -> doubtful.put(opened.record().key(), opened.record()));
        for (int look = 1; look < LOOKS && !doubtful.isEmpty(); look++) {
            pause.run();
            List<OpenedRecord> now = new ArrayList<>();
            doubtful.keySet().forEach(key -> opened(key).ifPresent(now::add));
            Map<Key, Stored> changed = new HashMap<>();
            faults(now).forEach((opened, faults) -> {
                Stored record = opened.record();
                if (record.equals(doubtful.get(record.key()))) {
                    tell(opened, faults);
                } else {
                    changed.put(record.key(), record);
                }
            });
            doubtful.clear();
            doubtful.putAll(changed);
        }
    }

    private void tell(OpenedRecord opened, List<String> faults) {
        differing++;
        faults.forEach(fault -> findings.add(opened.words() + ": " + fault + (repair ? "; written again" : "")));
        if (!repair) {
            return;
        }
        try {
            rewrite(opened);
            Optional<OpenedRecord> now = opened(opened.record().key());
            if (now.isPresent() && !faults(List.of(now.get())).isEmpty()) {
                addDamage(opened.words() + ": is still wrong; send it again with a change");
            }
        } catch (StoreUnavailable error) {
            addDamage(opened.words() + ": could not be written again: " + damage(error));
        }
    }

    /** Writes a record again as it should be, and its rows, in a newer version than any of them. */
    private void rewrite(OpenedRecord opened) {
        if (opened.meaning().kind().mode() != Kind.Mode.GUARDED) {
            store.records().merge(opened.rows(), List.of());
            return;
        }
        long newest = held(keys(opened.rows())).records().values().stream()
                .mapToLong(Stored::version)
                .max()
                .orElse(0);
        Key key = opened.record().key();
        store.records().update(Update.of(key, opened.record().bytes(), stored -> {
            OpenedRecord now = stored == null ? null : ifReadable(stored).orElse(null);
            return now == null ? Decision.keep(false) : rewritten(now, newest);
        }));
    }

    private Decision<Boolean> rewritten(OpenedRecord held, long newest) {
        byte[] content = held.content().toArray();
        Meaning meaning = held.meaning();
        Stored as = meaning.restated(held.record(), content);
        long version = Math.max(Stored.nextVersion(held.record(), now), newest + 1);
        Stored put = as.ofVersion(version);
        List<Stored> rows = meaning.rows(put, content);
        List<Key> left = meaning.keys(held.record(), content);
        return new Decision<>(true, put, false, rows, List.of(), left, meaning.counted(held.record(), put));
    }

    /** Returns what is wrong with records. A row may be older than its record, which kept it. */
    private Map<OpenedRecord, List<String>> faults(List<OpenedRecord> page) {
        Held held = held(page.stream()
                .flatMap(opened -> opened.rows().stream())
                .map(Stored::key)
                .toList());
        Map<OpenedRecord, List<String>> all = new LinkedHashMap<>();
        for (OpenedRecord opened : page) {
            List<String> faults = new ArrayList<>(0);
            Stored record = opened.record();
            if (!opened.meaning().restated(record, opened.content().toArray()).equals(record)) {
                faults.add("what it states without its content is wrong");
            }
            for (Stored row : opened.rows()) {
                Stored found = held.records().get(row.key());
                if (!held.unreadable().contains(row.key()) && (found == null || !isSame(found, row))) {
                    faults.add(
                            "its row among the " + meaning(row).name() + (found == null ? " is missing" : " is wrong"));
                }
            }
            if (!faults.isEmpty()) {
                all.put(opened, faults);
            }
        }
        return all;
    }

    /**
     * What is at some places.
     *
     * @param unreadable where the file is damaged, which the walk over the kind reports
     */
    private record Held(Map<Key, Stored> records, Set<Key> unreadable) {}

    private static List<Key> keys(List<Stored> records) {
        return records.stream().map(Stored::key).toList();
    }

    private Held held(List<Key> keys) {
        Held held = new Held(new HashMap<>(), new HashSet<>(0));
        keys.stream().gather(Gatherers.windowFixed(RecordStore.MAX_RANGES)).forEach(some -> read(some, held));
        return held;
    }

    private void read(List<Key> keys, Held held) {
        try {
            store.records().read(keys.stream().map(Range::one).toList()).stream()
                    .flatMap(List::stream)
                    .forEach(record -> held.records().put(record.key(), record));
        } catch (StoreUnavailable error) {
            if (!error.isDamaged()) {
                throw error;
            }
            if (keys.size() == 1) {
                held.unreadable().add(keys.getFirst());
            } else {
                keys.forEach(key -> read(List.of(key), held));
            }
        }
    }

    private boolean isSame(Stored held, Stored expected) {
        return Objects.equals(held.expires(), expected.expires())
                && RecordSealer.ifReadable(() -> compared(held).equals(compared(expected)))
                        .orElse(false);
    }

    private Bytes compared(Stored row) {
        return meaning(row).compared(row, row.body().toArray());
    }

    private void checkOwners(List<Stored> page) {
        List<Stored> doubtful = withoutOwner(page);
        if (doubtful.isEmpty()) {
            return;
        }
        pause.run();
        for (Stored row :
                withoutOwner(List.copyOf(held(keys(doubtful)).records().values()))) {
            orphans++;
            findings.add(words(row) + ": a row among the " + meaning(row).name() + " follows from no record"
                    + (repair ? "; deleted" : ""));
            if (repair) {
                store.records().merge(List.of(), List.of(new Deletion(row.key(), row.version())));
            }
        }
    }

    private String words(Stored row) {
        Key owner = owner(row);
        String space = VerifyFindings.words(row.key().space());
        return owner == null
                ? space
                : RecordSealer.ifReadable(() -> space + ", "
                                + store.meaning(owner.kind())
                                        .words(Stored.of(owner, 1, Bytes.EMPTY, Bytes.EMPTY), new byte[0]))
                        .orElse(space);
    }

    /** Returns {@code null} for a malformed row. */
    private @Nullable Key owner(Stored row) {
        return RecordSealer.ifReadable(() -> meaning(row).ownerOf(row)).orElse(null);
    }

    private List<Stored> withoutOwner(List<Stored> rows) {
        Map<Stored, Key> owners = new LinkedHashMap<>();
        rows.forEach(row -> owners.put(row, owner(row)));
        Held held = held(
                owners.values().stream().filter(Objects::nonNull).distinct().toList());
        List<Stored> without = new ArrayList<>(0);
        owners.forEach((row, key) -> {
            Stored owner = key == null ? null : held.records().get(key);
            boolean isKnown = key == null || !held.unreadable().contains(key);
            if (isKnown && (owner == null || !mayHave(owner, row.key()))) {
                without.add(row);
            }
        });
        return without;
    }

    /** Returns true also for a damaged record: it is not known which rows belong to it. */
    private boolean mayHave(Stored owner, Key row) {
        return RecordSealer.ifReadable(
                        () -> meaning(owner).keys(owner, OpenedRecord.content(store, meaning(owner), owner)))
                .map(keys -> keys.contains(row))
                .orElse(true);
    }

    /** Returns empty also for a damaged record, which is reported already. */
    private Optional<OpenedRecord> opened(Key key) {
        Stored held = held(List.of(key)).records().get(key);
        return held == null ? Optional.empty() : ifReadable(held);
    }

    private Optional<OpenedRecord> ifReadable(Stored held) {
        return RecordSealer.ifReadable(() -> OpenedRecord.of(store, meaning(held), held));
    }

    private Meaning meaning(Stored record) {
        return store.meaning(record.key().kind());
    }

    /**
     * Compares the number of records that a walk found with the number that the store counted at each write. Without it, an
     * emptied table would look correct. Create it before the walk.
     */
    static final class CountCheck {
        private final OpenStore store;
        private final Map<AccountSpace, Long> before = new HashMap<>();
        private final Map<AccountSpace, Long> met = new HashMap<>();

        CountCheck(OpenStore store, Set<String> accounts) {
            this.store = store;
            accounts.stream()
                    .flatMap(account -> AccountSpace.of(account).stream())
                    .forEach(space -> before.put(space, count(space)));
        }

        private long count(AccountSpace space) {
            return store.records().count(space).total();
        }

        /** Notes a record that the walk found, intact or damaged. */
        void add(Stored record) {
            met.merge(record.key().space(), 1L, Long::sum);
        }

        /**
         * Returns what is wrong, one line per space. Call it after the walk. Records written during the walk may be found
         * or not, so any number between the two counts is correct.
         */
        List<String> faults() {
            List<String> faults = new ArrayList<>(0);
            met.keySet().forEach(space -> before.putIfAbsent(space, 0L));
            before.keySet().stream().sorted(VerifyFindings.BY_NAME).forEach(space -> {
                String fault = fault(space);
                if (fault != null) {
                    faults.add(
                            VerifyFindings.words(space) + ": " + fault + "; if orders are missing, restore a backup");
                }
            });
            return faults;
        }

        /** Where a write is not atomic, a crash can leave the count of a record that was not written. */
        private @Nullable String fault(AccountSpace space) {
            long found = met.getOrDefault(space, 0L);
            long earlier = before.getOrDefault(space, 0L);
            long now = count(space);
            boolean isWrong = store.records().isAtomic()
                    ? found < Math.min(earlier, now) || found > Math.max(earlier, now)
                    : found == 0 && earlier > 0 && now > 0;
            return isWrong ? "the store counted " + now + " orders, but has " + found : null;
        }
    }

    /** Collects the faults of a store: the first ones as lines, the rest as a count. */
    static final class VerifyFindings {
        static final Comparator<AccountSpace> BY_NAME =
                Comparator.comparing(AccountSpace::account).thenComparing(AccountSpace::mode);

        /** Maximum number of findings that are reported as lines. */
        static final int MOST_TOLD = 100;

        private final StoreWatch watch;
        private long found;

        VerifyFindings(StoreWatch watch) {
            this.watch = watch;
        }

        void add(String line) {
            found++;
            if (found <= MOST_TOLD) {
                watch.tell(line);
            } else if (found == MOST_TOLD + 1) {
                watch.tell("... there are more faults; they are only counted");
            }
        }

        static String words(AccountSpace space) {
            return space.equals(AccountSpace.INSTALLATION)
                    ? "the installation"
                    : "account " + space.account() + " (" + space.mode().wireName() + ")";
        }
    }

    /**
     * The result of a {@link StoreVerify}.
     *
     * @param damaged records that cannot be read, or whose content does not match their key; they cannot be repaired
     * @param differing orders whose columns, history rows or index rows are missing or wrong
     * @param orphans history rows and index rows that belong to no order, or no longer belong to their order
     * @param miscounted account spaces that do not have as many orders as the store counted
     * @param oldKeys records that are sealed with an older key than the one that seals, which is no fault
     * @param olderDerivation orders whose rows an older release derived, which is no fault
     */
    public record VerifyReport(
            long accounts,
            long orders,
            long historyRows,
            long sightings,
            long damaged,
            long differing,
            long orphans,
            long miscounted,
            boolean isSound,
            List<OldKey> oldKeys,
            long olderDerivation) {}

    /** Records of a table that are sealed with an older key. */
    public record OldKey(String table, int key, long records) {}
}
