package org.orderevidence.http.wire;

import org.orderevidence.order.card.CardNumbers;

/**
 * The rule for a string field. Lengths are in code points, as in JSON Schema.
 *
 * @param shortest fewest characters
 * @param longest most characters
 * @param shape which characters it may contain
 * @param trimmed whether surrounding blanks are removed before it is checked and stored
 */
public record TextRule(int shortest, int longest, Shape shape, boolean trimmed) {
    /**
     * What a text may hold. Unpaired surrogates are refused in each, and control characters but for line breaks and
     * tabs, which data from forms has and which must not cost an order.
     */
    public enum Shape {
        /** No line breaks or tabs either, no card number: ids and references. */
        LINE,
        /** No card number. */
        LINES,
        /** No card number; a telephone number is none. */
        TELEPHONE,
        /** A long number by nature: not looked at for card numbers. */
        LONG_NUMBER
    }

    /** Longest text of which nothing else is said. */
    static final int LONGEST_TEXT = 2_000;

    static final TextRule LINES = new TextRule(1, LONGEST_TEXT, Shape.LINES, false);
    static final TextRule TELEPHONE = new TextRule(1, LONGEST_TEXT, Shape.TELEPHONE, false);
    public static final TextRule TRIMMED = new TextRule(1, LONGEST_TEXT, Shape.LINE, true);

    /** One line of at most {@code longest} characters. */
    public static TextRule line(int longest) {
        return new TextRule(1, longest, Shape.LINE, false);
    }

    /** One line of at most {@code longest} characters, a long number by nature. */
    static TextRule longNumber(int longest) {
        return new TextRule(1, longest, Shape.LONG_NUMBER, false);
    }

    /** True when a text of this rule may not hold what looks like a card number, and {@code text} does. */
    boolean holdsCardNumber(String text) {
        return switch (shape) {
            case LINE, LINES -> CardNumbers.appearIn(text);
            case TELEPHONE -> CardNumbers.appearInTelephone(text);
            case LONG_NUMBER -> false;
        };
    }

    /** True when {@code c} is a control character that a text of this rule may not have. */
    boolean refuses(char c) {
        return Character.isISOControl(c) && !(shape != Shape.LINE && (c == '\n' || c == '\r' || c == '\t'));
    }
}
