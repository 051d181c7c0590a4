package org.orderevidence.evidence.rule;

import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.element.RuleNumbers;

/**
 * Why an order is not qualified, and which data an order lacks, with a remedy. Reasons about the disputed order come first,
 * in the order in which they are checked; then those about its history; then those about the elements of one order.
 */
public enum ReasonCode {
    /** Another network than Visa. Sources A, B. */
    NETWORK_NOT_VISA("network_not_visa", "The order was not paid with a Visa card.", null),
    NETWORK_UNKNOWN(
            "network_unknown", "Neither the card's brand nor its BIN is known.", "Send brand or bin with the order."),
    /** Source A. */
    CARD_PRESENT("card_present", "The card was present. The rule only covers card-absent charges.", null),
    CHARGE_FAILED("charge_failed", "The charge failed, so there is nothing to dispute.", null),
    /** Sources A, E. */
    DISPUTE_NOT_FRAUD(
            "dispute_not_fraud", "The order is disputed, but not as card-absent fraud (condition 10.4).", null),
    /** Sources A, D. */
    CREDENTIAL_MISSING(
            "credential_missing",
            "Without cardFingerprint, or bin and last4, other orders of the same card cannot be found.",
            "Send cardFingerprint with the order, or bin and last4."),
    /** Source E. */
    PRODUCT_DESCRIPTION_MISSING(
            "product_description_missing",
            "The order has no product description.",
            "Add receipt.lineItems or receipt.description to the order."),
    /** Source E. */
    CATEGORY_MISSING(
            "category_missing",
            "Neither the order nor the account has a category (merchandise or services).",
            "Send merchandiseOrServices with the order, or set the account's default."),

    /** Sources A, B. */
    NO_PRIORS(
            "no_priors",
            "No other order of the same card is known in the period that is read.",
            "Upload the card's other orders, if some are missing."),
    /** Sources A, B. */
    TOO_FEW_PRIORS(
            "too_few_priors",
            "Fewer than two earlier orders of the same card count.",
            "Upload the card's other orders, if some are missing."),
    /** Sources A, B. */
    NO_COMMON_ELEMENTS(
            "no_common_elements",
            "No two of the earlier orders that count share two elements with the order.",
            "Add the data that the reasons about elements name, or upload the card's other orders."),
    /** Sources A, B. */
    NO_ANCHOR(
            "no_anchor",
            "Two earlier orders share two elements with the order, but neither an IP address nor a device.",
            "Add the data that the reasons about elements name, or upload the card's other orders."),

    IP_MISSING(
            "ip_missing",
            "The order has no IP address, and no tracked one was found for it.",
            "Send ip with the order, or track the customer's address when the order is made. For a recurring order, send"
                    + " the initialOrderId of the order that the customer made."),
    /** Source K: clear text, not hashed. */
    IP_INVALID(
            "ip_invalid",
            "The value of the order's ip is not an IP address.",
            "Send the customer's own address as ip, in clear text."),
    IP_NOT_PUBLIC(
            "ip_not_public",
            "The order's IP address is not public, so it does not identify the customer.",
            "Send the customer's own address as ip, not the address of a proxy or of an internal machine."),
    DEVICE_MISSING(
            "device_missing",
            "The order has neither a device ID nor a device fingerprint.",
            "Send deviceId or deviceFingerprint."),
    DEVICE_ID_MISSING(
            "device_id_missing",
            "The order has a device fingerprint but no device ID, and one of the other two orders has a device ID.",
            "Send deviceId."),
    DEVICE_FINGERPRINT_MISSING(
            "device_fingerprint_missing",
            "The order has a device ID but no device fingerprint, and one of the other two orders has a device"
                    + " fingerprint.",
            "Send deviceFingerprint."),
    /** Source E. */
    DEVICE_ID_TOO_SHORT(
            "device_id_too_short",
            "The order's device ID is too short to identify a device.",
            "Send a deviceId of at least " + RuleNumbers.MIN_DEVICE_ID_CHARACTERS + " characters."),
    /** Source E. */
    DEVICE_FINGERPRINT_TOO_SHORT(
            "device_fingerprint_too_short",
            "The order's device fingerprint is too short to identify a device.",
            "Send a deviceFingerprint of at least " + RuleNumbers.MIN_DEVICE_FINGERPRINT_CHARACTERS + " characters."),
    ACCOUNT_ID_MISSING(
            "account_id_missing",
            "The order has no customer account ID.",
            "Send customerAccountId, the ID the customer logs in with."),
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
    EMAIL_MISSING("email_missing", "The order has no customer e-mail address.", "Send receipt.customerEmail."),
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

    /** Returns what is wrong, in one or two sentences. */
    public String detail() {
        return detail;
    }

    /** Returns what to do, or null when nothing can fix it. */
    public @Nullable String remedy() {
        return remedy;
    }

    /** Returns true when the merchant can fix it. */
    public boolean isFixable() {
        return remedy != null;
    }
}
