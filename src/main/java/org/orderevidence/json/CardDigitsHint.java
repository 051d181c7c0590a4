package org.orderevidence.json;

/** Why a text is not the first or last digits of a card number. It never repeats the text. */
public final class CardDigitsHint {
    private CardDigitsHint() {}

    /** Returns true if a text has only ASCII digits. */
    public static boolean isDigits(String text) {
        return text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /**
     * Returns the rule that a text breaks, to follow the name of the field.
     *
     * @param counts the accepted numbers of digits, such as "6 or 8 digits"
     */
    public static String of(String text, String counts) {
        if (isDigits(text)) {
            return "must be " + counts + ", not " + text.length();
        }
        boolean isMasked = text.chars().anyMatch(c -> c == '*' || c == 'x' || c == 'X' || c == '\u2022');
        return "must be " + counts
                + (isMasked
                        ? ": of a masked card number, send the first 6 digits as bin and the last 4 as last4"
                        : ", and nothing else");
    }
}
