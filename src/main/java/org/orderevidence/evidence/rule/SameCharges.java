package org.orderevidence.evidence.rule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderId;

/**
 * Finds priors that are the same charge as another order. A shop and a processor can send one card movement under two
 * order IDs; it counts once, for the lower ID.
 */
final class SameCharges {
    private SameCharges() {}

    /**
     * Returns the priors that state a reference of the disputed order, or of a prior with a lower ID that can count. A
     * prior with its own reason, or that is itself the same charge as another order, excludes no other prior. The
     * ages do not matter, so the result is the same for every dispute date.
     */
    static Set<OrderId> among(List<Prior> priors, DisputeCase dispute) {
        List<Prior> stating = new ArrayList<>();
        for (Prior prior : priors) {
            if (!prior.facts().chargeKeys().isEmpty() && JudgedPrior.ownReason(prior, dispute) == null) {
                stating.add(prior);
            }
        }
        if (stating.isEmpty()) {
            return Set.of();
        }
        stating.sort(Comparator.comparing(Prior::id));
        Set<KeyedHash> counted = new HashSet<>(dispute.facts().chargeKeys().stated());
        Set<OrderId> repeated = new HashSet<>();
        for (Prior prior : stating) {
            List<KeyedHash> stated = prior.facts().chargeKeys().stated();
            if (Collections.disjoint(stated, counted)) {
                counted.addAll(stated);
            } else {
                repeated.add(prior.id());
            }
        }
        return repeated;
    }
}
