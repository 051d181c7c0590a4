package org.orderevidence.evidence;

/** What counts as a space in elements: all that Unicode calls white space, the no-break spaces among them. */
final class Blanks {
    private Blanks() {}

    static boolean isBlank(int codePoint) {
        return Character.isWhitespace(codePoint) || Character.isSpaceChar(codePoint);
    }

    /** The text without blanks at its ends. */
    static String trim(String text) {
        int from = 0;
        int until = text.length();
        while (from < until && isBlank(text.charAt(from))) {
            from++;
        }
        while (from < until && isBlank(text.charAt(until - 1))) {
            until--;
        }
        return text.substring(from, until);
    }
}
