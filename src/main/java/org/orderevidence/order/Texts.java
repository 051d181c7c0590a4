package org.orderevidence.order;

/** Rules that a string must follow to be stored, and the order of strings. */
public final class Texts {
    private Texts() {}

    /** Returns true if {@code text} has no control characters (C0, DEL, C1) and no unpaired surrogates. */
    public static boolean isPrintable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c)) {
                return false;
            }
            if (Character.isSurrogate(c)) {
                if (!isPairAt(text, i)) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }

    /** Returns true if every surrogate in {@code text} is half of a pair, so that it survives UTF-8. */
    public static boolean isWellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (!isPairAt(text, i)) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }

    /** The length in code points, as the bounds of all fields count it: an emoji is one, and not two. */
    public static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    /** Returns true for everything that Unicode calls white space, including no-break spaces. */
    public static boolean isBlank(int codePoint) {
        return Character.isWhitespace(codePoint) || Character.isSpaceChar(codePoint);
    }

    /** Returns true if there are only blanks: such a string counts as missing. */
    public static boolean isBlank(String text) {
        return trim(text).isEmpty();
    }

    /** The text without blanks at its ends. All blanks are in the basic plane. */
    public static String trim(String text) {
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

    /** Returns true for a character that a person does not see: control and format characters, such as a zero-width space. */
    public static boolean isInvisible(int codePoint) {
        return Character.isISOControl(codePoint) || Character.getType(codePoint) == Character.FORMAT;
    }

    /**
     * Returns the text without blanks at its ends and without invisible characters. Of two texts that look the same, both
     * become the same. E-mail addresses are stored in this form, and IDs that do not have it are refused.
     */
    public static String cleaned(String text) {
        if (text.codePoints().noneMatch(Texts::isInvisible)) {
            return trim(text);
        }
        StringBuilder kept = new StringBuilder(text.length());
        text.codePoints().filter(c -> !isInvisible(c)).forEach(kept::appendCodePoint);
        return trim(kept.toString());
    }

    /** Returns true for a character that sets the direction of the text around it (Unicode: Bidi_Control). */
    public static boolean isDirectionControl(int codePoint) {
        return (codePoint >= 0x202A && codePoint <= 0x202E)
                || (codePoint >= 0x2066 && codePoint <= 0x2069)
                || codePoint == 0x200E
                || codePoint == 0x200F
                || codePoint == 0x061C;
    }

    /** Returns the text without such characters. */
    public static String withoutDirectionControls(String text) {
        if (text.chars().noneMatch(Texts::isDirectionControl)) {
            return text;
        }
        StringBuilder kept = new StringBuilder(text.length());
        text.chars().filter(c -> !isDirectionControl(c)).forEach(c -> kept.append((char) c));
        return kept.toString();
    }

    /** Compares by code point: the order of the UTF-8 bytes, which {@link String#compareTo} is not. */
    public static int compareByCodePoint(String left, String right) {
        int shorter = Math.min(left.length(), right.length());
        for (int i = 0; i < shorter; i++) {
            char l = left.charAt(i);
            char r = right.charAt(i);
            if (l != r) {
                boolean bothOrNeitherSurrogate = Character.isSurrogate(l) == Character.isSurrogate(r);
                if (bothOrNeitherSurrogate) {
                    return Character.compare(l, r);
                }
                return Character.isSurrogate(l) ? 1 : -1;
            }
        }
        return Integer.compare(left.length(), right.length());
    }

    private static boolean isPairAt(String text, int i) {
        return Character.isHighSurrogate(text.charAt(i))
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
    }
}
