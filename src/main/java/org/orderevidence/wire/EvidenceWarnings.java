package org.orderevidence.wire;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.ElementReading;
import org.orderevidence.evidence.ReasonCode;
import org.orderevidence.evidence.ReasonCode.ElementReason;
import org.orderevidence.evidence.ReasonCode.FixableReason;
import org.orderevidence.evidence.RuleNumbers;
import org.orderevidence.json.BrandHint;
import org.orderevidence.order.Address;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Email;
import org.orderevidence.order.NetworkNames;
import org.orderevidence.order.Placeholders;
import org.orderevidence.order.Texts;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.Statement;
import tools.jackson.databind.JsonNode;

/**
 * Warns at the upload about data that can never be evidence, with the codes and words of the reasons of an explanation.
 * {@link FieldReader} warns about the IP address.
 */
final class EvidenceWarnings {
    private EvidenceWarnings() {}

    /**
     * Records the warnings of one order.
     *
     * @param order the fields of the order
     * @param hasCard false if nothing of it identifies the card
     * @param read what was read of them
     */
    static void report(Fields order, boolean hasCard, Statement read) {
        if (!hasCard) {
            warn(order, "cardFingerprint", FaultCode.CREDENTIAL_MISSING, FixableReason.CREDENTIAL_MISSING);
        }
        String deviceId = read.get(OrderFields.DEVICE_ID);
        String deviceFingerprint = read.get(OrderFields.DEVICE_FINGERPRINT);
        if (!isPlaceholder(order, "deviceId", deviceId) && isShort(deviceId, RuleNumbers.MIN_DEVICE_ID_CHARACTERS)) {
            warn(order, "deviceId", FaultCode.DEVICE_ID_TOO_SHORT, ElementReason.DEVICE_ID_TOO_SHORT);
        }
        if (!isPlaceholder(order, "deviceFingerprint", deviceFingerprint)
                && isShort(deviceFingerprint, RuleNumbers.MIN_DEVICE_FINGERPRINT_CHARACTERS)) {
            warn(
                    order,
                    "deviceFingerprint",
                    FaultCode.DEVICE_FINGERPRINT_TOO_SHORT,
                    ElementReason.DEVICE_FINGERPRINT_TOO_SHORT);
        }
        isPlaceholder(order, "customerAccountId", read.get(OrderFields.CUSTOMER_ACCOUNT_ID));
        String email = read.get(OrderFields.CUSTOMER_EMAIL);
        if (email != null
                && !isPlaceholder(order, "receipt/customerEmail", email)
                && Email.parse(email).isEmpty()) {
            warn(order, "receipt/customerEmail", FaultCode.EMAIL_INVALID, ElementReason.EMAIL_INVALID);
        }
        Address address = read.address(OrderFields.SHIPPING_ADDRESS);
        if (address == null) {
            return;
        }
        boolean line1 = isPlaceholder(order, "receipt/shippingAddress/line1", address.line1());
        boolean city = isPlaceholder(order, "receipt/shippingAddress/city", address.city());
        String lack = line1 || city ? null : ElementReading.shippingAddressLack(address);
        if (lack != null) {
            warn(
                    order,
                    "receipt/shippingAddress/" + lack,
                    FaultCode.SHIPPING_ADDRESS_INCOMPLETE,
                    ElementReason.SHIPPING_ADDRESS_INCOMPLETE);
        }
    }

    /**
     * Returns true, and records a warning, if the value of a field stands for none. The field then counts as read and is
     * left out.
     */
    static boolean leavesOut(Fields order, String name, Predicate<String> placeholder) {
        JsonNode node = order.peek(name);
        boolean isOne = node != null && node.isString() && placeholder.test(node.stringValue());
        if (isOne) {
            order.field(name);
            order.leftOut(
                    name,
                    FaultCode.PLACEHOLDER,
                    "is a placeholder; it was left out; send the real value, or leave the field out");
        }
        return isOne;
    }

    /** Returns true, and records a warning, if a value stands for none. It is stored, but never compared. */
    private static boolean isPlaceholder(Fields order, String at, @Nullable String text) {
        boolean isOne = text != null && Placeholders.isOne(text);
        if (isOne) {
            String name = at.substring(at.lastIndexOf('/') + 1);
            order.faults()
                    .warning(
                            order.pointerTo(at),
                            FaultCode.PLACEHOLDER,
                            name + " is a placeholder and does not count as evidence; send the real value, or leave the"
                                    + " field out");
        }
        return isOne;
    }

    /** Warns about a brand that is not a network, because only orders paid with Visa have evidence. */
    static void reportBrand(Fields order, Brand brand) {
        if (brand.isKnown() && !NetworkNames.isNetwork(brand)) {
            order.faults()
                    .warning(
                            order.pointerTo("brand"),
                            FaultCode.UNKNOWN_BRAND,
                            () -> "brand is not a known card network, so the order does not count as paid with Visa"
                                    + BrandHint.of(brand.name()));
        }
    }

    private static boolean isShort(@Nullable String text, int least) {
        return text != null && Texts.length(Texts.trim(text)) < least;
    }

    private static void warn(Fields order, String at, FaultCode code, ReasonCode reason) {
        order.faults().warning(order.pointerTo(at), code, () -> reason.detail() + ' ' + reason.remedy());
    }
}
