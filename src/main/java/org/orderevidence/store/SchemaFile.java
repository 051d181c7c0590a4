package org.orderevidence.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The version of a store's schema, and its files, which are resources of the program. */
public final class SchemaFile {
    /** The version that this program writes. Those before it were never released, and no release reads them. */
    public static final int VERSION = 12;

    private SchemaFile() {}

    /**
     * Returns the version of a store's schema, which this release can read.
     *
     * @throws StoreRefused if another release must be used, or the store has a format that was never released
     */
    public static int readable(int version) {
        if (version > VERSION) {
            throw new StoreRefused("the store has schema version " + version + ", this program knows up to " + VERSION
                    + "; start the newer program that wrote it");
        }
        if (version > 0 && version < VERSION) {
            throw new StoreRefused("the store has schema version " + version
                    + ", which was never released and cannot be read; create a new store and upload the orders again");
        }
        return version;
    }

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
