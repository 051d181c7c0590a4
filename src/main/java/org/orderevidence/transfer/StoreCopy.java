package org.orderevidence.transfer;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.service.Keyring;
import org.orderevidence.store.AccountStore.AccountRow;
import org.orderevidence.store.EvidenceArchive.ArchivedOrder;
import org.orderevidence.store.OpenStore;
import org.orderevidence.transfer.CopyJournal.Place;
import org.orderevidence.transfer.CopyJournal.Step;

/**
 * Copies a whole store into another of the same installation: accounts, orders with their later facts, sightings, what
 * waits for its order, the audit log, and then the keys. Without keys, no caller can use the target before it is
 * complete. Rows derived from orders are derived again. Sessions and sign-in codes are not copied: people sign in again.
 * Records that were removed from the source since an earlier copy are removed from the target, or named.
 * Every write may be repeated, so an interrupted copy continues from the position in its journal. Used once.
 */
public final class StoreCopy {
    /** Maximum number of accounts for which orders are counted, to show the progress. */
    private static final int COUNTED_ACCOUNTS = 1_000;

    private final OpenStore source;
    private final OpenStore target;
    private final ExpectedRows rows;
    private final CopyJournal journal;
    private final boolean mirror;
    private final Instant now;
    private final StoreWatch watch;
    private long copied;

    /**
     * @param source store to read
     * @param target store to write; must have the same secret
     * @param keyring keyring of the installation's secret
     * @param journal progress of the copy between these two stores
     * @param mirror true to remove what only the target has, as far as it can have been removed from the source
     * @param now when the copy starts: receipt links that have expired are not compared
     * @param watch receives the progress
     */
    public StoreCopy(
            OpenStore source,
            OpenStore target,
            Keyring keyring,
            CopyJournal journal,
            boolean mirror,
            Instant now,
            StoreWatch watch) {
        this.source = source;
        this.target = target;
        this.rows = new ExpectedRows(keyring);
        this.journal = journal;
        this.mirror = mirror;
        this.now = now;
        this.watch = watch;
    }

    /** Copies all records, then compares both stores. */
    public CopyOutcome run() {
        Optional<String> foreign = foreignAccount();
        if (foreign.isPresent()) {
            return new CopyOutcome.Refused("the target has an account " + foreign.get()
                    + " that the source does not have; use an empty store, or the target of an earlier copy from this"
                    + " source");
        }
        Place place = start();
        RecordCopy records = new RecordCopy(source, target, now, watch);
        // The accounts first: an interrupted copy is recognized by them.
        records.copy(source.kinds().getFirst());
        long orders = countOrders();
        if (place.step() == Step.ORDERS) {
            copyOrders(place, orders);
        }
        // With the keys last.
        records.copy();
        TargetSurplus surplus = new TargetSurplus(source, target, mirror, now, watch);
        surplus.run();
        CopyOutcome.Compared outcome = new CopyComparison(source, target, rows, now, watch)
                .compare(orders)
                .withSurplus(surplus.left());
        if (outcome.hasMoreOrders()) {
            surplus.orders();
        }
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

    private Place start() {
        Optional<Place> earlier = journal.place();
        if (earlier.isEmpty()) {
            return Place.START;
        }
        if (target.accounts().accounts(null, 1).isEmpty()) {
            watch.tell("an earlier copy was interrupted, and the target has been emptied since; starting again");
            return Place.START;
        }
        Place place = earlier.get();
        watch.tell("an earlier copy was interrupted after " + words(place)
                + "; continuing from there (--restart starts again)");
        return place;
    }

    private static String words(Place place) {
        return switch (place.step()) {
            case ORDERS -> place.records() + " orders";
            case RECORDS -> "all orders";
        };
    }

    private void copyOrders(Place place, long total) {
        copied = place.records();
        StoreWalk.<ArchivedOrder>over(source.archive()::orders, place.after(), (whole, damaged, next) -> {
            target.archive().keepOrders(whole.stream().map(rows::kept).toList());
            reached(Step.ORDERS, Step.RECORDS, whole.size(), next);
            watch.at("orders copied", copied, total);
        });
    }

    private void reached(Step step, Step following, int records, @Nullable String next) {
        copied += records;
        journal.reached(next == null ? new Place(following, null, 0) : new Place(step, next, copied));
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
                total += source.evidence()
                        .count(new AccountSpace(account.id(), mode))
                        .total();
            }
        }
        return total;
    }
}
