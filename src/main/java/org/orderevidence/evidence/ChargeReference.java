package org.orderevidence.evidence;

/** The ID of a charge at a payment company, by which one card movement is recognized under two order IDs. */
public enum ChargeReference {
    /** The processor's ID of the charge. */
    GATEWAY_TRANSACTION_ID("gatewayTransactionId"),
    /** The acquirer reference number. */
    ARN("arn"),
    /** The issuer's approval code. Two charges can have the same. */
    AUTH_CODE("authCode");

    private final String wireName;

    ChargeReference(String wireName) {
        this.wireName = wireName;
    }

    /** Returns its name in the HTTP interface. */
    public String wireName() {
        return wireName;
    }
}
