package org.orderevidence.receipt.render;

import org.orderevidence.order.Texts;

/**
 * Removes the characters that no page may contain: those that XML forbids, noncharacters, byte order marks, and the
 * controls with which a text can reorder the text around it. It is applied to complete documents, so that no value can
 * be forgotten.
 */
final class PrintableText {
    private static final int FIRST_NONCHARACTER = 0xFDD0;
    private static final int LAST_NONCHARACTER = 0xFDEF;
    private static final int PLANE_END = 0xFFFE;

    private PrintableText() {}

    /** Returns the document without these characters. */
    static String of(String document) {
        int first = firstRefused(document);
        if (first < 0) {
            return document;
        }
        StringBuilder kept = new StringBuilder(document.length()).append(document, 0, first);
        document.substring(first).codePoints().filter(PrintableText::isAllowed).forEach(kept::appendCodePoint);
        return kept.toString();
    }

    private static int firstRefused(String document) {
        int at = 0;
        while (at < document.length()) {
            int c = document.codePointAt(at);
            if (!isAllowed(c)) {
                return at;
            }
            at += Character.charCount(c);
        }
        return -1;
    }

    private static boolean isAllowed(int c) {
        if (c < ' ') {
            return c == '\n' || c == '\t' || c == '\r';
        }
        if (c <= 0x7e) {
            return true;
        }
        return !Character.isISOControl(c)
                && !isSurrogate(c)
                && (c & PLANE_END) != PLANE_END
                && (c < FIRST_NONCHARACTER || c > LAST_NONCHARACTER)
                && !Texts.isDirectionControl(c)
                && c != '\uFEFF';
    }

    private static boolean isSurrogate(int c) {
        return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    }
}
