package org.orderevidence.integration;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.Mapping.UnmappableEvent;
import org.orderevidence.order.CardNumbers;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.Texts;

/**
 * What leads from a statement to its order.
 *
 * @param references objects of the same purchase, the best one first
 * @param hints possible order ids, the best one first
 * @param refusesName true if the merchant's order id was stated and cannot be one, such as one that looks like a card
 *     number
 */
public record Links(List<ObjectReference> references, List<OrderIdHint> hints, boolean refusesName) {
    /** Links without an order id that was refused. */
    public Links(List<ObjectReference> references, List<OrderIdHint> hints) {
        this(references, hints, false);
    }

    /**
     * Returns the links with the hints that exist.
     *
     * @throws UnmappableEvent if there is neither a reference nor a hint, so that nothing leads to an order
     */
    public static Links of(List<ObjectReference> references, @Nullable OrderIdHint... hints) throws UnmappableEvent {
        List<OrderIdHint> existing = Stream.of(hints)
                .flatMap(Stream::ofNullable)
                .sorted(Comparator.comparing(OrderIdHint::kind))
                .toList();
        if (references.isEmpty() && existing.isEmpty()) {
            throw new UnmappableEvent(
                    Mapping.Reason.MISSING_FIELD, "an id of 12 to 128 characters that leads to an order");
        }
        return new Links(references, existing);
    }

    /**
     * Returns the links with the merchant's order id.
     *
     * @param id the text as it was sent; empty if there is none
     * @param others further hints that exist
     */
    public static Links named(
            MapperSettings settings,
            List<ObjectReference> references,
            OrderIdHint.Kind kind,
            @Nullable String id,
            @Nullable OrderIdHint... others)
            throws UnmappableEvent {
        OrderIdHint hint = settings.hint(kind, id);
        @Nullable OrderIdHint[] hints = Arrays.copyOf(others, others.length + 1);
        hints[others.length] = hint;
        Links links = of(references, hints);
        return new Links(links.references, links.hints, id != null && hint == null);
    }

    /** Returns the hint with which the merchant names the order of a payment; empty if there is none. */
    public @Nullable OrderIdHint name() {
        return hints.stream()
                .filter(hint -> switch (hint.kind()) {
                    case METADATA, MERCHANT_REFERENCE -> true;
                    case SHOP_ORDER_NAME, CLIENT_REFERENCE, PAYMENT -> false;
                })
                .findFirst()
                .orElse(null);
    }

    public Links withoutName() {
        OrderIdHint name = name();
        return new Links(
                references, hints.stream().filter(hint -> !hint.equals(name)).toList(), refusesName);
    }

    /**
     * The id of a platform's object that belongs to one purchase: a charge, payment, session or shop order. Statements with
     * a common reference are about the same purchase, also across platforms.
     *
     * @param value {@value #MIN_LENGTH} to {@value #MAX_LENGTH} printable characters
     */
    public record ObjectReference(String value) {
        /** The shortest id. Shorter texts, such as a bank's approval code of 6 characters, repeat across purchases. */
        public static final int MIN_LENGTH = 12;

        /** The longest id, in code points. */
        public static final int MAX_LENGTH = 128;

        public ObjectReference {
            if (!isReference(value)) {
                throw new IllegalArgumentException("a reference has 12 to 128 printable characters");
            }
        }

        /** Returns the references among the ids; ids that are empty or have another length are left out. */
        public static List<ObjectReference> of(@Nullable String... ids) {
            return Stream.of(ids)
                    .flatMap(Stream::ofNullable)
                    .filter(ObjectReference::isReference)
                    .map(ObjectReference::new)
                    .distinct()
                    .toList();
        }

        private static boolean isReference(String id) {
            int length = Texts.length(id);
            return length >= MIN_LENGTH && length <= MAX_LENGTH && Texts.isPrintable(id);
        }
    }

    /**
     * A text in an event that can be the merchant's order id.
     *
     * @param amount the order must have this amount; empty if any amount fits
     */
    public record OrderIdHint(
            Kind kind, OrderId id, @Nullable Money amount) {
        /** Where an order id was found. The first kind that exists for a purchase names its order. */
        public enum Kind {
            /** In the metadata that the merchant's own server wrote. */
            METADATA,
            /** The shop's name of the order. */
            SHOP_ORDER_NAME,
            /** The reference with which the merchant's server started the payment. */
            MERCHANT_REFERENCE,
            /** In a checkout session. A shopper can set it in the address of a payment link. */
            CLIENT_REFERENCE,
            /** The payment's own id, for a purchase that nothing else names. */
            PAYMENT
        }

        public static @Nullable OrderIdHint of(
                Kind kind, String prefix, @Nullable String text, @Nullable Money amount) {
            if (text == null || !OrderId.isValid(prefix + text) || CardNumbers.appearIn(prefix + text)) {
                return null;
            }
            return new OrderIdHint(kind, new OrderId(prefix + text), amount);
        }
    }
}
