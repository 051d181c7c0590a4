package org.orderevidence.wire;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.OrderTime;

/**
 * Reads the three forms of a date: an RFC 3339 date-time, the same with an offset without colon
 * ({@code yyyy-MM-dd'T'HH:mm:ssZ}), and {@code yyyy-MM-dd}. Strict: nothing around it, no date that does not exist, no
 * 24:00. A leap second (RFC 3339, 5.6) counts as the second before it, which keeps its minute and day.
 */
public sealed interface WireDate {
    /**
     * A date of the years that are accepted.
     *
     * @param time a moment, or a date without time when it was written so
     */
    record Valid(OrderTime time) implements WireDate {}

    /** Not in one of the forms, or no date or time of any calendar and clock. */
    record Unreadable() implements WireDate {}

    /** A date before {@value OrderTime#MIN_YEAR} or after {@value OrderTime#MAX_YEAR}, in UTC. */
    record OutOfYears() implements WireDate {}

    int DAY_LENGTH = "yyyy-MM-dd".length();

    /** The forms, with groups: fraction; sign, hours and minutes of the offset. {@code java.time} does not read leap seconds, and offsets of up to 23:59. */
    Pattern FORM = Pattern.compile("\\d{4}-\\d\\d-\\d\\d"
            + "(?:[Tt]\\d\\d:\\d\\d:\\d\\d(?:\\.(\\d{1,9}))?"
            + "(?:[Zz]|([+-])([01]\\d|2[0-3]):?([0-5]\\d)))?");

    /** Reads a date; never throws. */
    static WireDate parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            return new Unreadable();
        }
        try {
            LocalDate date = LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10));
            if (text.length() == DAY_LENGTH) {
                return isAccepted(date) ? new Valid(OrderTime.on(date)) : new OutOfYears();
            }
            int second = number(text, 17, 19);
            boolean leap = second == 60;
            String fraction = form.group(1);
            int nanos = fraction == null ? 0 : Integer.parseInt(fraction + "0".repeat(9 - fraction.length()));
            LocalTime time = LocalTime.of(number(text, 11, 13), number(text, 14, 16), leap ? 59 : second, nanos);
            LocalDateTime utc = date.atTime(time).minusMinutes(offset(form));
            boolean endsItsDay = utc.getHour() == 23 && utc.getMinute() == 59;
            if (leap && !endsItsDay) {
                return new Unreadable();
            }
            return isAccepted(utc.toLocalDate())
                    ? new Valid(OrderTime.at(utc.toInstant(ZoneOffset.UTC)))
                    : new OutOfYears();
        } catch (DateTimeException noSuchDateOrTime) {
            return new Unreadable();
        }
    }

    private static int number(String text, int from, int until) {
        return Integer.parseInt(text, from, until, 10);
    }

    /** Minutes to the east of UTC. */
    private static int offset(Matcher form) {
        if (form.group(2) == null) {
            return 0;
        }
        int minutes = 60 * Integer.parseInt(form.group(3)) + Integer.parseInt(form.group(4));
        return form.group(2).equals("-") ? -minutes : minutes;
    }

    private static boolean isAccepted(LocalDate date) {
        return date.getYear() >= OrderTime.MIN_YEAR && date.getYear() <= OrderTime.MAX_YEAR;
    }

    /**
     * Reads a day without a time. Returns null if it does not exist, has another form, or is before
     * {@value OrderTime#MIN_YEAR}.
     */
    static @Nullable LocalDate day(String text) {
        try {
            LocalDate day = text.length() == DAY_LENGTH ? LocalDate.parse(text) : null;
            return day == null || day.getYear() < OrderTime.MIN_YEAR ? null : day;
        } catch (DateTimeException notADay) {
            return null;
        }
    }
}
