package org.orderevidence.integration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

    public Links {
        references = List.copyOf(references);
        hints = List.copyOf(hints);
    }

    /**
     * Returns the links with the hints that exist.
     *
     * @throws UnmappableEvent if there is neither a reference nor a hint, so that nothing leads to an order
     */
    public static Links of(List<ObjectReference> references, @Nullable OrderIdHint... hints) throws UnmappableEvent {
        List<OrderIdHint> existing = new ArrayList<>();
        for (OrderIdHint hint : hints) {
            if (hint != null) {
                existing.add(hint);
            }
        }
        if (references.isEmpty() && existing.isEmpty()) {
            throw new UnmappableEvent(
                    Mapping.Reason.MISSING_FIELD, "an id of 12 to 128 characters that leads to an order");
        }
        existing.sort(Comparator.comparing(OrderIdHint::kind));
        return new Links(references, existing);
    }

    /**
     * Returns the links with the merchant's order id.
     *
     * @param id the text as it was sent; empty if there is none
     * @param others further hints that exist
     * @throws UnmappableEvent as {@link #of}
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

    /** Returns the links without {@link #name}. */
    public Links withoutName() {
        OrderIdHint name = name();
        return new Links(
                references, hints.stream().filter(hint -> !hint.equals(name)).toList(), refusesName);
    }
}
