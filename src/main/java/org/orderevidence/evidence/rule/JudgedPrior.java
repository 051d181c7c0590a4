package org.orderevidence.evidence.rule;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.element.PriorFacts;
import org.orderevidence.order.OrderId;

/**
 * A prior as one dispute sees it.
 *
 * @param prior the prior
 * @param elements its elements
 * @param day the day it counts from, since 1970
 * @param age in days; in profile stripe by transaction dates
 * @param lasting why it never counts, whatever the day of the dispute; absent when nothing lasting is against it
 * @param reason why it does not count; absent when it is usable
 * @param usableElements the elements of the profile that it has, as a set
 * @param equal those that are equal to the disputed order's
 */
public record JudgedPrior(
        Prior prior,
        OrderElements elements,
        long day,
        long age,
        @Nullable PriorReason lasting,
        @Nullable PriorReason reason,
        int usableElements,
        int equal) {

    /** Newest day first, within a day by order id. */
    public static final Comparator<JudgedPrior> NEWEST_FIRST =
            Comparator.comparingLong(JudgedPrior::day).reversed().thenComparing(JudgedPrior::id);

    public static JudgedPrior of(Prior prior, DisputeCase dispute, OrderElements disputedElements, int disputedUsable) {
        Profile profile = dispute.profile();
        PriorFacts facts = prior.facts();
        long day = facts.countingDay();
        long age = profile.agesByTransaction()
                ? dispute.facts().transactionDay() - facts.transactionDay()
                : dispute.date().asOf().toEpochDay() - day;
        PriorReason lasting = lasting(prior, dispute);
        OrderElements elements = new OrderElements(facts, prior.ipStandIn());
        int usable = elements.usable() & profile.elements();
        int equal = elements.equalTo(disputedElements, usable & disputedUsable);
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
        return facts.isOriginalCredit() && profile.freesOriginalCredits() ? 0 : profile.minAgeDays();
    }

    /** True when its age is the first or the last of the window: processors read the edges differently. */
    public boolean isOnEdge(Profile profile) {
        boolean hasFloor = minAge(facts(), profile) == profile.minAgeDays();
        return (hasFloor && age == profile.minAgeDays()) || age == profile.maxAgeDays();
    }

    private static @Nullable PriorReason lasting(Prior prior, DisputeCase dispute) {
        PriorFacts facts = prior.facts();
        if (facts.isFailed()) {
            return PriorReason.FAILED;
        }
        if (facts.isValidation() || facts.amountMinor() == 0) {
            return PriorReason.VALIDATION;
        }
        if (prior.fraudReported()) {
            return PriorReason.FRAUD_REPORTED;
        }
        if (prior.disputed()) {
            return PriorReason.DISPUTED;
        }
        if (facts.isRefundedInFull() && dispute.settings().refundedPriors() == RuleSettings.RefundedPriors.EXCLUDE) {
            return PriorReason.REFUNDED;
        }
        if (facts.hasOtherDescriptorThan(dispute.facts())) {
            return PriorReason.OTHER_DESCRIPTOR;
        }
        return facts.isEarlierThan(dispute.facts()) ? null : PriorReason.NOT_EARLIER;
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
