package org.orderevidence.evidence;

import java.util.Optional;
import org.orderevidence.order.WireNamed;

/** The two readings of the rule: where the public texts differ, so do they. */
public enum Profile implements WireNamed {
    /**
     * Visa's own text. Ages count from the day of the dispute; 120 and 365 days are both inside (A: "120 to 365
     * calendar days"); an original credit has no lower edge (A); an e-mail counts only as the login (A, D).
     */
    VISA(RuleNumbers.VISA_MAX_AGE_DAYS, false),

    /**
     * Stripe's. Ages count from the disputed order's transaction date; 120 and 364 days are both inside; the e-mail is
     * an element; the category and each prior's description are asked for (all E).
     */
    STRIPE(RuleNumbers.STRIPE_MAX_AGE_DAYS, true);

    private final int maxAgeDays;
    private final boolean stripe;

    Profile(int maxAgeDays, boolean stripe) {
        this.maxAgeDays = maxAgeDays;
        this.stripe = stripe;
    }

    /** The profile of this exact name; empty when there is none. */
    public static Optional<Profile> parse(String text) {
        return WireNamed.find(values(), text);
    }

    /** Least age of a prior in days; it is inside. */
    public int minAgeDays() {
        return RuleNumbers.MIN_AGE_DAYS;
    }

    /** Greatest age of a prior in days; it is inside. */
    public int maxAgeDays() {
        return maxAgeDays;
    }

    /** True when a prior's age ends at the disputed order's transaction date and starts at its own, not at settlement. */
    public boolean agesByTransaction() {
        return stripe;
    }

    /** Returns from which day to which day the age of an order is counted, as a sentence. */
    public String ageWords() {
        return stripe
                ? "The age of an order is counted from its order day to the order day of the disputed order."
                : "The age of an order is counted from its settlement day to the day of the dispute. Without a"
                        + " settlement day, it is counted from the order day.";
    }

    /** True when an original credit may be younger than {@link #minAgeDays}. */
    boolean freesOriginalCredits() {
        return !stripe;
    }

    /** True when a setting decides which disputes exclude a prior. Source E says any. */
    boolean settlesDisputedPriors() {
        return !stripe;
    }

    boolean asksForCategory() {
        return stripe;
    }

    public boolean asksForPriorDescriptions() {
        return stripe;
    }

    /**
     * Returns how far before the disputed order its history is read, in days, if the dispute date is a day on which a dispute
     * can be raised.
     */
    public int reachDays() {
        return RuleNumbers.VISA_MAX_AGE_DAYS + (stripe ? RuleNumbers.SETTLEMENT_REACH_DAYS : 0);
    }

    public ElementSet elements() {
        return stripe ? ElementSet.ALL : ElementSet.where(element -> element != Element.EMAIL);
    }
}
