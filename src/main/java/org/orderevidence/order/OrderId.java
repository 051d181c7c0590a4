package org.orderevidence.order;

/**
 * The merchant's own id of an order: the key of the order within its {@link AccountSpace}. Any text of 1 to
 * {@value #MAX_LENGTH} characters that has none of what {@link Texts#cleaned} removes; compared exactly.
 *
 * <p>Ordered by code point, which is also the order of its UTF-8 bytes, so that all stores sort in the same way.
 *
 * @param value the id, without invisible characters, blanks at its ends and unpaired surrogates
 */
public record OrderId(String value) implements Comparable<OrderId> {
    /** Longest id, in code points. */
    public static final int MAX_LENGTH = 128;

    public OrderId {
        if (!isValid(value)) {
            throw new IllegalArgumentException("an order id is 1 to " + MAX_LENGTH + " visible characters");
        }
    }

    public static boolean isValid(String text) {
        return !text.isEmpty()
                && Texts.length(text) <= MAX_LENGTH
                && Texts.isWellFormed(text)
                && Texts.cleaned(text).equals(text);
    }

    @Override
    public int compareTo(OrderId other) {
        return Texts.compareByCodePoint(value, other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
