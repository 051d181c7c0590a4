package org.orderevidence.evidence.element;

/** The ID of a charge at a payment company. Two orders that state the same value are one card movement. */
public enum ChargeReference {
    /** The processor's ID of the charge. */
    GATEWAY_TRANSACTION_ID("gatewayTransactionId"),
    /** The acquirer reference number. */
    ARN("arn");

    private final String wireName;

    ChargeReference(String wireName) {
        this.wireName = wireName;
    }

    /** Returns its name in the HTTP interface. */
    public String wireName() {
        return wireName;
    }
}
