package org.orderevidence.console;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.MultipartInput;
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
}
