package org.orderevidence.store.cassandra;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;

/**
 * The last part of a partition's key: rows of one key are spread over time, so that no partition grows without bound.
 * What lies before the first or behind the last bucket is kept in it, so that a range of all time has a bounded number
 * of them.
 */
final class Buckets {
    /** First year that has a bucket of its own. */
    static final int FIRST_YEAR = 2000;

    /** Last year that has one. */
    static final int LAST_YEAR = 2100;

    private static final int MONTHS = 12;
    private static final long SECONDS_PER_MINUTE = 60;
    private static final int FIRST_MONTH = FIRST_YEAR * MONTHS;
    private static final int LAST_MONTH = LAST_YEAR * MONTHS + MONTHS - 1;

    private Buckets() {}

    /** The bucket of a day's year. */
    static int year(LocalDate day) {
        return Math.clamp(day.getYear(), FIRST_YEAR, LAST_YEAR);
    }

    /** The bucket of a day's month: months counted from year 0, in which the list of orders goes back without limit. */
    static int month(LocalDate day) {
        return day.getYear() * MONTHS + day.getMonthValue() - 1;
    }

    /** The bucket of a minute's month, counted as {@link #month}. */
    static int monthOfMinute(long minute) {
        long first = YearMonth.of(FIRST_YEAR, 1).atDay(1).toEpochDay() * 24 * SECONDS_PER_MINUTE;
        long last = YearMonth.of(LAST_YEAR, MONTHS).atEndOfMonth().toEpochDay() * 24 * SECONDS_PER_MINUTE;
        if (minute <= first) {
            return FIRST_MONTH;
        }
        if (minute >= last) {
            return LAST_MONTH;
        }
        return month(LocalDate.ofInstant(Instant.ofEpochSecond(minute * SECONDS_PER_MINUTE), ZoneOffset.UTC));
    }
}
