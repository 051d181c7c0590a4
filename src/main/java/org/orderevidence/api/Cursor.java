package org.orderevidence.api;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.Query;

/**
 * Positions in a list with certain filters, which a client receives and sends back. They are opaque to clients, and
 * validated like any other input. The position of a list with other filters is none: it would skip orders.
 */
final class Cursor {
    /** What is expected of a cursor. */
    static final String RULE = "cursor must be the nextCursor of an earlier response to the same filters";

    /** The parameters of a list of the administration. */
    static final List<String> PAGE = List.of("per", "cursor");

    static final String RULE_OF_PAGE = "cursor must be the nextCursor of an earlier response";

    private static final int PER_PAGE = 50;
    private static final int MAX_PER_PAGE = 100;

    /** Longest valid cursor: the filters, the time, and an id of characters of four bytes. */
    private static final int MAX_LENGTH = 1024;

    private static final int FILTERS_LENGTH = 8;

    private final String filters;

    /**
     * @param filters their values in a fixed order, null for those that are not set
     */
    Cursor(List<? extends @Nullable Object> filters) {
        CRC32C sum = new CRC32C();
        for (Object filter : filters) {
            sum.update((filter + "\n").getBytes(StandardCharsets.UTF_8));
        }
        this.filters = HexFormat.of().toHexDigits(sum.getValue(), FILTERS_LENGTH);
    }

    /** Returns the cursor of a place, which is given as a text. */
    String write(String place) {
        byte[] bytes = (filters + place).getBytes(StandardCharsets.UTF_8);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Reads how many elements a page of the administration has. */
    static int per(Query query) {
        return query.number("per", PER_PAGE, 1, MAX_PER_PAGE);
    }

    /** Reads the cursor of a list of the administration, which has the given form; null if it is not sent. */
    static @Nullable String of(Query query, String form) {
        return query.matching("cursor", form, RULE_OF_PAGE);
    }

    /** Reads the parameter {@code cursor}; null if it is not sent or not a position in this list. */
    <T> @Nullable T read(Query query, Function<String, Optional<T>> parse) {
        return query.value("cursor", text -> read(text, parse), RULE);
    }

    /** Returns the place; empty if the text is not a position in this list. */
    <T> Optional<T> read(String text, Function<String, Optional<T>> parse) {
        if (text.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        try {
            String plain = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
            return plain.startsWith(filters) ? parse.apply(plain.substring(FILTERS_LENGTH)) : Optional.empty();
        } catch (IllegalArgumentException notOurs) {
            return Optional.empty();
        }
    }
}
