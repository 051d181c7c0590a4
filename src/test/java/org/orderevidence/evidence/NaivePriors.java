package org.orderevidence.evidence;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Dispute.ActiveDisputes;
import org.orderevidence.order.OrderId;

/** The lasting reasons of priors, computed as the rule states them: each prior with all others. */
final class NaivePriors {
    private final TestOrder disputed;
    private final List<TestOrder> priors;
    private final Set<ActiveDisputes> excluding;
    private final boolean refundsExclude;
    private final Map<OrderId, Boolean> repeating = new HashMap<>();

    NaivePriors(RandomHistory history, List<TestOrder> priors) {
        this.disputed = history.disputed();
        this.priors = priors;
        boolean fraudAlone = history.profile() == Profile.VISA
                && history.settings().disputedPriors() == RuleSettings.DisputedPriors.FRAUD;
        this.excluding =
                fraudAlone ? Set.of(ActiveDisputes.FRAUD) : Set.of(ActiveDisputes.FRAUD, ActiveDisputes.NOT_FRAUD);
        this.refundsExclude = history.settings().refundedPriors() == RuleSettings.RefundedPriors.EXCLUDE;
    }

    /** Returns the code of why a prior never counts on any day of a dispute, or null if there is none. */
    @Nullable
    String lasting(TestOrder prior) {
        if (prior.failed) {
            return "prior_failed";
        }
        if (prior.validation || prior.amount == 0) {
            return "prior_validation";
        }
        if (prior.fraudReported) {
            return "prior_fraud_reported";
        }
        if (excluding.contains(prior.disputes)) {
            return "prior_disputed";
        }
        if (prior.refunded && refundsExclude) {
            return "prior_refunded";
        }
        if (prior.descriptor != null && disputed.descriptor != null && !prior.descriptor.equals(disputed.descriptor)) {
            return "prior_other_descriptor";
        }
        if (!isEarlier(prior)) {
            return "prior_not_earlier";
        }
        return repeatsACharge(prior) ? "prior_same_charge" : null;
    }

    private boolean isEarlier(TestOrder prior) {
        if (prior.secondOfDay != null && disputed.secondOfDay != null && prior.day.equals(disputed.day)) {
            return prior.secondOfDay < disputed.secondOfDay;
        }
        return prior.day.isBefore(disputed.day);
    }

    private boolean repeatsACharge(TestOrder prior) {
        Boolean known = repeating.get(prior.id);
        if (known != null) {
            return known;
        }
        boolean repeats = isOneCharge(prior, disputed);
        for (TestOrder other : priors) {
            repeats |= other.id.compareTo(prior.id) < 0 && isOneCharge(prior, other) && lasting(other) == null;
        }
        repeating.put(prior.id, repeats);
        return repeats;
    }

    private static boolean isOneCharge(TestOrder one, TestOrder other) {
        boolean sameTransaction =
                one.gatewayTransactionId != null && one.gatewayTransactionId.equals(other.gatewayTransactionId);
        if (sameTransaction || (one.arn != null && one.arn.equals(other.arn))) {
            return true;
        }
        boolean bothKnowTransaction = one.gatewayTransactionId != null && other.gatewayTransactionId != null;
        boolean bothKnowArn = one.arn != null && other.arn != null;
        if (bothKnowTransaction || bothKnowArn || one.amount != other.amount) {
            return false;
        }
        boolean sameCode = one.authCode != null && one.authCode.equals(other.authCode);
        boolean sameSecond =
                one.secondOfDay != null && one.secondOfDay.equals(other.secondOfDay) && one.day.equals(other.day);
        return sameSecond || (sameCode && NaiveRule.dayOf(one).equals(NaiveRule.dayOf(other)));
    }
}
