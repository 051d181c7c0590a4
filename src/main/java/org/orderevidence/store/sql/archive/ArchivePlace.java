package org.orderevidence.store.sql.archive;

import java.util.HexFormat;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where a page of a walk ended: the stored key of its last row. A walk therefore also passes a damaged row. In texts
 * the parts are parted by colons; an order's id is the last part and may have colons of its own.
 */
sealed interface ArchivePlace {
    /** Below every number of a space. */
    int BEFORE_ALL = -1;

    /** The text from which the place is read again. */
    String text();

    /**
     * @param space number of the space
     * @param id the order's id
     */
    record OfOrder(int space, String id) implements ArchivePlace {
        static OfOrder parse(@Nullable String text) {
            if (text == null) {
                return new OfOrder(BEFORE_ALL, "");
            }
            String[] parts = parts(text, 2);
            return read(() -> new OfOrder(Integer.parseInt(parts[0]), parts[1]));
        }

        @Override
        public String text() {
            return space + ":" + id;
        }
    }

    /**
     * @param space number of the space
     * @param credential hexadecimal key of the credential
     * @param day counted from 1970
     * @param id the order's id
     */
    record OfRow(int space, String credential, int day, String id) implements ArchivePlace {
        static OfRow parse(@Nullable String text) {
            if (text == null) {
                return new OfRow(BEFORE_ALL, "", 0, "");
            }
            String[] parts = parts(text, 4);
            return read(() -> {
                HexFormat.of().parseHex(parts[1]);
                return new OfRow(Integer.parseInt(parts[0]), parts[1], Integer.parseInt(parts[2]), parts[3]);
            });
        }

        @Override
        public String text() {
            return space + ":" + credential + ":" + day + ":" + id;
        }
    }

    private static String[] parts(String text, int count) {
        String[] parts = text.split(":", count);
        if (parts.length != count) {
            throw notAPlace(null);
        }
        return parts;
    }

    private static <T> T read(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException malformed) {
            throw notAPlace(malformed);
        }
    }

    private static IllegalArgumentException notAPlace(@Nullable Throwable cause) {
        return new IllegalArgumentException("not where a page of this store ended", cause);
    }
}
