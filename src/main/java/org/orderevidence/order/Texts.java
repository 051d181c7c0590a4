package org.orderevidence.order;

import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;

/** Rules that a string must follow to be stored, and the order of strings. */
public final class Texts {
    private static final char DOTLESS_I = '\u0131';

    /** Format characters. A joiner between letters that are not Latin is kept as the first group. */
    private static final Pattern INVISIBLE = Pattern.compile(
            "(?<=[\\x{590}-\\x{10FFFF}&&[^\\p{Cf}\\p{Z}]])([\u200C\u200D])(?=[\\x{590}-\\x{10FFFF}&&[^\\p{Cf}\\p{Z}]])|\\p{Cf}");

    /** Control characters and halves of surrogate pairs. */
    private static final Pattern UNWRITABLE = Pattern.compile("[\\p{Cc}\\p{Cs}]");

    private Texts() {}

    /** Returns true if {@code text} has no control characters (C0, DEL, C1) and no unpaired surrogates. */
    public static boolean isPrintable(String text) {
        return !has(text, Character::isISOControl) && isWellFormed(text);
    }

    /** Returns the text with U+FFFD instead of control characters and halves of surrogate pairs, which are never stored. */
    public static String writable(String text) {
        return UNWRITABLE.matcher(text).replaceAll("\uFFFD");
    }

    /** Returns true if every surrogate in {@code text} is half of a pair, so that it survives UTF-8. */
    public static boolean isWellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i)) && !Character.isSupplementaryCodePoint(text.codePointAt(i++))) {
                return false;
            }
        }
        return true;
    }

    /** The length in code points, as the bounds of all fields count it: an emoji is one, and not two. */
    public static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    /** The first code points of a longer text, with an ellipsis. */
    public static String brief(String text, int most) {
        return length(text) <= most ? text : text.substring(0, text.offsetByCodePoints(0, most)) + '\u2026';
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

    /**
     * Returns the text without control characters, format characters, or blanks at either end. Texts that look the same are
     * then equal. An ID that this would change is refused.
     */
    public static String cleaned(String text) {
        return withoutFormatCharacters(without(text, Character::isISOControl));
    }

    /** Returns the text without blanks at its ends and without format characters, such as a zero-width space. */
    public static String withoutFormatCharacters(String text) {
        return trim(without(text, character -> Character.getType(character) == Character.FORMAT));
    }

    /**
     * Returns the text without invisible format characters. Joiners stay in emoji, and between letters of scripts that need
     * them.
     */
    public static String visible(String text) {
        return has(text, character -> Character.getType(character) == Character.FORMAT)
                ? INVISIBLE.matcher(text).replaceAll("$1")
                : text;
    }

    /** Returns true if there is nothing to see: such a string counts as missing. */
    public static boolean isInvisible(String text) {
        return !has(text, character -> !isBlank(character) && Character.getType(character) != Character.FORMAT);
    }

    /** Returns the text without some of its characters. */
    public static String without(String text, IntPredicate removed) {
        if (!has(text, removed)) {
            return text;
        }
        StringBuilder kept = new StringBuilder(text.length());
        text.codePoints().filter(removed.negate()).forEach(kept::appendCodePoint);
        return kept.toString();
    }

    /** Returns true if a text has one of some characters. */
    public static boolean has(String text, IntPredicate sought) {
        for (int i = 0; i < text.length(); i++) {
            if (sought.test(text.codePointAt(i))) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if all characters of a text are ASCII digits. */
    public static boolean isDigits(String text) {
        return !has(text, c -> c < '0' || c > '9');
    }

    /** Returns true for a character that sets the direction of the text around it (Unicode: Bidi_Control). */
    public static boolean isDirectionControl(int codePoint) {
        return (codePoint >= 0x202A && codePoint <= 0x202E)
                || (codePoint >= 0x2066 && codePoint <= 0x2069)
                || codePoint == 0x200E
                || codePoint == 0x200F
                || codePoint == 0x061C;
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

    /**
     * Returns the text after Unicode full case folding (CaseFolding.txt, statuses C and F) as far as two texts have to
     * compare equal; the JDK has no method for it. Lowering, raising and lowering again joins what folding joins:
     * {@code ẞ}, {@code ß} and {@code ss}; the three sigmas; {@code ſ} and {@code s}. The dotless {@code ı} is the one
     * letter that raising would join to another ({@code i}) and folding does not.
     */
    public static String foldCase(String text) {
        if (isAscii(text)) {
            return text.toLowerCase(Locale.ROOT);
        }
        StringBuilder folded = new StringBuilder(text.length());
        int start = 0;
        for (int i = text.indexOf(DOTLESS_I); i >= 0; i = text.indexOf(DOTLESS_I, start)) {
            folded.append(foldPlain(text.substring(start, i))).append(DOTLESS_I);
            start = i + 1;
        }
        return folded.append(foldPlain(text.substring(start))).toString();
    }

    private static String foldPlain(String text) {
        return text.toLowerCase(Locale.ROOT)
                .toUpperCase(Locale.ROOT)
                .toLowerCase(Locale.ROOT)
                .replace('ς', 'σ');
    }

    private static boolean isAscii(String text) {
        return !has(text, c -> c >= 0x80);
    }
}
