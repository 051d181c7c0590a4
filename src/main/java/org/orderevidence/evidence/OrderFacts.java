package org.orderevidence.evidence;

/** How an explanation puts what the disputed order fails by itself. */
final class OrderFacts {
    private OrderFacts() {}

    /** What is the case, as a clause. */
    static String fact(ReasonCode code) {
        return switch (code) {
            case NETWORK_NOT_VISA -> "this order was not paid with a Visa card, and the rule is Visa's";
            case NETWORK_UNKNOWN -> "it is not known whether this order was paid with a Visa card";
            case CARD_PRESENT ->
                "this order was paid with the card present, and the rule is for fraud with the card absent";
            case CHARGE_FAILED -> "the charge of this order failed, so there is nothing to dispute";
            case DISPUTE_NOT_FRAUD -> "this order is disputed, but not as fraud with the card absent";
            case CREDENTIAL_MISSING ->
                "this order does not say enough of its card to find other orders of the same card";
            case PRODUCT_DESCRIPTION_MISSING -> "this order does not say what was bought";
            case CATEGORY_MISSING -> "this order does not say whether merchandise or services were bought";
            default -> code.detail();
        };
    }

    /** What helps most, as a sentence. */
    static String nextStep(ReasonCode code) {
        return switch (code) {
            case NETWORK_NOT_VISA -> "Answer a dispute with what the card's own network asks for.";
            case NETWORK_UNKNOWN -> "Send the card's brand or its first six digits with the order.";
            case CARD_PRESENT -> "Answer a dispute with the terminal's record of the card.";
            case CHARGE_FAILED -> "If it was paid after all, send its new status.";
            case DISPUTE_NOT_FRAUD -> "Answer the dispute with what its own condition asks for.";
            case CREDENTIAL_MISSING ->
                "Send the card's fingerprint with the order, or its first six and last four digits.";
            case PRODUCT_DESCRIPTION_MISSING -> "Add a line item or a description to its receipt.";
            case CATEGORY_MISSING -> "Send which of the two with the order, or set it once for the account.";
            default -> "";
        };
    }
}
