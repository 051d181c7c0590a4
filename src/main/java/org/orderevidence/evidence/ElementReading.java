package org.orderevidence.evidence;

import java.text.Normalizer;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.ElementReading.ElementFault;
import org.orderevidence.evidence.ElementReading.ElementValue;
import org.orderevidence.order.Address;
import org.orderevidence.order.Email;
import org.orderevidence.order.IpAddress;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Order;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Placeholders;
import org.orderevidence.order.Texts;

/** Reads the elements of an order: which are there, which are usable, and their canonical forms. */
public final class ElementReading {
    private ElementReading() {}

    /** The value in the order itself, without sightings and initial orders. */
    public static ElementValue of(Order order, Element element) {
        return switch (element) {
            case IP -> ip(order.customer().ip());
            case DEVICE_ID ->
                identifier(
                        order.customer().deviceId(),
                        RuleNumbers.MIN_DEVICE_ID_CHARACTERS,
                        ElementFault.DEVICE_ID_TOO_SHORT,
                        ElementFault.DEVICE_ID_UNUSABLE);
            case DEVICE_FINGERPRINT ->
                identifier(
                        order.customer().deviceFingerprint(),
                        RuleNumbers.MIN_DEVICE_FINGERPRINT_CHARACTERS,
                        ElementFault.DEVICE_FINGERPRINT_TOO_SHORT,
                        ElementFault.DEVICE_FINGERPRINT_UNUSABLE);
            case ACCOUNT_ID -> accountId(order.customer().accountId());
            case SHIPPING_ADDRESS -> shippingAddress(order.receipt().shippingAddress());
            case EMAIL -> email(order.receipt().customerEmail());
        };
    }

    /**
     * The form in which people read the order's own element; null if it is not usable.
     *
     * @param facts of the order, which tell that without making canonical forms again
     */
    public static @Nullable String shown(Order order, PriorFacts facts, Element element) {
        if (facts.mark(element).hash() == null) {
            return null;
        }
        Address address = order.receipt().shippingAddress();
        if (element == Element.SHIPPING_ADDRESS && address != null) {
            return CanonicalShippingAddress.show(address);
        }
        return of(order, element) instanceof ElementValue.Usable usable ? usable.shown() : null;
    }

    /**
     * The first part of a shipping address that is missing or not recognised, so that the address is no evidence.
     *
     * @return its name in the HTTP interface, such as {@code country}; null if the address is usable or empty
     */
    public static @Nullable String shippingAddressLack(Address address) {
        return CanonicalShippingAddress.lack(address);
    }

    private static ElementValue ip(@Nullable PersonalText text) {
        if (text == null) {
            return ElementValue.MISSING;
        }
        return switch (IpAddress.parse(text.value())) {
            case IpAddress.Usable usable ->
                new ElementValue.Usable(
                        usable.address().text(), usable.address().text());
            case IpAddress.NotPublic notPublic -> new ElementValue.Unusable(ElementFault.IP_NOT_PUBLIC);
            case IpAddress.NotAnAddress notAnAddress -> new ElementValue.Unusable(ElementFault.IP_INVALID);
        };
    }

    private static ElementValue identifier(
            @Nullable PersonalText text, int minCharacters, ElementFault tooShort, ElementFault placeholder) {
        if (text == null) {
            return ElementValue.MISSING;
        }
        String trimmed = Texts.trim(text.value());
        if (Texts.length(trimmed) < minCharacters) {
            return new ElementValue.Unusable(tooShort);
        }
        return Placeholders.isOne(trimmed)
                ? new ElementValue.Unusable(placeholder)
                : new ElementValue.Usable(trimmed, trimmed);
    }

    private static ElementValue accountId(@Nullable PersonalText text) {
        if (text == null) {
            return ElementValue.MISSING;
        }
        String trimmed = Texts.trim(text.value());
        if (Placeholders.isOne(trimmed)) {
            return new ElementValue.Unusable(ElementFault.ACCOUNT_ID_UNUSABLE);
        }
        return new ElementValue.Usable(Normalizer.normalize(trimmed, Normalizer.Form.NFC), trimmed);
    }

    private static ElementValue shippingAddress(@Nullable Address address) {
        return address == null ? ElementValue.MISSING : CanonicalShippingAddress.read(address);
    }

    private static ElementValue email(@Nullable PersonalText text) {
        if (text == null) {
            return ElementValue.MISSING;
        }
        // No placeholder is a valid address.
        return Email.parse(text.value())
                .<ElementValue>map(email -> new ElementValue.Usable(email.canonical(), email.canonical()))
                .orElseGet(() -> new ElementValue.Unusable(ElementFault.EMAIL_INVALID));
    }

    /** Why an element that is present cannot be used. */
    public enum ElementFault {
        IP_INVALID,
        IP_NOT_PUBLIC,
        DEVICE_ID_TOO_SHORT,
        DEVICE_FINGERPRINT_TOO_SHORT,
        /** A placeholder. */
        DEVICE_ID_UNUSABLE,
        /** A placeholder. */
        DEVICE_FINGERPRINT_UNUSABLE,
        /** A placeholder. */
        ACCOUNT_ID_UNUSABLE,
        SHIPPING_ADDRESS_INCOMPLETE,
        EMAIL_INVALID
    }

    /** The value that an order has of one element. */
    public sealed interface ElementValue {
        /** Nothing. */
        record Missing() implements ElementValue {}

        /** Something that cannot be used. */
        record Unusable(ElementFault fault) implements ElementValue {}

        /**
         * Something that can be compared. {@link #toString} hides it.
         *
         * @param canonical the form in which two are compared, never empty
         * @param shown the form in which people read it
         */
        record Usable(String canonical, String shown) implements ElementValue {
            @Override
            public String toString() {
                return "Usable[personal]";
            }
        }

        Missing MISSING = new Missing();
    }

    /**
     * The rule's view of one element of an order, without its value.
     *
     * @param hash the keyed hash of the value, or null if the value is missing or unusable
     * @param fault why the value is unusable, or null if it is missing or usable
     */
    public record ElementMark(
            @Nullable KeyedHash hash, @Nullable ElementFault fault) {
        /** The order has no value of the element. */
        public static final ElementMark MISSING = new ElementMark(null, null);

        public ElementMark {
            if (hash != null && fault != null) {
                throw new IllegalArgumentException("a value is either usable or not");
            }
        }

        /** Returns the mark of an element as an order has it. */
        public static ElementMark of(Element element, ElementValue value, ElementHasher hasher) {
            return switch (value) {
                case ElementValue.Missing missing -> MISSING;
                case ElementValue.Unusable unusable -> new ElementMark(null, unusable.fault());
                case ElementValue.Usable usable -> new ElementMark(hasher.hash(element, usable.canonical()), null);
            };
        }

        /** Returns true if the order has a value of the element, usable or not. */
        public boolean isPresent() {
            return hash != null || fault != null;
        }
    }

    /** Makes the keyed hash of an element's canonical text, under the secret of one account space. */
    @FunctionalInterface
    public interface ElementHasher {
        /**
         * Equal hashes mean the same element with the same text.
         *
         * @param element the purpose: the same text of another element has another hash
         * @param canonical never empty
         */
        KeyedHash hash(Element element, String canonical);
    }
}
