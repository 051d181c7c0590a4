package org.orderevidence.transfer;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.ComposedOrder;
import org.orderevidence.store.EvidenceArchive.ArchivedOrder;
import org.orderevidence.store.EvidenceArchive.Damaged;
import org.orderevidence.store.EvidenceArchive.Found;
import org.orderevidence.store.EvidenceArchive.Page;
import org.orderevidence.store.EvidenceArchive.Stray;
import org.orderevidence.store.EvidenceArchive.Whole;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.StoreUnavailable;

/** Finds rows of the indexes, and later facts, that belong to no order. Used once. */
final class StrayCheck {
    private final OpenStore store;
    private final ExpectedRows rows;
    private final boolean repair;
    private final Runnable pause;
    private final VerifyFindings findings;
    private long indexRows;
    private long damaged;

    StrayCheck(OpenStore store, ExpectedRows rows, boolean repair, Runnable pause, VerifyFindings findings) {
        this.store = store;
        this.rows = rows;
        this.repair = repair;
        this.pause = pause;
        this.findings = findings;
    }

    /** Returns the number of index rows that belong to no order. They were deleted if a repair was requested. */
    long indexRows() {
        return indexRows;
    }

    /** Returns the number of later facts without an order and of unreadable records. They cannot be repaired. */
    long damaged() {
        return damaged;
    }

    void run() {
        @Nullable String after = null;
        do {
            Page<Stray> page = store.archive().strays(after, StoreWalk.PAGE);
            List<Stray> doubtful = take(page);
            if (!doubtful.isEmpty()) {
                pause.run();
                Set<Stray> still = strays(store.archive().strays(after, StoreWalk.PAGE));
                doubtful.stream()
                        .filter(still::contains)
                        .filter(this::belongsToNone)
                        .forEach(this::isWrong);
            }
            after = page.next();
        } while (after != null);
    }

    private List<Stray> take(Page<Stray> page) {
        List<Stray> doubtful = new ArrayList<>(0);
        for (Found<Stray> found : page.records()) {
            switch (found) {
                case Whole<Stray>(Stray stray) -> doubtful.add(stray);
                case Damaged<Stray> broken -> {
                    damaged++;
                    findings.add(VerifyFindings.words(broken));
                }
            }
        }
        return doubtful;
    }

    private static Set<Stray> strays(Page<Stray> page) {
        Set<Stray> strays = new HashSet<>();
        for (Found<Stray> found : page.records()) {
            if (found instanceof Whole<Stray>(Stray stray)) {
                strays.add(stray);
            }
        }
        return strays;
    }

    /** Checks against the order's document; a wrong plain column is reported separately. */
    private boolean belongsToNone(Stray stray) {
        try {
            Found<ArchivedOrder> found = store.archive()
                    .ordersAt(stray.space(), List.of(stray.order()))
                    .get(stray.order());
            return switch (found) {
                case null -> true;
                // Reported already.
                case Damaged<ArchivedOrder> _ -> false;
                case Whole<ArchivedOrder>(ArchivedOrder order) ->
                    store.archive().hasCurrentDerivation(order)
                            && isOfAnother(rows.kept(order).composed(), stray);
            };
        } catch (StoreUnavailable error) {
            if (!error.isDamaged()) {
                throw error;
            }
            return false;
        }
    }

    /** Parts that do not make an order yet have no rows in an index. */
    private static boolean isOfAnother(@Nullable ComposedOrder order, Stray stray) {
        return switch (stray.table()) {
            case REFERENCE_INDEX ->
                order == null
                        || !Objects.equals(order.transactionTime(), stray.time())
                        || order.references().stream().noneMatch(reference -> reference.equals(stray.reference()));
            case TIME_INDEX -> order == null || !Objects.equals(order.transactionTime(), stray.time());
            case DISPUTES, FRAUD_REPORTS -> false;
        };
    }

    private void isWrong(Stray stray) {
        switch (stray.table()) {
            case REFERENCE_INDEX, TIME_INDEX -> {
                indexRows++;
                findings.add(VerifyFindings.words(stray) + (repair ? "; deleted" : ""));
                if (repair) {
                    store.archive().deleteStray(stray);
                }
            }
            case DISPUTES, FRAUD_REPORTS -> {
                damaged++;
                findings.add(VerifyFindings.words(stray) + "; send the order again, or restore a backup");
            }
        }
    }
}
