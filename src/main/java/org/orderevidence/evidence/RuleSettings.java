package org.orderevidence.evidence;

/**
 * The settings of the rule that an installation may change.
 *
 * @param priorsLimit most priors that are read, {@value RuleNumbers#REQUIRED_PRIORS} to
 *     {@value #MOST_PRIORS}
 */
public record RuleSettings(
        RefundedPriors refundedPriors,
        DisputedPriors disputedPriors,
        RenewalIp renewalIp,
        int sightingBeforeMinutes,
        int sightingAfterMinutes,
        int priorsLimit,
        int sightingCustomersLimit,
        int initialOrdersLimit) {

    /** How an order counts that was refunded in full. No public text of Visa's settles it. */
    public enum RefundedPriors {
        /** It is no prior: the stricter reading. */
        EXCLUDE,
        /** It is one like any other. */
        ALLOW
    }

    /** Which active disputes keep an order from being a prior. Source B speaks of fraud, source E of any. */
    public enum DisputedPriors {
        /** Disputes of each condition. */
        ANY,
        /** Disputes that are, or can be, fraud with the card absent. Profile stripe does not use it. */
        FRAUD
    }

    /** Which recurring orders without IP use the own IP of their initial order. Source D speaks of priors. */
    public enum RenewalIp {
        /** Priors alone. */
        PRIORS,
        /** The disputed order too. */
        ALL
    }

    /**
     * Maximum number of priors that can be asked for: with the disputed order and one more, what a store reads at once.
     */
    public static final int MOST_PRIORS = 99_998;

    private static final int MOST_SIGHTING_MINUTES = 7 * 24 * 60;
    private static final int MOST_LOOKUPS = 100;

    /** The rule document's own: exclude, 24 h before, 1 h after, 1,000 priors, 16 customers, 16 initial orders. */
    public static final RuleSettings DEFAULTS =
            new RuleSettings(RefundedPriors.EXCLUDE, DisputedPriors.ANY, RenewalIp.PRIORS, 24 * 60, 60, 1_000, 16, 16);

    public RuleSettings {
        require("sighting minutes before", sightingBeforeMinutes, 0, MOST_SIGHTING_MINUTES);
        require("sighting minutes after", sightingAfterMinutes, 0, MOST_SIGHTING_MINUTES);
        require("the limit of priors", priorsLimit, RuleNumbers.REQUIRED_PRIORS, MOST_PRIORS);
        require("the limit of customers", sightingCustomersLimit, 0, MOST_LOOKUPS);
        require("the limit of initial orders", initialOrdersLimit, 0, MOST_LOOKUPS);
    }

    private static void require(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + " must be " + least + " to " + most + ", not " + value);
        }
    }
}
