package org.orderevidence.evidence;

/** Why the disputed order fails one of its tests, if more data can change that. */
public enum FixableReason implements OrderReason {
    NETWORK_UNKNOWN(
            "network_unknown",
            "Neither the card's brand nor its BIN is known.",
            "Send brand or bin with the order.",
            "no known card network",
            "the card brand or BIN"),
    CONDITION_UNKNOWN(
            "condition_unknown",
            "The order is disputed, and the network's code of the dispute is not known.",
            "Record the network's code as the condition of the dispute. Processors show it with the dispute: Stripe as"
                    + " network_reason_code, Adyen as chargebackReasonCode. Stripe's reason fraudulent on a Visa card"
                    + " usually is 10.4.",
            "no known network code of its dispute",
            "the network's code of the dispute"),
    /** Sources A, D. */
    CREDENTIAL_MISSING(
            "credential_missing",
            "Without paymentAccountReference, cardFingerprint, or bin and last4, other orders of the same card cannot be"
                    + " found.",
            "Send paymentAccountReference or cardFingerprint with the order, or bin and last4.",
            "no data that identifies the card",
            "the card fingerprint (or BIN with last four digits)"),
    /** Source E. */
    PRODUCT_DESCRIPTION_MISSING(
            "product_description_missing",
            "The order has no product description.",
            "Add receipt.lineItems or receipt.description to the order.",
            "no product description",
            "a product description"),
    /** Source E. */
    CATEGORY_MISSING(
            "category_missing",
            "Neither the order nor the account has a category (merchandise or services).",
            "Send merchandiseOrServices with the order, or set the account's default.",
            "no category",
            "a category (merchandise or services)");

    private final ReasonWords words;
    private final String lack;
    private final String addition;

    FixableReason(String code, String detail, String remedy, String lack, String addition) {
        this.words = new ReasonWords(code, detail, remedy);
        this.lack = lack;
        this.addition = addition;
    }

    @Override
    public ReasonWords words() {
        return words;
    }

    /** Returns what the order lacks, to follow "this order has". */
    public String lack() {
        return lack;
    }

    /** Returns what to add to the order, to follow "add". */
    public String addition() {
        return addition;
    }
}
