package org.orderevidence.evidence;

import org.jspecify.annotations.Nullable;
import org.orderevidence.order.KeyedHash;

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
