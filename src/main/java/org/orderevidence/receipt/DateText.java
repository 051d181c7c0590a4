package org.orderevidence.receipt;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.orderevidence.order.OrderTime;

/** Days and times as a receipt shows them. */
final class DateText {
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMMM uuuu", Locale.ENGLISH);
    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern(
                    "d MMMM uuuu, HH:mm 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm 'UTC'", Locale.ENGLISH).withZone(ZoneOffset.UTC);

    private DateText() {}

    /** Returns a time; a date without time stays one. */
    static String of(OrderTime time) {
        Instant instant = time.instant();
        return instant == null ? DAY.format(time.day()) : MOMENT.format(instant);
    }

    /** Returns the day of a time, and on a line of its own the time of day if there is one. */
    static List<String> lines(OrderTime time) {
        Instant instant = time.instant();
        String day = DAY.format(time.day());
        return instant == null ? List.of(day) : List.of(day, TIME.format(instant));
    }

    /** Returns a moment. */
    static String of(Instant instant) {
        return MOMENT.format(instant);
    }
}
