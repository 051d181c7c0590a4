package org.orderevidence.wire;

import java.time.DateTimeException;
import java.time.Duration;
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

    /** Reads a date; never throws. */
    static WireDate parse(String text) {
        Matcher form = DateText.FORM.matcher(text);
        if (!form.matches()) {
            return new Unreadable();
        }
        try {
            LocalDate date = LocalDate.parse(form.group("date"));
            String time = form.group("time");
            if (time != null) {
                return DateText.moment(date, time, DateText.offset(form));
            }
            return DateText.isAccepted(date) ? new Valid(OrderTime.on(date)) : new OutOfYears();
        } catch (DateTimeException noSuchDateOrTime) {
            return new Unreadable();
        }
    }

    /** Reads parts of the forms that {@code java.time} does not read: leap seconds, and offsets of up to 23:59. */
    final class DateText {
        private static final Pattern FORM = Pattern.compile("(?<date>\\d{4}-\\d\\d-\\d\\d)"
                + "(?:[Tt](?<time>\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?)"
                + "(?:[Zz]|(?<sign>[+-])(?<hours>[01]\\d|2[0-3]):?(?<minutes>[0-5]\\d)))?");

        private static final String LEAP_SECOND = "60";
        private static final int SECOND_AT = 6;
        private static final int FRACTION_AT = 8;

        private DateText() {}

        private static WireDate moment(LocalDate date, String time, Duration offset) {
            boolean leap = time.startsWith(LEAP_SECOND, SECOND_AT);
            String known = leap ? time.substring(0, SECOND_AT) + "59" + time.substring(FRACTION_AT) : time;
            LocalDateTime utc = date.atTime(LocalTime.parse(known)).minus(offset);
            boolean endsItsDay = utc.getHour() == 23 && utc.getMinute() == 59;
            if (leap && !endsItsDay) {
                return new Unreadable();
            }
            return isAccepted(utc.toLocalDate())
                    ? new Valid(OrderTime.at(utc.toInstant(ZoneOffset.UTC)))
                    : new OutOfYears();
        }

        private static Duration offset(Matcher form) {
            if (form.group("sign") == null) {
                return Duration.ZERO;
            }
            Duration east = Duration.ofHours(Integer.parseInt(form.group("hours")))
                    .plusMinutes(Integer.parseInt(form.group("minutes")));
            return form.group("sign").equals("-") ? east.negated() : east;
        }

        private static boolean isAccepted(LocalDate date) {
            return date.getYear() >= OrderTime.MIN_YEAR && date.getYear() <= OrderTime.MAX_YEAR;
        }
    }

    /** Reads a day without a time. */
    public static final class DayText {
        private static final int LENGTH = "yyyy-MM-dd".length();

        private DayText() {}

        /** Returns the day, or null if it does not exist, has another form, or is before {@value OrderTime#MIN_YEAR}. */
        public static @Nullable LocalDate read(String text) {
            try {
                LocalDate day = text.length() == LENGTH ? LocalDate.parse(text) : null;
                return day == null || day.getYear() < OrderTime.MIN_YEAR ? null : day;
            } catch (DateTimeException notADay) {
                return null;
            }
        }
    }
}
