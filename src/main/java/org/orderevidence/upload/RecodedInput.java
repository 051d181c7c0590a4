package org.orderevidence.upload;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Text of another encoding as UTF-8. */
final class RecodedInput extends InputStream {
    private static final int CHARACTERS = 8 * 1024;
    private static final int END = -1;

    private final Reader reader;
    private final char[] characters = new char[CHARACTERS];
    private byte[] bytes = new byte[0];
    private int position;

    /** The first half of a character of which the reader has not returned the second one; 0 for none. */
    private char half;

    RecodedInput(InputStream text, Charset encoding) {
        reader = new InputStreamReader(text, encoding);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? END : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        while (position == bytes.length) {
            if (!fill()) {
                return END;
            }
        }
        int read = Math.min(length, bytes.length - position);
        System.arraycopy(bytes, position, target, offset, read);
        position += read;
        return read;
    }

    private boolean fill() throws IOException {
        int read = reader.read(characters);
        if (read < 0 && half == 0) {
            return false;
        }
        String text = (half == 0 ? "" : String.valueOf(half)) + new String(characters, 0, Math.max(0, read));
        char last = text.isEmpty() ? 0 : text.charAt(text.length() - 1);
        half = read >= 0 && Character.isHighSurrogate(last) ? last : 0;
        bytes = text.substring(0, text.length() - (half == 0 ? 0 : 1)).getBytes(StandardCharsets.UTF_8);
        position = 0;
        return true;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
