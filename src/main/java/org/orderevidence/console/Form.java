package org.orderevidence.console;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.Query;

/** The fields of a form that was sent. Values can be personal data or secrets, so {@link #toString} hides them. */
public final class Form {
    /** Largest form without files, in bytes. */
    static final int MAX_BYTES = 64 * 1024;

    static final Form EMPTY = parse("");

    /** Largest sum of all fields before a file, in bytes. */
    private static final int MAX_FIELDS = 256 * 1024;

    /** What each of them counts in addition to its name and value, so that empty fields are not free. */
    private static final int FIELD = 64;

    private final Function<String, @Nullable String> fields;
    private final String fileName;
    private final InputStream file;

    private Form(Function<String, @Nullable String> fields, String fileName, InputStream file) {
        this.fields = fields;
        this.fileName = fileName;
        this.file = file;
    }

    static Form parse(String body) {
        return new Form(new Query(body, List.of())::text, "", InputStream.nullInputStream());
    }

    /**
     * Reads the fields of a form with a file up to the file, which the page reads in constant memory.
     *
     * @throws IOException if the form is malformed or has too many fields
     */
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

    /** True if a check box is selected. */
    public boolean isChecked(String name) {
        return !text(name).isEmpty();
    }

    /** True if the field was sent, perhaps empty. */
    boolean has(String name) {
        return fields.apply(name) != null;
    }

    /** Returns the name of the file; empty if none was selected. */
    String fileName() {
        return fileName;
    }

    /** Returns the content of the file, to be read once. */
    InputStream file() {
        return file;
    }

    @Override
    public String toString() {
        return "Form";
    }
}
