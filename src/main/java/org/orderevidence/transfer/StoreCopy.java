package org.orderevidence.transfer;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.orderevidence.installation.CannotStart;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.process.FileError;
import org.orderevidence.store.AccountStore.Account;
import org.orderevidence.store.Meaning;
import org.orderevidence.store.OpenStore;
import org.orderevidence.transfer.StoreCopy.CopyJournal.Place;

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
    private final RecordCopy records;

    /**
     * @param source store to read
     * @param target store to write; must have the same secret
     * @param journal progress of the copy between these two stores
     * @param mirror true to remove what only the target has, as far as it can have been removed from the source
     * @param now when the copy starts
     * @param watch receives the progress
     */
    StoreCopy(OpenStore source, OpenStore target, CopyJournal journal, boolean mirror, Instant now, StoreWatch watch) {
        this.source = source;
        this.target = target;
        this.journal = journal;
        this.watch = watch;
        this.records = new RecordCopy(source, target, mirror, now, watch);
    }

    /** Copies all records, then compares both stores. */
    CopyOutcome run() {
        Optional<String> foreign = foreignAccount();
        if (foreign.isPresent()) {
            return new CopyOutcome.Refused("the target has an account " + foreign.get()
                    + " that the source does not have; use an empty store, or the target of an earlier copy from this"
                    + " source");
        }
        List<Meaning> kinds = RecordCopy.kinds(source);
        Place start = start(kinds);
        boolean isReached = false;
        long total = countOrders();
        for (Meaning meaning : kinds) {
            Place beginning = new Place(meaning.kind().name(), null, 0);
            isReached |= start.kind().equals(beginning.kind());
            // They are few, and may have changed since.
            if (isReached || meaning.equals(kinds.getFirst())) {
                Place place = start.kind().equals(beginning.kind()) ? start : beginning;
                if (isReached) {
                    journal.reached(place);
                }
                records.copy(meaning, place, meaning.isCounting() ? total : -1, journal);
            }
        }
        CopyOutcome.Compared outcome = records.compare();
        // Equal or not: another run must check everything again.
        journal.end();
        return outcome;
    }

    /** Returns the ID of an account of the target that the source does not have, or has with another creation time. */
    private Optional<String> foreignAccount() {
        List<String> foreign = new ArrayList<>(1);
        StoreWalk.accounts(target.accounts(), account -> {
            boolean known = source.accounts()
                    .account(account.id())
                    .map(Account::createdAt)
                    .filter(account.createdAt()::equals)
                    .isPresent();
            if (!known && foreign.isEmpty()) {
                foreign.add(account.id());
            }
        });
        return foreign.stream().findFirst();
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
        if (target.accounts().accounts(null, 1).isEmpty()) {
            watch.tell("an earlier copy was interrupted, and the target has been emptied since; starting again");
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
        long total = 0;
        for (Account account : accounts) {
            for (AccountSpace.Mode mode : AccountSpace.Mode.values()) {
                total += source.records()
                        .count(new AccountSpace(account.id(), mode))
                        .total();
            }
        }
        return total;
    }

    /**
     * The progress of a copy between two stores, in a file of the data folder. Another run continues from there. The file is
     * deleted at the end of the copy.
     */
    static final class CopyJournal {
        private static final int NAME_CHARS = 16;
        private static final int MAX_BYTES = 16 * 1024;

        private final Path file;

        /**
         * A position in a copy.
         *
         * @param kind name of the kind that is copied
         * @param after cursor of the next page; {@code null} for the first
         * @param records number of records of this kind that were copied before it
         */
        record Place(String kind, @Nullable String after, long records) {}

        /**
         * @param data the data folder
         * @param from address of the source
         * @param to address of the target; the file contains no address, because it may include a password
         */
        CopyJournal(Path data, String from, String to) {
            this.file = data.resolve("copy-" + name(from, to) + ".progress");
        }

        /** Returns the progress of an interrupted run, or empty if there is none. */
        Optional<Place> place() {
            Properties kept = new Properties();
            try {
                if (!Files.exists(file) || Files.size(file) > MAX_BYTES) {
                    return Optional.empty();
                }
                try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
                    kept.load(reader);
                }
                String kind = kept.getProperty("kind");
                return kind == null
                        ? Optional.empty()
                        : Optional.of(new Place(
                                kind, kept.getProperty("after"), Long.parseLong(kept.getProperty("records", ""))));
            } catch (IOException | IllegalArgumentException unreadable) {
                // The copy then starts again, which only costs time.
                return Optional.empty();
            }
        }

        /** Saves the progress: everything before it is on stable storage in the target. */
        void reached(Place place) {
            Properties kept = new Properties();
            kept.setProperty("kind", place.kind());
            kept.setProperty("records", Long.toString(place.records()));
            String after = place.after();
            if (after != null) {
                kept.setProperty("after", after);
            }
            Path whole = file.resolveSibling(file.getFileName() + ".new");
            try {
                try (Writer writer = Files.newBufferedWriter(whole, StandardCharsets.UTF_8)) {
                    kept.store(writer, null);
                }
                Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException unwritable) {
                throw new CannotStart("cannot write " + file + ": " + FileError.cause(unwritable), unwritable);
            }
        }

        /** Deletes the progress after the end of a copy. Another run then starts again. */
        void end() {
            try {
                Files.deleteIfExists(file);
            } catch (IOException undeletable) {
                throw new CannotStart("cannot delete " + file + ": " + FileError.cause(undeletable), undeletable);
            }
        }

        private static String name(String from, String to) {
            byte[] digest = Bytes.sha256().digest((from + '\n' + to).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, NAME_CHARS);
        }
    }
}
