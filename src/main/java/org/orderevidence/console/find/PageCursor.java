package org.orderevidence.console.find;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.wire.DayText;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.OrderId;

/** The position behind the last order of a page, as text for a link or a form. */
final class PageCursor {
    private static final int DAY_LENGTH = 10;

    private PageCursor() {}

    static String write(ListPlace place) {
        return place.transactionDay() + place.id().value();
    }

    /** Returns the position, or {@code null} if the text is empty or is none. */
    static @Nullable ListPlace read(String text) {
        if (text.length() <= DAY_LENGTH) {
            return null;
        }
        LocalDate day = DayText.read(text.substring(0, DAY_LENGTH));
        String id = text.substring(DAY_LENGTH);
        return day == null || !OrderId.isValid(id) ? null : new ListPlace(day, new OrderId(id));
    }
}
