package org.orderevidence.evidence;

import org.jspecify.annotations.Nullable;

/**
 * Why an order is not qualified, and what an order lacks: what is the case, and what to do about it. Those about the
 * disputed order as a whole come first, in the order in which they are looked for; then those about its history; then
 * those about the elements of one order.
 */
public enum ReasonCode {
    /** Another network than Visa. Sources A, B. */
    NETWORK_NOT_VISA("network_not_visa", "The order was not paid with a Visa card.", null),
    NETWORK_UNKNOWN(
            "network_unknown", "Neither the card's brand nor its BIN is known.", "Send brand or bin with the order."),
    /** Source A. */
    CARD_PRESENT("card_present", "The card was present; the rule is for card-absent charges.", null),
    CHARGE_FAILED("charge_failed", "The charge failed, so there is none to dispute.", null),
    /** Sources A, E. */
    DISPUTE_NOT_FRAUD(
            "dispute_not_fraud",
            "The order is disputed, but not as fraud with the card absent (condition 10.4).",
            null),
    /** Sources A, D. */
    CREDENTIAL_MISSING(
            "credential_missing",
            "Without cardFingerprint, or bin and last4, no other order can be said to be of the same card.",
            "Send cardFingerprint with the order, or bin and last4."),
    /** Source E. */
    PRODUCT_DESCRIPTION_MISSING(
            "product_description_missing",
            "The order does not say what was bought.",
            "Add receipt.lineItems or receipt.description to the order."),
    /** Source E. */
    CATEGORY_MISSING(
            "category_missing",
            "Neither the order nor the account says whether it sells merchandise or services.",
            "Send merchandiseOrServices with the order, or set the account's default."),

    /** Sources A, B. */
    NO_PRIORS(
            "no_priors",
            "No other order of the same card is known in the time that counts.",
            "Upload the card's other orders, if some are not yet here."),
    /** Sources A, B. */
    TOO_FEW_PRIORS(
            "too_few_priors",
            "Fewer than two earlier orders of the same card count.",
            "Upload the card's other orders, if some are not yet here."),
    /** Sources A, B. */
    NO_COMMON_ELEMENTS(
            "no_common_elements",
            "No two of the earlier orders that count share two elements with the order, an IP address or a device among"
                    + " them.",
            "Supply what the reasons about elements name, or upload the card's other orders."),
    /** Sources A, B. */
    NO_ANCHOR(
            "no_anchor",
            "Two earlier orders share two elements with the order, but neither an IP address nor a device is among"
                    + " them.",
            "Supply what the reasons about elements name, or upload the card's other orders."),

    IP_MISSING(
            "ip_missing",
            "The order has no IP address, and nothing stands in for it.",
            "Send ip with the order, or track the customer's address when the order is made; for a recurring order, send"
                    + " the initialOrderId of the order that the customer made."),
    /** Source K: clear text, not hashed. */
    IP_INVALID(
            "ip_invalid",
            "The text given as the order's IP address is not one.",
            "Send the customer's own address as ip, in clear text."),
    IP_NOT_PUBLIC(
            "ip_not_public",
            "The order's IP address is not a public one, so it tells nobody apart.",
            "Send the customer's own address as ip, not that of a proxy or of a machine inside the network."),
    DEVICE_MISSING(
            "device_missing",
            "The order has neither a device id nor a device fingerprint.",
            "Send deviceId or deviceFingerprint."),
    /** Source E. */
    DEVICE_ID_TOO_SHORT(
            "device_id_too_short",
            "The order's device id is too short to tell devices apart.",
            "Send a deviceId of at least " + ElementReading.MIN_DEVICE_ID_CHARACTERS + " characters."),
    /** Source E. */
    DEVICE_FINGERPRINT_TOO_SHORT(
            "device_fingerprint_too_short",
            "The order's device fingerprint is too short to tell devices apart.",
            "Send a deviceFingerprint of at least " + ElementReading.MIN_DEVICE_FINGERPRINT_CHARACTERS
                    + " characters."),
    ACCOUNT_ID_MISSING(
            "account_id_missing",
            "The order does not say with which account the customer was logged in.",
            "Send customerAccountId, the id the customer logs in with."),
    SHIPPING_ADDRESS_MISSING(
            "shipping_address_missing",
            "The order has no shipping address.",
            "Send receipt.shippingAddress, if something was shipped."),
    /** Source K. */
    SHIPPING_ADDRESS_INCOMPLETE(
            "shipping_address_incomplete",
            "The order's shipping address lacks a part, or what stands for its country is none.",
            "Send line1, city, postalCode and country (ISO 3166 code or English name), and for the US, Canada and"
                    + " Australia countrySubdivision."),
    /** Source E. */
    EMAIL_MISSING("email_missing", "The order has no e-mail address of the customer.", "Send receipt.customerEmail."),
    /** Source E. */
    EMAIL_INVALID(
            "email_invalid",
            "The text given as the customer's e-mail address is not one.",
            "Correct receipt.customerEmail."),
    /** Source E. */
    PRIOR_DESCRIPTION_MISSING(
            "prior_description_missing",
            "The earlier order does not say what was bought.",
            "Add receipt.lineItems or receipt.description to it.");

    private final String code;
    private final String detail;
    private final @Nullable String remedy;

    ReasonCode(String code, String detail, @Nullable String remedy) {
        this.code = code;
        this.detail = detail;
        this.remedy = remedy;
    }

    /** Its name in the HTTP interface. */
    public String code() {
        return code;
    }

    /** What is the case, in one sentence. */
    public String detail() {
        return detail;
    }

    /** What to do, in one sentence; absent when nothing can mend it. */
    public @Nullable String remedy() {
        return remedy;
    }

    /** True when the merchant can mend it. */
    boolean isMendable() {
        return remedy != null;
    }
}
