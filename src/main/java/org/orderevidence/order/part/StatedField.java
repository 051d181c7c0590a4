package org.orderevidence.order.part;

/** A field of an order that a part can state, by its name in an upload. */
public enum StatedField {
    AMOUNT("amount"),
    CURRENCY("currency"),
    TRANSACTION_DATE("transactionDate"),
    SETTLED_AT("settledAt"),
    BRAND("brand"),
    BIN("bin"),
    LAST4("last4"),
    PAYMENT_ACCOUNT_REFERENCE("paymentAccountReference"),
    CARD_FINGERPRINT("cardFingerprint"),
    AUTH_CODE("authCode"),
    ARN("arn"),
    NETWORK_ID("network_id"),
    GATEWAY_TRANSACTION_ID("gatewayTransactionId"),
    THREE_DS("threeDs"),
    AVS_RESULT("avsResult"),
    DESCRIPTOR("descriptor"),
    GATEWAY("gateway"),
    STATUS("status"),
    REFUND("refunded"),
    CARD_PRESENT("cardPresent"),
    VALIDATION("validation"),
    RECURRING("recurring"),
    TYPE("type"),
    INITIAL_ORDER_ID("initialOrderId"),
    IP("ip"),
    DEVICE_ID("deviceId"),
    DEVICE_FINGERPRINT("deviceFingerprint"),
    CUSTOMER_ACCOUNT_ID("customerAccountId"),
    FULFILLED_AT("fulfilledAt"),
    CATEGORY("merchandiseOrServices"),
    MERCHANT_NAME("receipt.merchantInfo.name"),
    MERCHANT_DESCRIPTION("receipt.merchantInfo.description"),
    LOGO_URL("receipt.merchantInfo.logoUrl"),
    REFUND_POLICY_LINK("receipt.merchantInfo.refundPolicyLink"),
    CANCELLATION_POLICY_LINK("receipt.merchantInfo.cancellationPolicyLink"),
    TERMS_LINK("receipt.merchantInfo.termsAndConditionsLink"),
    MERCHANT_CONTACT("receipt.merchantInfo.merchantReceiptContact"),
    LINE_ITEMS("receipt.lineItems"),
    CUSTOMER_EMAIL("receipt.customerEmail"),
    CUSTOMER_PHONE("receipt.customerPhone"),
    CUSTOMER_NAME("receipt.name"),
    BILLING_ADDRESS("receipt.billingAddress"),
    SHIPPING_ADDRESS("receipt.shippingAddress"),
    DESCRIPTION("receipt.description"),
    DELIVERY_STATUS("receipt.delivery.status"),
    DELIVERY_CARRIER("receipt.delivery.carrier"),
    DELIVERY_TRACKING_NUMBER("receipt.delivery.trackingNumber"),
    DELIVERED_AT("receipt.delivery.deliveredAt"),
    TOTALS("receipt.totals");

    private final String wireName;

    StatedField(String wireName) {
        this.wireName = wireName;
    }

    /** Returns its name in an upload, with the names of the objects that it is in. */
    public String wireName() {
        return wireName;
    }

    /**
     * Returns the field of this name.
     *
     * @throws IllegalArgumentException if no field has it
     */
    public static StatedField named(String wireName) {
        for (StatedField field : values()) {
            if (field.wireName.equals(wireName)) {
                return field;
            }
        }
        throw new IllegalArgumentException("no field has this name");
    }
}
