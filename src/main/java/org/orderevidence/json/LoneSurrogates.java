package org.orderevidence.json;

import java.nio.charset.StandardCharsets;

/**
 * Lets the JSON parser accept half of a surrogate pair in a field name. By default, the parser accepts one only in a
 * value. Such a name is a fault of one order and must not reject the other orders of the upload.
 *
 * <p>Works on well-formed UTF-8, where only an escape such as {@code \ud800} can be such a half.
 */
final class LoneSurrogates {
    /** Replaces a half in a name until the name is parsed: a noncharacter, which no text needs (Unicode 16, 23.7). */
    private static final char PLACEHOLDER = '\ufffe';

    private static final byte[] PLACEHOLDER_DIGITS = "fffe".getBytes(StandardCharsets.US_ASCII);
    private static final int ESCAPE_LENGTH = 6;

    private final byte[] json;
    private boolean found;

    private LoneSurrogates(byte[] json) {
        this.json = json;
    }

    /**
     * Replaces each half in a name with a placeholder of the same length, in the array itself.
     *
     * @return true if there was one; then every name must go through {@link #restore}
     */
    static boolean replaceInNames(byte[] json) {
        return mayBeIn(json) && new LoneSurrogates(json).replace();
    }

    /** Returns the name with half of a pair instead of each placeholder. */
    static String restore(String name) {
        return name.replace(PLACEHOLDER, Character.MIN_SURROGATE);
    }

    private static boolean mayBeIn(byte[] json) {
        for (int i = 0; i < json.length - 2; i++) {
            if (json[i] == '\\' && json[i + 1] == 'u' && (json[i + 2] | 0x20) == 'd') {
                return true;
            }
        }
        return false;
    }

    private boolean replace() {
        int at = 0;
        while (at < json.length) {
            if (json[at] != '"') {
                at++;
                continue;
            }
            int start = at + 1;
            int end = endOfString(start);
            at = end + 1;
            if (isName(at)) {
                replaceIn(start, end);
            }
        }
        return found;
    }

    private int endOfString(int start) {
        int at = start;
        while (at < json.length && json[at] != '"') {
            at += json[at] == '\\' ? 2 : 1;
        }
        return Math.min(at, json.length);
    }

    /** A string is a name when a colon follows. */
    private boolean isName(int behind) {
        int at = behind;
        while (at < json.length && (json[at] == ' ' || json[at] == '\t' || json[at] == '\n' || json[at] == '\r')) {
            at++;
        }
        return at < json.length && json[at] == ':';
    }

    private void replaceIn(int start, int end) {
        int at = start;
        while (at < end) {
            if (json[at] != '\\') {
                at++;
                continue;
            }
            int unit = escapedUnit(at, end);
            if (!isSurrogate(unit)) {
                at += unit < 0 ? 2 : ESCAPE_LENGTH;
            } else if (Character.isHighSurrogate((char) unit) && isLow(escapedUnit(at + ESCAPE_LENGTH, end))) {
                at += 2 * ESCAPE_LENGTH;
            } else {
                System.arraycopy(PLACEHOLDER_DIGITS, 0, json, at + 2, PLACEHOLDER_DIGITS.length);
                found = true;
                at += ESCAPE_LENGTH;
            }
        }
    }

    /** The UTF-16 code unit that is escaped at {@code at}, or -1 if there is no such escape. */
    private int escapedUnit(int at, int end) {
        if (at + ESCAPE_LENGTH > end || json[at] != '\\' || json[at + 1] != 'u') {
            return -1;
        }
        int unit = 0;
        for (int i = at + 2; i < at + ESCAPE_LENGTH; i++) {
            int digit = Character.digit((char) json[i], 16);
            if (digit < 0) {
                return -1;
            }
            unit = unit * 16 + digit;
        }
        return unit;
    }

    private static boolean isSurrogate(int unit) {
        return unit >= 0 && Character.isSurrogate((char) unit);
    }

    private static boolean isLow(int unit) {
        return unit >= 0 && Character.isLowSurrogate((char) unit);
    }
}
