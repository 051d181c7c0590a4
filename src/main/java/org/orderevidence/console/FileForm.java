package org.orderevidence.console;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A form with a file. Its fields come before the file and are read first. The page reads the file
 * in constant
 * memory.
 */
public final class FileForm {
    /** Largest sum of all fields before the file, in bytes. */
    private static final int MAX_FIELDS = 256 * 1024;

    /** What each field counts in addition to its name and value, so that empty fields are not free. */
    private static final int FIELD = 64;

    private static final String BOUNDARY = "boundary=";
    private static final int LONGEST_BOUNDARY = 70;
    private static final String TYPE = "multipart/form-data";

    private final Map<String, String> fields;
    private final String fileName;
    private final InputStream file;

    private FileForm(Map<String, String> fields, String fileName, InputStream file) {
        this.fields = fields;
        this.fileName = fileName;
        this.file = file;
    }

    /** Returns the boundary of a content type; {@code null} if it is not that of a form with a file. */
    static @Nullable String boundary(String contentType) {
        int at = contentType.indexOf(BOUNDARY);
        if (!contentType.regionMatches(true, 0, TYPE, 0, TYPE.length()) || at < 0) {
            return null;
        }
        String boundary = contentType.substring(at + BOUNDARY.length()).replace("\"", "");
        int end = boundary.indexOf(';');
        String alone = (end < 0 ? boundary : boundary.substring(0, end)).strip();
        return alone.isEmpty() || alone.length() > LONGEST_BOUNDARY ? null : alone;
    }

    /**
     * Reads the fields before the file.
     *
     * @throws IOException if the form is malformed or has too many fields
     */
    static FileForm read(InputStream body, String boundary) throws IOException {
        MultipartInput parts = new MultipartInput(body, boundary);
        Map<String, String> fields = new LinkedHashMap<>();
        int left = MAX_FIELDS;
        for (MultipartInput.Part part = parts.next(); part != null; part = parts.next()) {
            String fileName = part.fileName();
            if (fileName != null) {
                return new FileForm(fields, fileName, parts);
            }
            byte[] value = parts.readNBytes(left + 1);
            left -= FIELD + value.length + part.name().length();
            if (left < 0) {
                throw new IOException("the fields of the form are too long");
            }
            fields.putIfAbsent(part.name(), new String(value, StandardCharsets.UTF_8).strip());
        }
        return new FileForm(fields, "", InputStream.nullInputStream());
    }

    /** Returns a value without surrounding blanks; empty if the field is missing. */
    public String text(String name) {
        return fields.getOrDefault(name, "");
    }

    /** True if the field was sent. */
    public boolean has(String name) {
        return fields.containsKey(name);
    }

    /** Returns the name of the file; empty if none was selected. */
    public String fileName() {
        return fileName;
    }

    /** Returns the content of the file, to be read once. */
    public InputStream file() {
        return file;
    }

    @Override
    public String toString() {
        return "FileForm";
    }
}
