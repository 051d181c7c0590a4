package org.orderevidence.transfer;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.service.Keyring;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.AccountStore.AccountRow;
import org.orderevidence.store.AccountStore.KeyRow;
import org.orderevidence.store.EvidenceArchive.ArchivedOrder;
import org.orderevidence.store.EvidenceArchive.ArchivedSighting;
import org.orderevidence.store.OpenStore;
import org.orderevidence.transfer.CopyJournal.Place;
import org.orderevidence.transfer.CopyJournal.Step;

/**
 * Copies all that one store holds into another of the same installation: accounts, orders with their later facts,
 * sightings, and at the end the keys, so that nobody can use the target before it is whole. What is derived from the
 * orders is derived again. Every write may be repeated, so that a copy that was ended anywhere goes on from the place
 * that its journal kept. Used once.
 */
public final class StoreCopy {
    /** Most accounts whose orders are counted to tell how much there is to do. */
    private static final int COUNTED_ACCOUNTS = 1_000;

    private final OpenStore source;
    private final OpenStore target;
    private final OrderRows rows;
    private final CopyJournal journal;
    private final StoreWatch watch;
    private long copied;

    /**
     * @param source what is copied; not written to
     * @param target where it goes; known to have the same secret
     * @param keyring of the installation's secret
     * @param journal of the copies between these two
     * @param watch told how it goes
     */
    public StoreCopy(OpenStore source, OpenStore target, Keyring keyring, CopyJournal journal, StoreWatch watch) {
        this.source = source;
        this.target = target;
        this.rows = new OrderRows(keyring);
        this.journal = journal;
        this.watch = watch;
    }

    /** Copies, then compares. */
    public CopyOutcome run() {
        Optional<String> foreign = foreignAccount();
        if (foreign.isPresent()) {
            return new CopyOutcome.Refused("the target has an account " + foreign.get()
                    + " that is not the source's; name an empty store, or one that this source was copied to before");
        }
        Place place = start();
        StoreWalk.accounts(source.accounts(), this::copyAccount);
        long orders = countOrders();
        if (place.step() == Step.ORDERS) {
            copyOrders(place, orders);
            place = new Place(Step.SIGHTINGS, null, 0);
        }
        if (place.step() == Step.SIGHTINGS) {
            copySightings(place);
        }
        StoreWalk.keys(source.accounts(), this::copyKey);
        CopyOutcome outcome = new CopyComparison(source, target, rows, watch).compare(orders);
        // Equal or not: whoever runs it again wants all of it looked at.
        journal.end();
        return outcome;
    }

    /** An account that the target has and the source does not, or not the same. */
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
        watch.tell("an earlier copy was interrupted behind " + words(place)
                + "; going on from there (--restart starts again)");
        return place;
    }

    private static String words(Place place) {
        return switch (place.step()) {
            case ORDERS -> place.records() + " orders";
            case SIGHTINGS -> "all orders and " + place.records() + " sightings";
            case KEYS -> "all orders and all sightings";
        };
    }

    private void copyAccount(AccountRow account) {
        AccountStore to = target.accounts();
        if (!to.createAccount(account) && !to.account(account.id()).equals(Optional.of(account))) {
            to.putProfile(account.id(), account.profile(), account.defaultCategory());
        }
    }

    private void copyKey(KeyRow key) {
        AccountStore to = target.accounts();
        if (!to.createKey(key)) {
            var endsAt = key.endsAt();
            var held = to.keyByHash(key.hash()).map(KeyRow::endsAt).orElse(null);
            if (endsAt != null && !Objects.equals(endsAt, held)) {
                to.endKey(key.account(), key.id(), endsAt);
            }
        }
    }

    private void copyOrders(Place place, long total) {
        copied = place.records();
        StoreWalk.<ArchivedOrder>over(source.archive()::orders, place.after(), (whole, damaged, next) -> {
            target.archive().keepOrders(whole.stream().map(rows::kept).toList());
            reached(Step.ORDERS, Step.SIGHTINGS, whole.size(), next);
            watch.at("orders copied", copied, total);
        });
    }

    private void copySightings(Place place) {
        copied = place.records();
        StoreWalk.<ArchivedSighting>over(source.archive()::sightings, place.after(), (whole, damaged, next) -> {
            target.archive().keepSightings(whole);
            reached(Step.SIGHTINGS, Step.KEYS, whole.size(), next);
            watch.at("sightings copied", copied, -1);
        });
    }

    private void reached(Step step, Step following, int records, @Nullable String next) {
        copied += records;
        journal.reached(next == null ? new Place(following, null, 0) : new Place(step, next, copied));
    }

    /** How many orders the source holds; -1 when it has too many accounts to ask for each. */
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
