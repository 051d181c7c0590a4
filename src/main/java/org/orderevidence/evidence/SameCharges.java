package org.orderevidence.evidence;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.orderevidence.evidence.DisputeCase.Prior;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;

/**
 * Finds priors that are the same card movement as another order. A shop and a processor can send one under two order
 * IDs; it counts once, for the lower ID. Orders are compared in ascending ID; the relation is not transitive.
 */
final class SameCharges {
    /** An order that states the processor's ID of the charge, in a set of bits. */
    private static final int HAS_TRANSACTION = 1;

    /** An order that states the acquirer reference number. */
    private static final int HAS_ARN = 2;

    /** Every combination of the two. */
    private static final int COMBINATIONS = 4;

    /** References of the orders that count. */
    private final Set<KeyedHash> references = new HashSet<>();

    /** Of the orders that count and look alike: which combinations of references they state, as a set of bits. */
    private final Map<Lookalike, Integer> lookalikes = new HashMap<>();

    private SameCharges() {}

    /** What two orders of one card movement have in common when no reference decides. */
    private sealed interface Lookalike {
        /** The same approval code on the day that counts. */
        record ByCode(Money money, KeyedHash authCode, LocalDate day) implements Lookalike {}

        /** The same second. */
        record BySecond(Money money, long second) implements Lookalike {}
    }

    /**
     * Returns the priors that are the same card movement as the disputed order, or as a prior with a lower ID that can
     * count. A prior with its own reason, or that is itself the same as another order, excludes no other prior. The
     * ages do not matter, so the result is the same for every dispute date.
     */
    static Set<OrderId> among(List<Prior> priors, DisputeCase dispute) {
        List<Prior> counting = new ArrayList<>(priors.size());
        for (Prior prior : priors) {
            if (JudgedPrior.ownReason(prior, dispute) == null) {
                counting.add(prior);
            }
        }
        counting.sort(Comparator.comparing(Prior::id));
        SameCharges counted = new SameCharges();
        counted.add(dispute.facts());
        Set<OrderId> repeated = new HashSet<>();
        for (Prior prior : counting) {
            if (counted.has(prior.facts())) {
                repeated.add(prior.id());
            } else {
                counted.add(prior.facts());
            }
        }
        return repeated;
    }

    private boolean has(PriorFacts facts) {
        if (facts.chargeKeys().unique().stream().anyMatch(references::contains)) {
            return true;
        }
        int stated = combination(facts.chargeKeys());
        for (Lookalike key : keys(facts)) {
            int seen = lookalikes.getOrDefault(key, 0);
            for (int other = 0; other < COMBINATIONS; other++) {
                // A reference that both state differs, or they would be the same by it.
                if ((seen & (1 << other)) != 0 && (stated & other) == 0) {
                    return true;
                }
            }
        }
        return false;
    }

    private void add(PriorFacts facts) {
        references.addAll(facts.chargeKeys().unique());
        int bit = 1 << combination(facts.chargeKeys());
        for (Lookalike key : keys(facts)) {
            lookalikes.merge(key, bit, (seen, more) -> seen | more);
        }
    }

    private static int combination(ChargeKeys keys) {
        return (keys.gatewayTransactionId() == null ? 0 : HAS_TRANSACTION) | (keys.arn() == null ? 0 : HAS_ARN);
    }

    private static List<Lookalike> keys(PriorFacts facts) {
        List<Lookalike> keys = new ArrayList<>(2);
        KeyedHash authCode = facts.chargeKeys().authCode();
        if (authCode != null) {
            keys.add(new Lookalike.ByCode(facts.money(), authCode, facts.day()));
        }
        Instant moment = facts.transactionTime().instant();
        if (moment != null) {
            keys.add(new Lookalike.BySecond(facts.money(), moment.getEpochSecond()));
        }
        return keys;
    }
}
