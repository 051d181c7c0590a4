package org.orderevidence.http.wire;

import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.element.ElementReading;
import org.orderevidence.evidence.element.RuleNumbers;
import org.orderevidence.evidence.rule.ElementReason;
import org.orderevidence.evidence.rule.FixableReason;
import org.orderevidence.evidence.rule.ReasonCode;
import org.orderevidence.http.hint.BrandHint;
import org.orderevidence.order.Address;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Customer;
import org.orderevidence.order.Email;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.Texts;
import org.orderevidence.order.card.NetworkNames;

/**
 * Warns at the upload about data that can never be evidence, with the codes and words of the reasons of an explanation.
 * {@link OrderReader} warns about the IP address.
 */
final class EvidenceWarnings {
    private EvidenceWarnings() {}

    /**
     * Records the warnings of one order.
     *
     * @param order the fields of the order
     * @param customer what was read of them
     * @param receipt what was read of them
     */
    static void report(Fields order, Customer customer, Receipt receipt) {
        boolean hasCard = !order.isAbsent("bin") && !order.isAbsent("last4");
        if (!hasCard && order.isAbsent("cardFingerprint")) {
            warn(order, "cardFingerprint", FaultCode.CREDENTIAL_MISSING, FixableReason.CREDENTIAL_MISSING);
        }
        if (isShort(customer.deviceId(), RuleNumbers.MIN_DEVICE_ID_CHARACTERS)) {
            warn(order, "deviceId", FaultCode.DEVICE_ID_TOO_SHORT, ElementReason.DEVICE_ID_TOO_SHORT);
        }
        if (isShort(customer.deviceFingerprint(), RuleNumbers.MIN_DEVICE_FINGERPRINT_CHARACTERS)) {
            warn(
                    order,
                    "deviceFingerprint",
                    FaultCode.DEVICE_FINGERPRINT_TOO_SHORT,
                    ElementReason.DEVICE_FINGERPRINT_TOO_SHORT);
        }
        PersonalText email = receipt.customerEmail();
        if (email != null && Email.parse(email.value()).isEmpty()) {
            warn(order, "receipt/customerEmail", FaultCode.EMAIL_INVALID, ElementReason.EMAIL_INVALID);
        }
        Address address = receipt.shippingAddress();
        String lack = address == null ? null : ElementReading.shippingAddressLack(address);
        if (lack != null) {
            warn(
                    order,
                    "receipt/shippingAddress/" + lack,
                    FaultCode.SHIPPING_ADDRESS_INCOMPLETE,
                    ElementReason.SHIPPING_ADDRESS_INCOMPLETE);
        }
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

    private static boolean isShort(@Nullable PersonalText text, int least) {
        return text != null && Texts.length(Texts.trim(text.value())) < least;
    }

    private static void warn(Fields order, String at, FaultCode code, ReasonCode reason) {
        order.faults().warning(order.pointerTo(at), code, () -> reason.detail() + ' ' + reason.remedy());
    }
}
