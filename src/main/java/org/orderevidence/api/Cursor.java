package org.orderevidence.api;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.ListPlace;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.QueryParameters;

/**
 * Positions in a list with certain filters, which a client receives and sends back. They are opaque to clients, and
 * validated like any other input. The position of a list with other filters is none: it would skip orders.
 */
final class Cursor {
    /** What is expected of a cursor. */
    static final String RULE = "cursor must be the nextCursor of an earlier response to the same filters";

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

    String write(ListPlace place) {
        byte[] bytes = (filters + place.text()).getBytes(StandardCharsets.UTF_8);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Reads the parameter {@code cursor}; null if it is not sent or not a position in this list. */
    @Nullable
    ListPlace read(QueryParameters query, Faults faults) {
        String text = query.single("cursor", faults);
        if (text == null) {
            return null;
        }
        ListPlace place = read(text);
        if (place == null) {
            QueryParameters.error("cursor", RULE, faults);
        }
        return place;
    }

    /** The place; null if the text is not a position in this list. */
    @Nullable
    ListPlace read(String text) {
        if (text.length() > MAX_LENGTH) {
            return null;
        }
        try {
            String plain = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
            return plain.startsWith(filters)
                    ? ListPlace.parse(plain.substring(FILTERS_LENGTH)).orElse(null)
                    : null;
        } catch (IllegalArgumentException notOurs) {
            return null;
        }
    }
}
