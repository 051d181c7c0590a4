package org.orderevidence.transfer;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderId;
import org.orderevidence.service.Keyring;
import org.orderevidence.store.Derivation;
import org.orderevidence.store.EvidenceArchive.ArchivedOrder;
import org.orderevidence.store.EvidenceArchive.ArchivedRow;
import org.orderevidence.store.EvidenceArchive.Damaged;
import org.orderevidence.store.EvidenceArchive.Difference;
import org.orderevidence.store.EvidenceArchive.KeptOrder;
import org.orderevidence.store.EvidenceArchive.RowPlace;
import org.orderevidence.store.EvidenceArchive.Whole;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;
import org.orderevidence.store.sighting.Sightings;

/**
 * Verifies a whole store. Each record must be readable. Each order must have exactly the history rows, index rows and
 * plain columns that follow from it. No row may exist without its order, and there must be as many orders as the store
 * counted. The rows of orders that another release derived are not compared. Continues after unreadable records. The store
 * may be in use, so a finding is checked again before it is reported. Used once.
 */
public final class StoreVerify {
    /** Maximum number of checks of a record that changes between checks. After that it counts as correct. */
    private static final int LOOKS = 5;

    private static final String SEND_AGAIN = "; send the dispute or fraud report again, or restore a backup";

    private final OpenStore store;
    private final ExpectedRows rows;
    private final boolean repair;
    private final Runnable pause;
    private final StoreWatch watch;
    private final VerifyFindings findings;
    private final AuditCheck audit;

    private long accounts;
    private long orders;
    private long older;
    private long historyRows;
    private long sightings;
    private long damaged;
    private long differing;
    private long orphans;
    private long miscounted;

    /**
     * @param store store to verify
     * @param keyring keyring of the installation's secret
     * @param repair whether history is rebuilt where it differs, and rows without an order are deleted
     * @param pause waits until a write has reached all of its rows
     * @param watch receives the progress and the findings
     */
    public StoreVerify(OpenStore store, Keyring keyring, boolean repair, Runnable pause, StoreWatch watch) {
        this.store = store;
        this.rows = new ExpectedRows(keyring);
        this.repair = repair;
        this.pause = pause;
        this.watch = watch;
        this.findings = new VerifyFindings(watch);
        this.audit = new AuditCheck(store.accounts(), pause);
    }

    /** Verifies the whole store. */
    public VerifyReport run() {
        verifyAccounts();
        verifyAllOrders();
        // After the orders, because their check may have rebuilt the correct row of a misplaced one.
        StoreWalk.<ArchivedRow>over(store.archive()::history, null, (whole, broken, next) -> {
            historyRows += whole.size();
            tell(broken);
            verifyRows(whole);
            watch.at("history rows verified", historyRows, -1);
        });
        RecordCheck records = new RecordCheck(store, repair, pause, findings, watch);
        records.run(opened -> {
            audit.met(opened);
            sightings += opened.meaning().kind().equals(Sightings.SIGHTING) ? 1 : 0;
        });
        damaged += records.damaged();
        differing += records.differing();
        orphans += records.orphans();
        verifyAudit();
        StrayCheck strays = new StrayCheck(store, rows, repair, pause, findings);
        strays.run();
        orphans += strays.indexRows();
        damaged += strays.damaged();
        // With one key, no record can have an older one.
        if (store.sealedRecords().keys().size() > 1 || damaged > 0) {
            new OldKeys(store.sealedRecords(), findings, watch).run();
        }
        for (String fault : store.archive().engineFaults()) {
            damaged++;
            findings.add("the database file: " + fault);
        }
        boolean isSound = damaged == 0 && miscounted == 0 && (repair || (differing == 0 && orphans == 0));
        return new VerifyReport(
                accounts, orders, historyRows, sightings, damaged, differing, orphans, miscounted, isSound);
    }

    private void verifyAllOrders() {
        OrderTally tally = new OrderTally(store.archive());
        StoreWalk.<ArchivedOrder>over(store.archive()::orders, null, (whole, broken, next) -> {
            for (ArchivedOrder order : whole) {
                audit.names(order.space());
                verifyPlainNumbers(order);
                // The store does not count parts that do not make an order yet.
                if (order.order() != null) {
                    orders++;
                    tally.add(order.space());
                }
            }
            broken.forEach(order -> tally.add(order.space()));
            tell(broken);
            verifyOrders(
                    whole.stream().filter(store.archive()::hasCurrentDerivation).toList());
            older += whole.stream()
                    .filter(order -> order.derivation() < store.archive().derivation())
                    .count();
            watch.at("orders verified", orders, -1);
        });
        if (older > 0) {
            watch.withOlderDerivation(older);
        }
        tally.spaces().forEach(audit::names);
        for (String line : tally.faults()) {
            miscounted++;
            findings.add(line);
        }
    }

    /** Checks numbers of an order that follow from nothing else, as far as that is possible. */
    private void verifyPlainNumbers(ArchivedOrder order) {
        if (order.derivation() > store.archive().derivation()) {
            damaged++;
            findings.add(VerifyFindings.words(order) + ": its rows have derivation " + order.derivation()
                    + ", but this release has " + store.archive().derivation()
                    + "; verify the store with the newer release, or send the order again");
        } else if (order.derivation() < Derivation.FIRST) {
            differing++;
            findings.add(VerifyFindings.words(order) + ": its rows have derivation " + order.derivation()
                    + ", which no release has" + (repair ? "; rebuilt" : ""));
            if (repair) {
                rebuild(order, rows.kept(order));
            }
        }
        if (order.order() != null
                && order.uploadedAt().isAfter(Instant.EPOCH.plus(order.version(), ChronoUnit.MICROS))) {
            damaged++;
            findings.add(VerifyFindings.words(order) + ": its upload time " + order.uploadedAt()
                    + " is after its last change; restore a backup");
        }
    }

    /** Accounts, keys and integrations, by what names them. */
    private void verifyAudit() {
        try {
            List<String> faults = audit.faults();
            damaged += faults.size();
            faults.forEach(findings::add);
        } catch (UnreadableDocument | DocumentTooNew unreadable) {
            // Reported with the accounts.
        } catch (StoreUnavailable error) {
            if (!error.isDamaged()) {
                throw error;
            }
            damaged++;
            findings.add("tables keys_records and audit_records: " + error.getMessage() + "; restore a backup");
        }
    }

    private void verifyAccounts() {
        try {
            StoreWalk.accounts(store.accounts(), account -> {
                accounts++;
                audit.exists(account.id());
            });
        } catch (UnreadableDocument | DocumentTooNew unreadable) {
            // The check of all records reports it.
        } catch (StoreUnavailable error) {
            if (!error.isDamaged()) {
                throw error;
            }
            damaged++;
            findings.add(
                    "table accounts, after the first " + accounts + ": " + error.getMessage() + "; restore a backup");
        }
    }

    private <T> void tell(List<Damaged<T>> broken) {
        damaged += broken.size();
        broken.forEach(record -> findings.add(VerifyFindings.words(record)));
    }

    private void verifyOrders(List<ArchivedOrder> page) {
        List<ArchivedOrder> doubtful = doubtful(page);
        for (int look = 1; look < LOOKS && !doubtful.isEmpty(); look++) {
            pause.run();
            List<ArchivedOrder> now = new ArrayList<>();
            Set<ArchivedOrder> before = new HashSet<>(doubtful);
            for (ArchivedOrder order : doubtful) {
                current(order).filter(store.archive()::hasCurrentDerivation).ifPresent(now::add);
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

    /** Returns the orders that have a wrong or missing history row, index row or plain column. */
    private List<ArchivedOrder> doubtful(List<ArchivedOrder> page) {
        List<List<ArchivedRow>> expected = new ArrayList<>(page.size());
        List<RowPlace> places = new ArrayList<>();
        List<KeptOrder> kept = new ArrayList<>(page.size());
        for (ArchivedOrder order : page) {
            KeptOrder should = rows.kept(order);
            kept.add(should);
            List<ArchivedRow> own = ExpectedRows.of(should);
            expected.add(own);
            own.forEach(row -> places.add(row.place()));
        }
        Set<ArchivedRow> held = new HashSet<>(store.archive().historyAt(places));
        Set<OrderKey> differ = new HashSet<>();
        store.archive().differences(kept).forEach(found -> differ.add(new OrderKey(found.space(), found.id())));
        List<ArchivedOrder> doubtful = new ArrayList<>(0);
        for (int i = 0; i < page.size(); i++) {
            OrderKey key = new OrderKey(page.get(i).space(), page.get(i).id());
            if (differ.contains(key) || !held.containsAll(expected.get(i))) {
                doubtful.add(page.get(i));
            }
        }
        return doubtful;
    }

    private record OrderKey(AccountSpace space, OrderId id) {}

    /** Returns the current order, or empty if it can no longer be read. The next run reports that. */
    private Optional<ArchivedOrder> current(ArchivedOrder order) {
        try {
            OrderId id = order.id();
            return store.archive().ordersAt(order.space(), List.of(id)).get(id)
                            instanceof Whole<ArchivedOrder>(ArchivedOrder whole)
                    ? Optional.of(whole)
                    : Optional.empty();
        } catch (StoreUnavailable error) {
            if (!error.isDamaged()) {
                throw error;
            }
            return Optional.empty();
        }
    }

    private void isWrong(ArchivedOrder order) {
        KeptOrder kept = rows.kept(order);
        Map<RowPlace, ArchivedRow> held = new HashMap<>();
        List<ArchivedRow> expected = ExpectedRows.of(kept);
        store.archive()
                .historyAt(expected.stream().map(ArchivedRow::place).toList())
                .forEach(row -> held.put(row.place(), row));
        List<Difference> differences = store.archive().differences(List.of(kept));
        if (differences.isEmpty() && held.values().containsAll(expected)) {
            return;
        }
        boolean hasLost = differences.stream().anyMatch(Difference::isLoss);
        // The marks of history rows are then all that is left of a later fact: to rebuild them would delete it.
        String rebuilt = repair && !hasLost ? "; rebuilt" : "";
        if (hasLost) {
            damaged++;
        } else {
            differing++;
        }
        for (Difference found : differences) {
            findings.add(VerifyFindings.words(found) + (found.isLoss() ? SEND_AGAIN : rebuilt));
        }
        for (ArchivedRow row : expected) {
            ArchivedRow found = held.get(row.place());
            if (!row.equals(found)) {
                findings.add(VerifyFindings.words(row) + VerifyFindings.difference(row, found) + rebuilt);
            }
        }
        if (repair && !hasLost) {
            rebuild(order, kept);
        }
    }

    private void rebuild(ArchivedOrder order, KeptOrder kept) {
        try {
            store.archive().keepOrders(List.of(kept));
            if (!isRight(kept) && current(order).equals(Optional.of(order))) {
                damaged++;
                findings.add(VerifyFindings.words(kept.space()) + ", order " + kept.id()
                        + ": is still wrong: a row was changed or deleted after the order was written; upload the"
                        + " order with a change");
            }
        } catch (StoreUnavailable error) {
            if (!error.isDamaged()) {
                throw error;
            }
            damaged++;
            findings.add(VerifyFindings.words(kept.space()) + ", order " + kept.id() + ": could not be rebuilt: "
                    + error.getMessage());
        }
    }

    private boolean isRight(KeptOrder kept) {
        List<ArchivedRow> expected = ExpectedRows.of(kept);
        List<ArchivedRow> held = store.archive()
                .historyAt(expected.stream().map(ArchivedRow::place).toList());
        return held.containsAll(expected)
                && store.archive().differences(List.of(kept)).isEmpty();
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
                findings.add(
                        VerifyFindings.words(row) + ": does not follow from any order" + (repair ? "; deleted" : ""));
                if (repair) {
                    store.archive().deleteHistory(row);
                }
            }
        }
    }

    /** Returns the rows at a position where their order has no row. */
    private List<ArchivedRow> withoutOrder(List<ArchivedRow> page) {
        OrdersOfRows orders = new OrdersOfRows(store.archive(), page);
        List<ArchivedRow> without = new ArrayList<>(0);
        for (ArchivedRow row : page) {
            boolean belongs = switch (orders.of(row)) {
                case OrdersOfRows.Held(ArchivedOrder order) ->
                    // The rows of another derivation cannot be known here.
                    !store.archive().hasCurrentDerivation(order)
                            || ExpectedRows.of(rows.kept(order)).stream()
                                    .anyMatch(expected -> expected.place().equals(row.place()));
                case OrdersOfRows.Missing missing -> false;
                // Already reported as damaged. It is not known which rows belong to it.
                case OrdersOfRows.Unreadable unreadable -> true;
            };
            if (!belongs) {
                without.add(row);
            }
        }
        return without;
    }
}
