package org.orderevidence.console;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.Query;

/** The fields of a form that was sent. Values can be personal data or secrets, so {@link #toString} hides them. */
public record Form(Function<String, @Nullable String> fields, String fileName, InputStream file) {
    /** Largest form without files, in bytes. */
    static final int MAX_BYTES = 64 * 1024;

    static final Form EMPTY = parse("");

    /** Largest sum of all fields before a file, in bytes. */
    private static final int MAX_FIELDS = 256 * 1024;

    /** What each of them counts in addition to its name and value, so that empty fields are not free. */
    private static final int FIELD = 64;

    static Form parse(String body) {
        return new Form(new Query(body, List.of())::text, "", InputStream.nullInputStream());
    }

    /** Reads the fields of a form with a file up to the file, which the page reads in constant memory. */
    static Form read(MultipartInput parts) throws IOException {
        Map<String, String> fields = new HashMap<>();
        int left = MAX_FIELDS;
        for (MultipartInput.Part part = parts.next(); part != null; part = parts.next()) {
            String fileName = part.fileName();
            if (fileName != null) {
                return new Form(fields::get, fileName, parts);
            }
            byte[] value = parts.readNBytes(left + 1);
            left -= FIELD + value.length + part.name().length();
            if (left < 0) {
                throw new IOException("the fields of the form are too long");
            }
            fields.putIfAbsent(part.name(), new String(value, StandardCharsets.UTF_8));
        }
        return new Form(fields::get, "", InputStream.nullInputStream());
    }

    /** Returns a value without surrounding blanks; empty if the field is missing, sent twice or unreadable. */
    public String text(String name) {
        String value = fields.apply(name);
        return value == null ? "" : value.strip();
    }

    public boolean isChecked(String name) {
        return !text(name).isEmpty();
    }

    /** True if the field was sent, perhaps empty. */
    boolean has(String name) {
        return fields.apply(name) != null;
    }

    @Override
    public String toString() {
        return "Form";
    }

    /**
     * The parts of a form with a file, as a browser sends them (RFC 7578), in constant memory. Reading it returns the bytes
     * of the current part.
     */
    static final class MultipartInput extends InputStream {
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
                        return new String(
                                text.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
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
}
