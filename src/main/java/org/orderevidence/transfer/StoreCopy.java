package org.orderevidence.transfer;

import java.math.BigInteger;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.installation.CannotStart;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Micros;
import org.orderevidence.order.Sha256;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.AccountStore.Account;
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
import org.orderevidence.store.document.RecordDocument;
import org.orderevidence.transfer.StoreCopy.CopyJournal.Place;
import org.orderevidence.transfer.StoreTasks.Copied;
import org.orderevidence.transfer.StoreVerify.VerifyFindings;

/**
 * Copies a whole store into another of the same installation, kind after kind: the accounts first, because an interrupted
 * copy is recognized by them, and the keys last. Without keys, no caller can use the target before it is complete.
 * Sessions and sign-in codes are not copied: people sign in again. Every write may be repeated, so an interrupted copy
 * continues from the position in its journal. Used once.
 */
final class StoreCopy {
    /** Maximum number of accounts for which orders are counted, to show the progress. */
    private static final int COUNTED_ACCOUNTS = 1_000;

    private final OpenStore source;
    private final OpenStore target;
    private final CopyJournal journal;
    private final StoreWatch watch;
    private final boolean mirror;
    private final Instant now;
    private final VerifyFindings findings;

    /** Of each kind of rows, those that the target should have. */
    private final Map<Kind, StoreSum> expected = new HashMap<>();

    private StoreSum held = StoreSum.NONE;
    private long copied;
    private long damaged;
    private long surplus;
    private boolean hasChanged;

    /**
     * @param target store to write; must have the same secret
     * @param mirror true to remove what only the target has, as far as it can have been removed from the source
     */
    StoreCopy(OpenStore source, OpenStore target, CopyJournal journal, boolean mirror, Instant now, StoreWatch watch) {
        this.source = source;
        this.target = target;
        this.journal = journal;
        this.watch = watch;
        this.mirror = mirror;
        this.now = now;
        this.findings = new VerifyFindings(watch);
    }

    /**
     * Copies all records, then compares both stores.
     *
     * @throws CannotStart if the copy is refused, and nothing was written
     */
    Copied run() {
        target.accounts().forEachAccount(this::requireKnown);
        List<Meaning> kinds = kinds();
        Place start = start(kinds);
        boolean isReached = false;
        long total = countOrders();
        for (Meaning meaning : kinds) {
            boolean isStart = start.kind().equals(meaning.kind().name());
            isReached |= isStart;
            // They are few, and may have changed since.
            if (isReached || meaning.equals(kinds.getFirst())) {
                Place place = isStart ? start : new Place(meaning.kind().name(), null, 0);
                if (isReached) {
                    journal.reached(place);
                }
                copy(meaning, place, meaning.isCounting() ? total : -1);
            }
        }
        Copied outcome = compare();
        // Equal or not: another run must check everything again.
        journal.end();
        return outcome;
    }

    private void requireKnown(Account account) {
        boolean isKnown = source.accounts()
                .account(account.id())
                .map(Account::createdAt)
                .filter(account.createdAt()::equals)
                .isPresent();
        if (!isKnown) {
            throw new CannotStart("the target has an account " + account.id()
                    + " that the source does not have; use an empty store, or the target of an earlier copy from this"
                    + " source");
        }
    }

    /** Returns the kinds that are copied. The others follow from them. */
    private List<Meaning> kinds() {
        return source.kinds().stream().filter(kind -> !kind.isOfRows()).toList();
    }

    private Place start(List<Meaning> kinds) {
        Place beginning = new Place(kinds.getFirst().kind().name(), null, 0);
        Optional<Place> earlier = journal.place();
        Optional<Meaning> interrupted = earlier.flatMap(place -> kinds.stream()
                .filter(meaning -> meaning.kind().name().equals(place.kind()))
                .findFirst());
        if (earlier.isEmpty() || interrupted.isEmpty()) {
            return beginning;
        }
        watch.tell("an earlier copy was interrupted after " + earlier.get().records() + " "
                + interrupted.get().name() + "; continuing from there (--restart starts again)");
        return earlier.get();
    }

    /** Returns the number of orders of the source, or -1 if it has too many accounts to count. */
    private long countOrders() {
        List<Account> accounts = source.accounts().accounts(null, COUNTED_ACCOUNTS);
        if (accounts.size() == COUNTED_ACCOUNTS) {
            return -1;
        }
        return accounts.stream()
                .flatMap(account -> AccountSpace.of(account.id()).stream())
                .mapToLong(space -> source.records().count(space).total())
                .sum();
    }

    /** Puts the records of a kind into the target, except where it has a newer version. */
    private void copy(Meaning meaning, Place place, long total) {
        copied = place.records();
        OpenedRecord.walk(source, meaning, place.after(), (page, broken, next) -> {
            List<OpenedRecord> records =
                    page.stream().filter(opened -> opened.isCopied(now)).toList();
            if (meaning.kind().mode() == Kind.Mode.GUARDED) {
                target.records()
                        .update(records.stream()
                                .map(opened -> put(opened, false))
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
    private Update<Boolean> put(OpenedRecord opened, boolean replacesNewer) {
        Stored record = opened.record();
        Meaning meaning = opened.meaning();
        return new Update<>(record.key(), record.bytes(), (stored, removed) -> {
            OpenedRecord before = stored == null
                    ? null
                    : RecordSealer.ifReadable(() -> OpenedRecord.of(target, meaning, stored))
                            .orElse(null);
            boolean isNewer = stored != null && stored.version() > record.version();
            boolean isErased = opened.meaning().isErased(record);
            boolean wasErased = stored != null && opened.meaning().isErased(stored);
            boolean stays = isErased == wasErased ? isNewer && !replacesNewer : wasErased;
            if (before != null && (stays || before.isSame(opened))) {
                return Decision.repeat(false, before.rows());
            }
            Stored put = record.ofVersion(Stored.nextVersion(stored, Math.max(record.version(), removed + 1)));
            List<Stored> rows = put.version() == record.version()
                    ? opened.rows()
                    : meaning.rows(put, opened.content().toArray());
            List<Key> left = before == null
                    ? List.of()
                    : before.rows().stream().map(Stored::key).toList();
            return new Decision<>(true, put, false, rows, List.of(), left, meaning.counted(stored, put));
        });
    }

    /**
     * Compares both stores, kind by kind, by count and checksum. What only the target has is removed if a mirror was
     * requested, and named otherwise.
     */
    private Copied compare() {
        List<StoreTasks.Kind> comparisons = new ArrayList<>();
        for (Meaning meaning : kinds()) {
            Map<Kind, StoreSum> before = Map.copyOf(expected);
            long faults = damaged;
            StoreTasks.Kind compared = sums(meaning);
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
        if (comparisons.stream().allMatch(StoreTasks.Kind::isEqual)) {
            source.kinds().stream()
                    .filter(Meaning::isOfRows)
                    .map(rows -> compared(
                            rows.name(),
                            expected.getOrDefault(rows.kind(), StoreSum.NONE),
                            sum(target, "target", rows)))
                    .filter(rows -> !rows.isEqual())
                    .forEach(comparisons::add);
        }
        boolean isEqual = damaged == 0 && comparisons.stream().allMatch(StoreTasks.Kind::isEqual);
        return new Copied(comparisons, damaged, surplus, isEqual);
    }

    private StoreTasks.Kind sums(Meaning meaning) {
        return compared(meaning.name(), sum(source, "source", meaning), sum(target, "target", meaning));
    }

    private static StoreTasks.Kind compared(String name, StoreSum inSource, StoreSum inTarget) {
        return new StoreTasks.Kind(name, inSource.count(), inTarget.count(), inSource.equals(inTarget));
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
        if (!row.hasEnded(now)) {
            expected.merge(row.key().kind(), sum(row), StoreSum::plus);
        }
    }

    private StoreSum sum(Stored row) {
        Meaning meaning = source.meaning(row.key().kind());
        return StoreSum.of(row, meaning.compared(row, row.body().toArray()));
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
                        .filter(found ->
                                !meaning.isCounting() || opened.record().version() > in.version())
                        .ifPresent(found -> surplus(
                                "different in",
                                "replaced in",
                                opened,
                                () -> target.records().update(put(found, true))));
            }
        });
    }

    private void surplus(String state, String change, OpenedRecord opened, Runnable repair) {
        if (mirror) {
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
                    .update(Update.of(
                            record.key(),
                            0,
                            held -> held == null
                                    ? Decision.keep(false)
                                    : Decision.remove(
                                            true, rows, opened.meaning().counted(held, null))));
        } else {
            target.records().merge(List.of(), List.of(new Deletion(record.key(), record.version())));
        }
    }

    /**
     * A checksum of records in any order: the sum, modulo 2^256, of each record's SHA-256. Two sets of records with the
     * same sum are equal, unless an attacker chose the records. The version and the sealing of a record do not count:
     * each store has its own.
     */
    private record StoreSum(long count, BigInteger sum) {
        static final StoreSum NONE = new StoreSum(0, BigInteger.ZERO);

        private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(256);

        static StoreSum of(Stored record, Bytes compared) {
            MessageDigest sha256 = Sha256.start();
            Key key = record.key();
            add(sha256, Bytes.utf8(key.kind().name()));
            add(sha256, Bytes.utf8(key.space().account()));
            add(sha256, Bytes.utf8(key.space().mode().name()));
            add(sha256, key.part());
            add(sha256, key.sort());
            Instant expires = record.expires();
            add(sha256, expires == null ? Long.MIN_VALUE : Micros.of(expires));
            add(sha256, compared);
            return new StoreSum(1, new BigInteger(1, sha256.digest()));
        }

        /** Adds a part with its length, which separates it from the next. */
        private static void add(MessageDigest sha256, Bytes bytes) {
            add(sha256, bytes.length());
            sha256.update(bytes.buffer());
        }

        private static void add(MessageDigest sha256, long number) {
            sha256.update(Bytes.ofLong(number).buffer());
        }

        StoreSum plus(StoreSum other) {
            return new StoreSum(count + other.count, sum.add(other.sum).mod(MODULUS));
        }
    }

    /** The progress of a copy from a source, in a note of the target. Another run continues from there. */
    record CopyJournal(AccountStore target, String note) {
        private static final RecordDocument<Place> DOCUMENT = new RecordDocument<>('J', Place.class);

        record Place(String kind, @Nullable String after, long records) {}

        /**
         * Returns the journal of a target.
         *
         * @param from address of the source; the note has only its hash, because it may include a password
         */
        static CopyJournal of(AccountStore target, String from) {
            return new CopyJournal(target, "copy-" + HexFormat.of().formatHex(Sha256.of(from)));
        }

        /** Returns the progress of an interrupted run. If it cannot be read, the copy starts again, which only costs time. */
        Optional<Place> place() {
            return target.note(note).flatMap(held -> RecordSealer.ifReadable(() -> DOCUMENT.decode(held)));
        }

        /** Saves the progress: everything before it is on stable storage in the target. */
        void reached(Place place) {
            target.putNote(note, DOCUMENT.encode(place));
        }

        /** Forgets the progress after the end of a copy. Another run then starts again. */
        void end() {
            target.putNote(note, Bytes.EMPTY);
        }
    }
}
