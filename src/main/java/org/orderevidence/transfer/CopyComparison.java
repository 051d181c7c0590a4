package org.orderevidence.transfer;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.orderevidence.store.EvidenceArchive.ArchivedOrder;
import org.orderevidence.store.EvidenceArchive.ArchivedRow;
import org.orderevidence.store.EvidenceArchive.Damaged;
import org.orderevidence.store.EvidenceArchive.KeptOrder;
import org.orderevidence.store.OpenStore;
import org.orderevidence.transfer.CopyOutcome.Compared;
import org.orderevidence.transfer.CopyOutcome.Comparison;

/** Reads all records of two stores, and compares them by count and checksum. Used once. */
final class CopyComparison {
    private final OpenStore source;
    private final OpenStore target;
    private final ExpectedRows rows;
    private final Instant now;
    private final StoreWatch watch;
    private final VerifyFindings findings;
    private final RecordSum sums = new RecordSum();

    private StoreSum held = StoreSum.NONE;
    private StoreSum derived = StoreSum.NONE;
    private long damaged;

    CopyComparison(OpenStore source, OpenStore target, ExpectedRows rows, Instant now, StoreWatch watch) {
        this.source = source;
        this.target = target;
        this.rows = rows;
        this.now = now;
        this.watch = watch;
        this.findings = new VerifyFindings(watch);
    }

    /**
     * Compares both stores.
     *
     * @param orders estimated number of orders, for the progress; -1 if not known
     */
    Compared compare(long orders) {
        StoreSum sourceOrders = orders(source, "source orders read", orders, true);
        StoreSum sourceRows = derived;
        Comparison ordersToo =
                new Comparison(CopyOutcome.ORDERS, sourceOrders, orders(target, "target orders read", orders, false));
        Comparison history = new Comparison("history rows", sourceRows, history(target));
        List<Comparison> all = new ArrayList<>(List.of(ordersToo, history));
        all.addAll(new RecordCopy(source, target, now, watch).compare(fault -> {
            damaged++;
            findings.add(fault);
        }));
        return new Compared(all, damaged, 0);
    }

    private StoreSum orders(OpenStore store, String step, long total, boolean isSource) {
        held = StoreSum.NONE;
        derived = StoreSum.NONE;
        StoreWalk.<ArchivedOrder>over(store.archive()::orders, null, (whole, broken, next) -> {
            for (ArchivedOrder order : whole) {
                held = held.plus(sums.of(order));
                if (isSource) {
                    KeptOrder kept = rows.kept(order);
                    for (ArchivedRow row : ExpectedRows.of(kept)) {
                        derived = derived.plus(sums.of(row));
                    }
                }
            }
            tell(broken, isSource);
            watch.at(step, held.count(), total);
        });
        return held;
    }

    private StoreSum history(OpenStore store) {
        held = StoreSum.NONE;
        StoreWalk.<ArchivedRow>over(store.archive()::history, null, (whole, broken, next) -> {
            for (ArchivedRow row : whole) {
                held = held.plus(sums.of(row));
            }
            tell(broken, false);
            watch.at("target rows read", held.count(), -1);
        });
        return held;
    }

    private <T> void tell(List<Damaged<T>> broken, boolean isSource) {
        for (Damaged<T> record : broken) {
            damaged++;
            findings.add((isSource ? "source: " : "target: ") + VerifyFindings.words(record));
        }
    }
}
