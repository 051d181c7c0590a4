package org.orderevidence.evidence.coverage;

import java.util.Objects;
import java.util.Optional;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.ReasonCode;
import org.orderevidence.evidence.ReasonCode.ElementReason;
import org.orderevidence.evidence.ReasonCode.FixableReason;

/** A field of orders that can make an order eligible if it is the only one that is missing. */
public enum MissingField {
    IP("ip", "IP address", ElementReason.IP_MISSING),
    DEVICE_ID("deviceId", "device ID", ElementReason.DEVICE_ID_TOO_SHORT),
    DEVICE_FINGERPRINT("deviceFingerprint", "device fingerprint", ElementReason.DEVICE_FINGERPRINT_TOO_SHORT),
    ACCOUNT_ID("customerAccountId", "customer account ID", ElementReason.ACCOUNT_ID_MISSING),
    SHIPPING_ADDRESS("receipt.shippingAddress", "shipping address", ElementReason.SHIPPING_ADDRESS_MISSING),
    EMAIL("receipt.customerEmail", "e-mail address", ElementReason.EMAIL_MISSING),
    BRAND("brand", "card brand", FixableReason.NETWORK_UNKNOWN),
    LINE_ITEMS("receipt.lineItems", "product description", FixableReason.PRODUCT_DESCRIPTION_MISSING),
    CATEGORY("merchandiseOrServices", "category", FixableReason.CATEGORY_MISSING);

    private final String wireName;
    private final String noun;
    private final String remedy;

    /**
     * @param reason its remedy names the field and what makes its value usable
     */
    MissingField(String wireName, String noun, ReasonCode reason) {
        this.wireName = wireName;
        this.noun = noun;
        this.remedy = Objects.requireNonNull(reason.remedy());
    }

    /** Returns the path of the field in an uploaded order. */
    public String wireName() {
        return wireName;
    }

    /** Returns its name in texts, in the singular. */
    public String noun() {
        return noun;
    }

    /** Returns what to do. */
    public String remedy() {
        return remedy;
    }

    /** Returns the field with the value of an element. */
    static MissingField of(Element element) {
        return switch (element) {
            case IP -> IP;
            case DEVICE_ID -> DEVICE_ID;
            case DEVICE_FINGERPRINT -> DEVICE_FINGERPRINT;
            case ACCOUNT_ID -> ACCOUNT_ID;
            case SHIPPING_ADDRESS -> SHIPPING_ADDRESS;
            case EMAIL -> EMAIL;
        };
    }

    /** Returns the field that a test of the order needs. Empty if the result of the test decides nothing alone. */
    static Optional<MissingField> of(FixableReason reason) {
        return switch (reason) {
            case NETWORK_UNKNOWN -> Optional.of(BRAND);
            case PRODUCT_DESCRIPTION_MISSING -> Optional.of(LINE_ITEMS);
            case CATEGORY_MISSING -> Optional.of(CATEGORY);
            // The card's other orders are unknown until it is sent, and the code of a dispute is no field of an order.
            case CREDENTIAL_MISSING, CONDITION_UNKNOWN -> Optional.empty();
        };
    }
}
