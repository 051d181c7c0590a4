package org.orderevidence.order;

import java.util.Locale;

/**
 * Unicode full case folding (CaseFolding.txt, statuses C and F) as far as two texts have to compare equal; the JDK has
 * no method for it. Lowering, raising and lowering again joins what folding joins: {@code ẞ}, {@code ß} and {@code ss};
 * the three sigmas; {@code ſ} and {@code s}. The dotless {@code ı} is the one letter that raising would join to another
 * ({@code i}) and folding does not.
 */
public final class CaseFolding {
    private static final char DOTLESS_I = '\u0131';

    private CaseFolding() {}

    /** The folded text. */
    public static String fold(String text) {
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
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }
}
