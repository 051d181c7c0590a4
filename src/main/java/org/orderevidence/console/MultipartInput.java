package org.orderevidence.console;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a form with a file, as a browser sends them (RFC 7578), in constant memory. Reading it returns the bytes
 * of the current part.
 */
final class MultipartInput extends InputStream {
    private static final int BUFFER = 64 * 1024;
    private static final int SKIPPED = 1024;
    private static final int MAX_HEADERS = 8 * 1024;
    private static final Pattern BOUNDARY =
            Pattern.compile("(?i:multipart/form-data)\\s*;.*boundary=\"?([^\";\\s]{1,70})\"?\\s*(?:;.*)?");
    private static final Pattern NAME = Pattern.compile("[; ]name=\"([^\"]*)\"");
    private static final Pattern FILE_NAME = Pattern.compile("[; ]filename=\"([^\"]*)\"");

    private final InputStream in;
    private final byte[] delimiter;
    private final byte[] buffer = new byte[BUFFER];
    private int position;
    private int filled;
    private boolean atPartEnd;

    /**
     * @param in the body
     * @param boundary the parameter of its content type, at most 70 characters
     */
    MultipartInput(InputStream in, String boundary) {
        this.in = in;
        this.delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
        // The first boundary has no line end before it.
        buffer[0] = '\r';
        buffer[1] = '\n';
        filled = 2;
    }

    /** Returns the boundary of a content type; {@code null} if it is not that of a form with a file. */
    static @Nullable String boundary(String contentType) {
        Matcher boundary = BOUNDARY.matcher(contentType);
        return boundary.matches() ? boundary.group(1) : null;
    }

    /**
     * The head of a part.
     *
     * @param name of the field
     * @param fileName name of the file; {@code null} if the part is not a file
     */
    record Part(String name, @Nullable String fileName) {}

    /** Skips the rest of the current part. Returns the next part; {@code null} at the end. */
    @Nullable
    Part next() throws IOException {
        // A form can have thousands of parts, and most of them are read to their end.
        byte[] rest = new byte[SKIPPED];
        while (read(rest, 0, rest.length) >= 0) {
            // The part is not needed.
        }
        position += delimiter.length;
        int first = one();
        int second = one();
        if (first == '-' && second == '-') {
            return null;
        }
        if (first != '\r' || second != '\n') {
            throw malformed();
        }
        String headers = headers();
        atPartEnd = false;
        Matcher name = NAME.matcher(headers);
        Matcher fileName = FILE_NAME.matcher(headers);
        return new Part(name.find() ? name.group(1) : "", fileName.find() ? fileName.group(1) : null);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (atPartEnd) {
            return -1;
        }
        while (true) {
            int found = indexOfDelimiter();
            int end = found >= 0 ? found : filled - delimiter.length + 1;
            if (end > position) {
                int count = Math.min(length, end - position);
                System.arraycopy(buffer, position, into, offset, count);
                position += count;
                return count;
            }
            if (found == position) {
                atPartEnd = true;
                return -1;
            }
            fill();
        }
    }

    private int indexOfDelimiter() {
        for (int i = position; i <= filled - delimiter.length; i++) {
            int matched = 0;
            while (matched < delimiter.length && buffer[i + matched] == delimiter[matched]) {
                matched++;
            }
            if (matched == delimiter.length) {
                return i;
            }
        }
        return -1;
    }

    private void fill() throws IOException {
        System.arraycopy(buffer, position, buffer, 0, filled - position);
        filled -= position;
        position = 0;
        int read = in.read(buffer, filled, buffer.length - filled);
        if (read < 0) {
            throw malformed();
        }
        filled += read;
    }

    private int one() throws IOException {
        while (position == filled) {
            fill();
        }
        return buffer[position++] & 0xff;
    }

    /** Reads the lines up to the blank one. */
    private String headers() throws IOException {
        StringBuilder text = new StringBuilder();
        StringBuilder line = new StringBuilder();
        while (true) {
            int next = one();
            if (next == '\n') {
                if (line.isEmpty()) {
                    return new String(text.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
                }
                text.append(line).append('\n');
                line.setLength(0);
            } else if (next != '\r') {
                line.append((char) next);
            }
            if (text.length() + line.length() > MAX_HEADERS) {
                throw malformed();
            }
        }
    }

    private static IOException malformed() {
        return new IOException("the form is incomplete or malformed");
    }
}
