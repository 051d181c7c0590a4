package org.orderevidence.evidence;

/**
 * A missing or unusable element of an order, or in profile stripe a missing description of a prior. It can be fixed.
 */
public enum ElementReason implements ReasonCode {
    IP_MISSING(
            "ip_missing",
            "The order has no IP address, and no tracked one was found for it.",
            "Send ip, if the purchase had one, or track the customer's address when an order is made. If an earlier order"
                    + " is recurring, send the initialOrderId of the order that the customer made."),
    /** Source D: only a prior uses the address of its initial order. */
    RENEWAL_WITHOUT_IP(
            "renewal_without_ip",
            "The order is recurring and has no IP address: the customer did not visit the shop.",
            "Do not add an address afterwards. If your acquirer accepts the first purchase's address, send"
                    + " initialOrderId and set evidence.renewals.initial-ip=all."),
    /** Source K: clear text, not hashed. */
    IP_INVALID(
            "ip_invalid",
            "The value of the order's ip is not an IP address.",
            "Send the customer's own address as ip, in clear text, if the purchase had one."),
    IP_NOT_PUBLIC(
            "ip_not_public",
            "The order's IP address is not public, so it does not identify the customer.",
            "Send the customer's own address as ip, if the purchase had one, not the address of a proxy or of an internal"
                    + " machine."),
    DEVICE_MISSING(
            "device_missing",
            "The order has neither a device ID nor a device fingerprint.",
            "Send deviceId or deviceFingerprint, if the purchase had one."),
    DEVICE_ID_MISSING(
            "device_id_missing",
            "The order has a device fingerprint but no device ID, which could be the same on all three orders.",
            "Send deviceId, if the purchase had one."),
    DEVICE_FINGERPRINT_MISSING(
            "device_fingerprint_missing",
            "The order has a device ID but no device fingerprint, which could be the same on all three orders.",
            "Send deviceFingerprint, if the purchase had one."),
    /** Source E. */
    DEVICE_ID_TOO_SHORT(
            "device_id_too_short",
            "The order's device ID is too short to identify a device.",
            "Send a deviceId of at least " + RuleNumbers.MIN_DEVICE_ID_CHARACTERS
                    + " characters, if the purchase had one."),
    /** Source E. */
    DEVICE_FINGERPRINT_TOO_SHORT(
            "device_fingerprint_too_short",
            "The order's device fingerprint is too short to identify a device.",
            "Send a deviceFingerprint of at least " + RuleNumbers.MIN_DEVICE_FINGERPRINT_CHARACTERS
                    + " characters, if the purchase had one."),
    DEVICE_ID_UNUSABLE(
            "device_id_unusable",
            "The order's device ID is a placeholder, so it does not identify a device.",
            "Send the deviceId of the customer's own device, if the purchase had one."),
    DEVICE_FINGERPRINT_UNUSABLE(
            "device_fingerprint_unusable",
            "The order's device fingerprint is a placeholder, so it does not identify a device.",
            "Send the deviceFingerprint of the customer's own device, if the purchase had one."),
    ACCOUNT_ID_UNUSABLE(
            "account_id_unusable",
            "The order's customer account ID is a placeholder, so it does not identify a customer.",
            "Send customerAccountId, the ID the customer logs in with, if the purchase had one."),
    ACCOUNT_ID_MISSING(
            "account_id_missing",
            "The order has no customer account ID.",
            "Send customerAccountId, the ID the customer logs in with, if the purchase had one."),
    SHIPPING_ADDRESS_MISSING(
            "shipping_address_missing",
            "The order has no shipping address.",
            "Send receipt.shippingAddress, if something was shipped."),
    /** Source K. */
    SHIPPING_ADDRESS_INCOMPLETE(
            "shipping_address_incomplete",
            "The order's shipping address is incomplete, or its country is not recognized.",
            "Send line1, city, postalCode and country (ISO 3166 code or English name), and countrySubdivision for the"
                    + " US, Canada and Australia."),
    /** Source E. */
    EMAIL_MISSING(
            "email_missing",
            "The order has no customer e-mail address.",
            "Send receipt.customerEmail, if the purchase had one."),
    /** Source E. */
    EMAIL_INVALID(
            "email_invalid",
            "The value of the customer's e-mail address is not a valid address.",
            "Correct receipt.customerEmail."),
    /** Source E. */
    PRIOR_DESCRIPTION_MISSING(
            "prior_description_missing",
            "The earlier order has no product description.",
            "Add receipt.lineItems or receipt.description to it.");

    private final ReasonWords words;

    ElementReason(String code, String detail, String remedy) {
        this.words = new ReasonWords(code, detail, remedy);
    }

    @Override
    public ReasonWords words() {
        return words;
    }
}
