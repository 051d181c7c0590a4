package org.orderevidence.evidence;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.ActiveDisputes;
import org.orderevidence.order.OrderId;

/**
 * A prior, with its result for one dispute.
 *
 * @param prior the prior
 * @param elements its elements
 * @param day the day it counts from, in days since 1970
 * @param age in days; in profile stripe by transaction dates
 * @param lasting why it never counts on any day of a dispute, or null
 * @param reason why it does not count; null if it is usable
 * @param usableElements the elements of the profile that it has
 * @param equal the elements of the profile that are equal to the disputed order's
 */
public record JudgedPrior(
        Prior prior,
        OrderElements elements,
        long day,
        long age,
        @Nullable PriorReason lasting,
        @Nullable PriorReason reason,
        ElementSet usableElements,
        ElementSet equal) {

    /** Newest day first, within a day by order id. */
    public static final Comparator<JudgedPrior> NEWEST_FIRST =
            Comparator.comparingLong(JudgedPrior::day).reversed().thenComparing(JudgedPrior::id);

    /** Judges the priors, in the order given. One reason depends on the other priors. */
    public static List<JudgedPrior> all(List<Prior> priors, DisputeCase dispute, OrderElements disputedElements) {
        Set<OrderId> sameCharge = SameCharges.among(priors, dispute);
        List<JudgedPrior> judged = new ArrayList<>(priors.size());
        for (Prior prior : priors) {
            judged.add(of(prior, dispute, disputedElements, sameCharge.contains(prior.id())));
        }
        return judged;
    }

    private static JudgedPrior of(
            Prior prior, DisputeCase dispute, OrderElements disputedElements, boolean sameCharge) {
        Profile profile = dispute.profile();
        PriorFacts facts = prior.facts();
        long day = facts.day().toEpochDay();
        long age = profile.agesByTransaction()
                ? transactionDay(dispute.facts()) - transactionDay(facts)
                : dispute.date().asOf().toEpochDay() - day;
        PriorReason own = ownReason(prior, dispute);
        PriorReason lasting = own == null && sameCharge ? PriorReason.SAME_CHARGE : own;
        OrderElements elements = new OrderElements(facts, prior.ipStandIn());
        ElementSet usable = elements.usable().and(profile.elements());
        ElementSet equal = elements.equalTo(disputedElements).and(profile.elements());
        PriorReason reason = lasting != null ? lasting : byAge(age, facts, profile);
        return new JudgedPrior(prior, elements, day, age, lasting, reason, usable, equal);
    }

    public OrderId id() {
        return prior.id();
    }

    public PriorFacts facts() {
        return prior.facts();
    }

    public boolean isUsable() {
        return reason == null;
    }

    /** Least age at which it is inside the window. */
    public static int minAge(PriorFacts facts, Profile profile) {
        return facts.traits().contains(PriorFacts.Trait.ORIGINAL_CREDIT) && profile.freesOriginalCredits()
                ? 0
                : profile.minAgeDays();
    }

    /** Returns true if its age is the first or the last of the window: processors read the edges differently. */
    public boolean isOnEdge(Profile profile) {
        boolean hasFloor = minAge(facts(), profile) == profile.minAgeDays();
        return (hasFloor && age == profile.minAgeDays()) || age == profile.maxAgeDays();
    }

    /** Returns the first lasting reason that does not depend on other priors, or null if there is none. */
    static @Nullable PriorReason ownReason(Prior prior, DisputeCase dispute) {
        PriorFacts facts = prior.facts();
        if (facts.traits().contains(PriorFacts.Trait.FAILED)) {
            return PriorReason.FAILED;
        }
        if (facts.traits().contains(PriorFacts.Trait.VALIDATION)
                || facts.money().amountMinor() == 0) {
            return PriorReason.VALIDATION;
        }
        if (prior.fraudReported()) {
            return PriorReason.FRAUD_REPORTED;
        }
        boolean disputed = dispute.countsOnlyFraudDisputes()
                ? prior.disputes() == ActiveDisputes.FRAUD
                : prior.disputes() != ActiveDisputes.NONE;
        if (disputed) {
            return PriorReason.DISPUTED;
        }
        if (facts.traits().contains(PriorFacts.Trait.REFUNDED_IN_FULL)
                && dispute.settings().refundedPriors() == RuleSettings.RefundedPriors.EXCLUDE) {
            return PriorReason.REFUNDED;
        }
        if (facts.hasOtherDescriptorThan(dispute.facts())) {
            return PriorReason.OTHER_DESCRIPTOR;
        }
        return facts.transactionTime().isEarlierThan(dispute.facts().transactionTime())
                ? null
                : PriorReason.NOT_EARLIER;
    }

    private static long transactionDay(PriorFacts facts) {
        return facts.transactionTime().day().toEpochDay();
    }

    private static @Nullable PriorReason byAge(long age, PriorFacts facts, Profile profile) {
        if (age < 0) {
            return PriorReason.AFTER_DISPUTE;
        }
        if (age < minAge(facts, profile)) {
            return PriorReason.TOO_RECENT;
        }
        return age > profile.maxAgeDays() ? PriorReason.TOO_OLD : null;
    }
}
