package org.orderevidence.evidence;

/**
 * The numbers of the rule, each with its source. Sources are named by the letters of
 * {@code docs/compelling-evidence-rule.md}. No other class repeats one of them.
 */
public final class RuleNumbers {
    /** The version of the rule text that is applied. */
    public static final String RULE_VERSION = "visa-ce3/2024-10";

    /** The canonical name of the only network whose cards the rule covers. Sources A, B. */
    public static final String NETWORK = "visa";

    /** How many priors are needed. Sources A, B. */
    public static final int REQUIRED_PRIORS = 2;

    /** How many slots must be equal on all three orders, an anchor among them. Sources A, B. */
    public static final int REQUIRED_SLOTS = 2;

    /** Least age of a prior in days, inside. Sources A, B, D, E. */
    public static final int MIN_AGE_DAYS = 120;

    /** Greatest age of a prior in days, inside, in Visa's own text. Source A: "120 to 365 calendar days". */
    public static final int VISA_MAX_AGE_DAYS = 365;

    /** Greatest age of a prior in days, inside, as Stripe reads it. Source E. */
    public static final int STRIPE_MAX_AGE_DAYS = 364;

    /** For how many days after the order's day (settled, else transaction) a dispute can be raised. Source A. */
    public static final int DISPUTABLE_DAYS = 120;

    /** Least characters of a device id. Source E (API reference: "at least 15 characters"). */
    public static final int MIN_DEVICE_ID_CHARACTERS = 15;

    /** Least characters of a device fingerprint. Source E (API reference: "at least 20 characters"). */
    public static final int MIN_DEVICE_FINGERPRINT_CHARACTERS = 20;

    /** How many letters and digits of two statement descriptors are compared. Sources B and C. */
    public static final int DESCRIPTOR_CHARACTERS = 6;

    /**
     * How far more of the history is read where ages ignore settlement: as long as a settlement may take. Our own
     * number, not the rule's.
     */
    public static final int SETTLEMENT_REACH_DAYS = 60;

    /**
     * Maximum number of priors that are shown in addition to the selected pair. A number of this project, not of the
     * rule.
     */
    public static final int MAX_OTHERS_SHOWN = 18;

    private RuleNumbers() {}
}
