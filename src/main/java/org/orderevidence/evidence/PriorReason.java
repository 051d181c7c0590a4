package org.orderevidence.evidence;

/** Why an order is not a usable prior; in the order in which they are checked. */
public enum PriorReason {
    /** Not paid. Sources A, E. */
    FAILED("prior_failed", "its charge failed"),
    /** An account verification, or an amount of 0. Source E. */
    VALIDATION("prior_validation", "it only verified the card"),
    /** Has a fraud report (TC40). Sources B, D. */
    FRAUD_REPORTED("prior_fraud_reported", "it was reported as fraud"),
    /** Has an active dispute; {@link RuleSettings.DisputedPriors} decides of which condition. Sources B, E. */
    DISPUTED("prior_disputed", "it was disputed"),
    /** Refunded in full; no public Visa text decides it, {@link RuleSettings.RefundedPriors} does. */
    REFUNDED("prior_refunded", "it was refunded in full"),
    /** Another descriptor. Sources B, C. */
    OTHER_DESCRIPTOR("prior_other_descriptor", "its statement descriptor is different"),
    /** Not made before the disputed order. Source A. */
    NOT_EARLIER("prior_not_earlier", "it was not made before this order"),
    /** One card movement under two order IDs counts once. */
    SAME_CHARGE("prior_same_charge", "it is the same charge as another order"),
    /** Made after the day of the dispute. */
    AFTER_DISPUTE("prior_after_dispute", "it is dated after the dispute"),
    /** Younger than the window. Sources A, B, D. */
    TOO_RECENT("prior_too_recent", "it is too recent"),
    /** Older than the window. Sources A, E. */
    TOO_OLD("prior_too_old", "it is too old");

    private final String code;
    private final String clause;

    PriorReason(String code, String clause) {
        this.code = code;
        this.clause = clause;
    }

    /** Its name in the HTTP interface. */
    public String code() {
        return code;
    }

    /** As people read it, to follow "because". */
    public String clause() {
        return clause;
    }
}
