package org.orderevidence.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Percent-encoded text (RFC 3986, 2.1). */
public final class PercentText {
    private PercentText() {}

    /** True if each character of a path may be in one, and each percent sign starts an encoded byte. */
    public static boolean isPath(String raw) {
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c <= ' ' || c >= 0x7f || (c == '%' && encodedByte(raw, i) < 0)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the decoded text; {@code null} if it is not percent-encoded UTF-8.
     *
     * @param plus what a plus sign stands for: itself, or a blank in a query
     */
    public static @Nullable String decode(String encoded, char plus) {
        ByteBuffer bytes = ByteBuffer.allocate(encoded.length());
        for (int i = 0; i < encoded.length(); i++) {
            char c = encoded.charAt(i);
            int one = c == '+' ? plus : c;
            if (c == '%') {
                one = encodedByte(encoded, i);
                if (one < 0) {
                    return null;
                }
                i += 2;
            }
            bytes.put((byte) one);
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(bytes.flip())
                    .toString();
        } catch (CharacterCodingException notUtf8) {
            return null;
        }
    }

    private static int encodedByte(String text, int percent) {
        if (percent + 2 >= text.length()) {
            return -1;
        }
        int high = Character.digit(text.charAt(percent + 1), 16);
        int low = Character.digit(text.charAt(percent + 2), 16);
        return high < 0 || low < 0 ? -1 : high * 16 + low;
    }
}
