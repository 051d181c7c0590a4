package org.orderevidence.http.wire;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import org.orderevidence.order.OrderTime;

/**
 * Reads the three forms of a date: an RFC 3339 date-time, the same with an offset without colon
 * ({@code yyyy-MM-dd'T'HH:mm:ssZ}), and {@code yyyy-MM-dd}. Strict: nothing around it, no date that does not exist, no
 * 24:00. A leap second (RFC 3339, 5.6) counts as the second before it, which keeps its minute and day.
 */
sealed interface WireDate {
    /** The forms, for people. */
    String FORMS = "write it as 2026-03-01T12:00:00Z, 2026-03-01T12:00:00+01:00 or 2026-03-01";

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
        return new DateText(text).read();
    }

    /** One text while it is read. */
    final class DateText {
        private static final int DATE_LENGTH = 10;
        private static final int SHORTEST_TIME = 20;
        private static final int LONGEST_TIME = 35;
        private static final int MAX_FRACTION_DIGITS = 9;
        private static final int SECONDS_PER_DAY = 86_400;

        private final String text;

        private DateText(String text) {
            this.text = text;
        }

        private WireDate read() {
            boolean dateOnly = text.length() == DATE_LENGTH;
            if (!dateOnly && (text.length() < SHORTEST_TIME || text.length() > LONGEST_TIME)) {
                return new Unreadable();
            }
            int year = number(0, 4);
            int month = number(5, 2);
            int day = number(8, 2);
            boolean exists = text.charAt(4) == '-'
                    && text.charAt(7) == '-'
                    && year >= 0
                    && month >= 1
                    && month <= 12
                    && day >= 1
                    && day <= YearMonth.of(year, month).lengthOfMonth();
            if (!exists) {
                return new Unreadable();
            }
            LocalDate date = LocalDate.of(year, month, day);
            return dateOnly ? dateOnly(date) : withTime(date);
        }

        private static WireDate dateOnly(LocalDate date) {
            return isAccepted(date) ? new Valid(OrderTime.on(date)) : new OutOfYears();
        }

        private WireDate withTime(LocalDate date) {
            int hour = number(11, 2);
            int minute = number(14, 2);
            int second = number(17, 2);
            boolean exists = (text.charAt(10) | 0x20) == 't'
                    && text.charAt(13) == ':'
                    && text.charAt(16) == ':'
                    && hour >= 0
                    && hour <= 23
                    && minute >= 0
                    && minute <= 59
                    && second >= 0
                    && second <= 60;
            int offsetAt = endOfFraction();
            int offset = exists && offsetAt > 0 ? offsetSeconds(offsetAt) : Integer.MIN_VALUE;
            if (offset == Integer.MIN_VALUE) {
                return new Unreadable();
            }
            boolean leap = second == 60;
            long atSecond =
                    date.toEpochDay() * SECONDS_PER_DAY + hour * 3_600L + minute * 60L + (leap ? 59 : second) - offset;
            if (leap && Math.floorMod(atSecond, SECONDS_PER_DAY) != SECONDS_PER_DAY - 1) {
                return new Unreadable();
            }
            Instant instant = Instant.ofEpochSecond(atSecond, nanos(offsetAt));
            return isAccepted(LocalDate.ofInstant(instant, ZoneOffset.UTC))
                    ? new Valid(OrderTime.at(instant))
                    : new OutOfYears();
        }

        /** Where the offset begins: behind the seconds, or behind their fraction; 0 when the fraction is broken. */
        private int endOfFraction() {
            int at = 19;
            if (text.charAt(at) != '.') {
                return at;
            }
            at++;
            while (at < text.length() && isDigit(text.charAt(at))) {
                at++;
            }
            int digits = at - 20;
            return digits >= 1 && digits <= MAX_FRACTION_DIGITS && at < text.length() ? at : 0;
        }

        private int nanos(int end) {
            int nanos = 0;
            for (int i = 0; i < MAX_FRACTION_DIGITS; i++) {
                int at = 20 + i;
                nanos = nanos * 10 + (at < end ? text.charAt(at) - '0' : 0);
            }
            return nanos;
        }

        /** {@code Z}, {@code +hh:mm} or {@code +hhmm} up to the end of the text, in seconds; else the least integer. */
        private int offsetSeconds(int at) {
            char sign = text.charAt(at);
            int rest = text.length() - at - 1;
            if ((sign | 0x20) == 'z') {
                return rest == 0 ? 0 : Integer.MIN_VALUE;
            }
            boolean colon = rest == 5 && text.charAt(at + 3) == ':';
            if ((sign != '+' && sign != '-') || (rest != 4 && !colon)) {
                return Integer.MIN_VALUE;
            }
            int hours = number(at + 1, 2);
            int minutes = number(text.length() - 2, 2);
            if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) {
                return Integer.MIN_VALUE;
            }
            int seconds = hours * 3600 + minutes * 60;
            return sign == '-' ? -seconds : seconds;
        }

        /** The number of so many ASCII digits, or -1. */
        private int number(int start, int length) {
            int value = 0;
            for (int i = start; i < start + length; i++) {
                if (!isDigit(text.charAt(i))) {
                    return -1;
                }
                value = value * 10 + (text.charAt(i) - '0');
            }
            return value;
        }

        private static boolean isDigit(char c) {
            return c >= '0' && c <= '9';
        }

        private static boolean isAccepted(LocalDate date) {
            return date.getYear() >= OrderTime.MIN_YEAR && date.getYear() <= OrderTime.MAX_YEAR;
        }
    }
}
