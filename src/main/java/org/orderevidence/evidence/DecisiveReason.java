package org.orderevidence.evidence;

import org.jspecify.annotations.Nullable;

/** Why the disputed order fails one of its tests, if no data can change that. */
public enum DecisiveReason implements OrderReason {
    /** Another network than Visa. Sources A, B. */
    NETWORK_NOT_VISA(
            "network_not_visa",
            "The order was not paid with a Visa card.",
            "this order was not paid with a Visa card",
            "this order was not paid with a Visa card",
            "Answer a dispute with the evidence that the card's own network asks for."),
    /** Source A. */
    CARD_PRESENT(
            "card_present",
            "The card was present. The rule only covers card-absent charges.",
            "the card was present, and the rule only covers card-absent payments",
            "the card was present, and the rule only covered card-absent payments",
            "Answer a dispute with the evidence that its condition asks for, such as the terminal's record of the card."),
    CHARGE_UNCAPTURED(
            "charge_uncaptured",
            "The charge was approved, not captured, so there is nothing to dispute yet.",
            "the charge of this order was approved, not captured, so there is nothing to dispute yet",
            "the charge of this order was approved, not captured, so there was nothing to dispute",
            null),
    CHARGE_FAILED(
            "charge_failed",
            "The charge failed, so there is nothing to dispute.",
            "the charge of this order failed, so there is nothing to dispute",
            "the charge of this order failed, so there was nothing to dispute",
            null),
    /** Sources A, E. */
    DISPUTE_NOT_FRAUD(
            "dispute_not_fraud",
            "The order is disputed, but no active dispute on record has condition 10.4 (card-absent fraud).",
            "this order is disputed, but no active dispute on record has the condition for card-absent fraud",
            "this order is disputed, but no active dispute on record has the condition for card-absent fraud",
            "Answer the dispute with the evidence that its own condition asks for.");

    private final ReasonWords words;
    private final String clause;
    private final String pastClause;
    private final @Nullable String nextStep;

    DecisiveReason(String code, String detail, String clause, String pastClause, @Nullable String nextStep) {
        this.words = new ReasonWords(code, detail, null);
        this.clause = clause;
        this.pastClause = pastClause;
        this.nextStep = nextStep;
    }

    @Override
    public ReasonWords words() {
        return words;
    }

    /** Returns the clause for an explanation, without a period, for an order that can still be disputed. */
    public String clause() {
        return clause;
    }

    /** Returns the clause for an explanation, without a period, for an order that cannot be disputed any longer. */
    public String pastClause() {
        return pastClause;
    }

    /** Returns the sentence with the next step, or null if there is none because no dispute can be raised. */
    public @Nullable String nextStep() {
        return nextStep;
    }
}
