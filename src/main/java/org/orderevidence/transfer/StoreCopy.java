package org.orderevidence.transfer;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.AccountStore.AccountRow;
import org.orderevidence.store.Meaning;
import org.orderevidence.store.OpenStore;
import org.orderevidence.transfer.CopyJournal.Place;

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
                    .map(AccountRow::createdAt)
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
        List<AccountRow> accounts = source.accounts().accounts(null, COUNTED_ACCOUNTS);
        if (accounts.size() == COUNTED_ACCOUNTS) {
            return -1;
        }
        long total = 0;
        for (AccountRow account : accounts) {
            for (AccountSpace.Mode mode : AccountSpace.Mode.values()) {
                total += source.records()
                        .count(new AccountSpace(account.id(), mode))
                        .total();
            }
        }
        return total;
    }
}
