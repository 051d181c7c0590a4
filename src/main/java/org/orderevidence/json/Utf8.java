package org.orderevidence.json;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Checks bytes before they are parsed as JSON, because the JSON parser accepts some ill-formed UTF-8. */
final class Utf8 {
    private static final int DECODED_CHARS = 4_096;

    private Utf8() {}

    /**
     * Throws if the bytes are not well-formed UTF-8: overlong forms and encoded surrogates are not. Also throws if they
     * are gzip, UTF-16 or UTF-32, or if they start with a byte order mark.
     *
     * @param whole names the bytes in the message
     */
    static void requireWellFormed(byte[] bytes, JsonPlace whole) throws MalformedJson {
        if (bytes.length >= 2 && bytes[0] == 0x1f && bytes[1] == (byte) 0x8b) {
            throw new MalformedJson(whole.name() + " is compressed with gzip; send it uncompressed");
        }
        for (int i = 0; i < bytes.length && i < 4; i++) {
            if (bytes[i] == 0) {
                throw new MalformedJson(
                        whole.name() + " is not UTF-8: it starts with a zero byte, like UTF-16 and UTF-32");
            }
        }
        if (isAscii(bytes)) {
            return;
        }
        if (bytes.length >= 3 && bytes[0] == (byte) 0xef && bytes[1] == (byte) 0xbb && bytes[2] == (byte) 0xbf) {
            throw new MalformedJson(whole.name() + " starts with a byte order mark; send UTF-8 without one");
        }
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(DECODED_CHARS);
        CoderResult result;
        do {
            out.clear();
            result = decoder.decode(in, out, true);
        } while (result.isOverflow());
        if (result.isError()) {
            throw new MalformedJson(whole.name() + " is not well-formed UTF-8" + whole.of(bytes, in.position()));
        }
    }

    private static boolean isAscii(byte[] bytes) {
        int all = 0;
        for (byte b : bytes) {
            all |= b;
        }
        return all >= 0;
    }
}
