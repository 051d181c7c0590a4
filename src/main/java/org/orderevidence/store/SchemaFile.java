package org.orderevidence.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Reads the numbered files of a schema, which are resources of the program. */
public final class SchemaFile {
    private SchemaFile() {}

    /** Returns the text of a resource in the package of a class. */
    public static String text(Class<?> schema, String name) {
        try (InputStream in = schema.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the program lacks its resource " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
