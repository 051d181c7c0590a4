package org.orderevidence.http.api;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.OrderId;

/** A position in the list, which a client receives and sends back. It is opaque to clients, and
 * validated like any other input. */
final class Cursor {
    /** Longest valid cursor: the day and an id of characters of four bytes. */
    private static final int MAX_LENGTH = 1024;

    private static final int DAY_LENGTH = 10;

    private Cursor() {}

    static String write(ListPlace place) {
        byte[] bytes = (place.transactionDay() + place.id().value()).getBytes(StandardCharsets.UTF_8);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** The place; null if the text is not a valid cursor. */
    static @Nullable ListPlace read(String text) {
        if (text.length() > MAX_LENGTH) {
            return null;
        }
        try {
            String plain = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
            if (plain.length() <= DAY_LENGTH || !OrderId.isValid(plain.substring(DAY_LENGTH))) {
                return null;
            }
            return new ListPlace(
                    LocalDate.parse(plain.substring(0, DAY_LENGTH)), new OrderId(plain.substring(DAY_LENGTH)));
        } catch (IllegalArgumentException | DateTimeException notOurs) {
            return null;
        }
    }
}
