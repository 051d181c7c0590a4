package org.orderevidence.service;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.orderevidence.store.EvidenceArchive.ArchivedOrder;
import org.orderevidence.store.EvidenceArchive.ArchivedRow;
import org.orderevidence.store.EvidenceArchive.ArchivedSighting;
import org.orderevidence.store.EvidenceArchive.Damaged;
import org.orderevidence.store.EvidenceArchive.KeptOrder;
import org.orderevidence.store.EvidenceArchive.RowPlace;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.UnreadableDocument;

/**
 * Reads back all that a store holds: that each record can be read, that each order has exactly the history rows that
 * follow from it, and that no row stands without its order. The store may be in use: what looks wrong is looked at again
 * before it is told. Used once.
 */
public final class StoreVerify {
    /** How often something that keeps changing is looked at; then it is taken for sound. */
    private static final int LOOKS = 5;

    private final OpenStore store;
    private final Keyring keyring;
    private final OrderRows rows;
    private final boolean repair;
    private final Runnable pause;
    private final StoreWatch watch;
    private final Findings findings;

    private long accounts;
    private long orders;
    private long historyRows;
    private long sightings;
    private long damaged;
    private long differing;
    private long orphans;

    /**
     * @param store what is read
     * @param keyring of the installation's secret
     * @param repair whether history is rebuilt where it differs, and rows without an order are deleted
     * @param pause waits as long as a write takes to reach all of its rows
     * @param watch told how it goes and what is wrong
     */
    public StoreVerify(OpenStore store, Keyring keyring, boolean repair, Runnable pause, StoreWatch watch) {
        this.store = store;
        this.keyring = keyring;
        this.rows = new OrderRows(keyring);
        this.repair = repair;
        this.pause = pause;
        this.watch = watch;
        this.findings = new Findings(watch);
    }

    /** Reads all of it. */
    public VerifyReport run() {
        verifyAccounts();
        StoreWalk.<ArchivedOrder>over(store.archive()::orders, null, (whole, broken, next) -> {
            orders += whole.size();
            tell(broken);
            verifyOrders(whole);
            watch.at("orders verified", orders, -1);
        });
        // Behind the orders: a row that stood at the wrong place may have had its right one rebuilt by now.
        StoreWalk.<ArchivedRow>over(store.archive()::history, null, (whole, broken, next) -> {
            historyRows += whole.size();
            tell(broken);
            verifyRows(whole);
            watch.at("history rows verified", historyRows, -1);
        });
        StoreWalk.<ArchivedSighting>over(store.archive()::sightings, null, (whole, broken, next) -> {
            sightings += whole.size();
            tell(broken);
            whole.forEach(this::verify);
            watch.at("sightings verified", sightings, -1);
        });
        return new VerifyReport(accounts, orders, historyRows, sightings, damaged, differing, orphans, repair);
    }

    private void verifyAccounts() {
        try {
            StoreWalk.accounts(store.accounts(), account -> accounts++);
        } catch (UnreadableDocument unreadable) {
            damaged++;
            findings.add("one of the accounts behind the first " + accounts + ": " + unreadable.getMessage());
        }
    }

    private <T> void tell(List<Damaged<T>> broken) {
        damaged += broken.size();
        broken.forEach(record -> findings.add(Findings.words(record)));
    }

    private void verifyOrders(List<ArchivedOrder> page) {
        List<ArchivedOrder> doubtful = doubtful(page);
        for (int look = 1; look < LOOKS && !doubtful.isEmpty(); look++) {
            pause.run();
            List<ArchivedOrder> now = new ArrayList<>();
            Set<ArchivedOrder> before = new HashSet<>(doubtful);
            for (ArchivedOrder order : doubtful) {
                current(order).ifPresent(now::add);
            }
            doubtful = doubtful(now);
            List<ArchivedOrder> settled = doubtful.stream()
                    .filter(before::contains)
                    .filter(order -> current(order).equals(Optional.of(order)))
                    .toList();
            settled.forEach(this::isWrong);
            doubtful.removeAll(settled);
        }
    }

    /** Those of which a history row is not as it follows from them. */
    private List<ArchivedOrder> doubtful(List<ArchivedOrder> page) {
        List<List<ArchivedRow>> expected = new ArrayList<>(page.size());
        List<RowPlace> places = new ArrayList<>();
        for (ArchivedOrder order : page) {
            List<ArchivedRow> own = OrderRows.of(rows.kept(order));
            expected.add(own);
            own.forEach(row -> places.add(row.place()));
        }
        Set<ArchivedRow> held = new HashSet<>(store.archive().historyAt(places));
        List<ArchivedOrder> doubtful = new ArrayList<>(0);
        for (int i = 0; i < page.size(); i++) {
            if (!held.containsAll(expected.get(i))) {
                doubtful.add(page.get(i));
            }
        }
        return doubtful;
    }

    /** The order as it is now; empty when it cannot be read any more, which the next run will tell. */
    private Optional<ArchivedOrder> current(ArchivedOrder order) {
        try {
            return store.evidence()
                    .order(order.space(), order.order().order().id())
                    .map(stored -> new ArchivedOrder(order.space(), stored));
        } catch (UnreadableDocument unreadable) {
            return Optional.empty();
        }
    }

    private void isWrong(ArchivedOrder order) {
        KeptOrder kept = rows.kept(order);
        Map<RowPlace, ArchivedRow> held = new HashMap<>();
        List<ArchivedRow> expected = OrderRows.of(kept);
        store.archive()
                .historyAt(expected.stream().map(ArchivedRow::place).toList())
                .forEach(row -> held.put(row.place(), row));
        if (held.values().containsAll(expected)) {
            return;
        }
        differing++;
        for (ArchivedRow row : expected) {
            ArchivedRow found = held.get(row.place());
            if (!row.equals(found)) {
                findings.add(Findings.words(row) + Findings.difference(row, found) + (repair ? "; rebuilt" : ""));
            }
        }
        if (repair) {
            store.archive().keepOrders(List.of(kept));
        }
    }

    private void verifyRows(List<ArchivedRow> page) {
        List<ArchivedRow> doubtful = withoutOrder(page);
        if (doubtful.isEmpty()) {
            return;
        }
        pause.run();
        Set<ArchivedRow> still = new HashSet<>(store.archive()
                .historyAt(doubtful.stream().map(ArchivedRow::place).toList()));
        for (ArchivedRow row : withoutOrder(doubtful)) {
            if (still.contains(row)) {
                orphans++;
                findings.add(Findings.words(row) + ": does not follow from any order" + (repair ? "; deleted" : ""));
                if (repair) {
                    store.archive().deleteHistory(row);
                }
            }
        }
    }

    /** Those that stand where no row of their order belongs. */
    private List<ArchivedRow> withoutOrder(List<ArchivedRow> page) {
        OrdersOfRows orders = new OrdersOfRows(store.evidence(), page);
        List<ArchivedRow> without = new ArrayList<>(0);
        for (ArchivedRow row : page) {
            boolean belongs = switch (orders.of(row)) {
                case OrdersOfRows.Held(ArchivedOrder order) ->
                    OrderRows.of(rows.kept(order)).stream()
                            .anyMatch(expected -> expected.place().equals(row.place()));
                case OrdersOfRows.Missing missing -> false;
                // Told as damaged already; whose row this is cannot be judged.
                case OrdersOfRows.Unreadable unreadable -> true;
            };
            if (!belongs) {
                without.add(row);
            }
        }
        return without;
    }

    private void verify(ArchivedSighting sighting) {
        var write = sighting.sighting();
        if (!keyring.sightingIp(sighting.space(), write.sighting().ip()).equals(write.ipKey())) {
            damaged++;
            findings.add(Findings.words(sighting) + ": the key is not that of the address");
        }
    }
}
