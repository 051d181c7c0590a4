package org.orderevidence.transfer;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderId;
import org.orderevidence.store.EvidenceArchive.ArchivedOrder;
import org.orderevidence.store.OpenStore;

/**
 * Finds records that only the target of a copy has, because they were removed from the source since an earlier copy. They
 * are removed if a mirror was requested, and named otherwise. Used once.
 */
final class TargetSurplus {
    private static final int ORDERS_AT_A_TIME = 100;

    private final OpenStore source;
    private final OpenStore target;
    private final boolean mirror;
    private final RecordCopy records;
    private final VerifyFindings findings;
    private long left;

    /**
     * @param mirror true to remove them
     * @param now expired receipt links are ignored
     */
    TargetSurplus(OpenStore source, OpenStore target, boolean mirror, Instant now, StoreWatch watch) {
        this.source = source;
        this.target = target;
        this.mirror = mirror;
        this.records = new RecordCopy(source, target, now, watch);
        this.findings = new VerifyFindings(watch);
    }

    /** Returns how many records stay that only the target has. */
    long left() {
        return left;
    }

    /** Removes or names all but orders. */
    void run() {
        records.surplus(
                (words, remove) -> surplus(words, remove),
                (words, replace) -> surplus("different in", "replaced in", words, replace));
    }

    private void surplus(String record, Runnable remove) {
        surplus("only in", "removed from", record, remove);
    }

    private void surplus(String state, String change, String record, Runnable repair) {
        if (mirror) {
            repair.run();
            findings.add(change + " the target: " + record);
        } else {
            left++;
            findings.add(state + " the target: " + record);
        }
    }

    /** Names the orders that only the target has. Nothing removes orders. */
    void orders() {
        StoreWalk.<ArchivedOrder>over(target.archive()::orders, null, (whole, damaged, next) -> {
            Map<AccountSpace, List<OrderId>> ids = new HashMap<>();
            whole.forEach(order -> ids.computeIfAbsent(order.space(), space -> new ArrayList<>())
                    .add(order.id()));
            ids.forEach(this::orders);
        });
    }

    private void orders(AccountSpace space, List<OrderId> ids) {
        for (int i = 0; i < ids.size(); i += ORDERS_AT_A_TIME) {
            List<OrderId> some = ids.subList(i, Math.min(ids.size(), i + ORDERS_AT_A_TIME));
            Set<OrderId> known = source.archive().ordersAt(space, some).keySet();
            some.stream()
                    .filter(id -> !known.contains(id))
                    .forEach(id -> findings.add("only in the target: " + VerifyFindings.words(space) + ", order " + id
                            + "; no command removes orders: copy to an empty store"));
        }
    }
}
