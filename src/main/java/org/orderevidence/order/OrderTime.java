package org.orderevidence.order;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * When something about an order happened: a moment, or a date without a time of day, which stays one. Rules count in
 * UTC calendar days.
 *
 * @param day the UTC calendar day, year 2000 or later, at most 9999
 * @param instant the moment; null for a date without time
 */
public record OrderTime(LocalDate day, @Nullable Instant instant) {
    /** First year that is accepted. */
    public static final int MIN_YEAR = 2000;

    /** Last year that is accepted. */
    public static final int MAX_YEAR = 9999;

    public OrderTime {
        if (day.getYear() < MIN_YEAR || day.getYear() > MAX_YEAR) {
            throw new IllegalArgumentException("a date is of the years " + MIN_YEAR + " to " + MAX_YEAR);
        }
        if (instant != null && !day.equals(dayOf(instant))) {
            throw new IllegalArgumentException("day is not the UTC day of instant");
        }
    }

    /** A moment, whose day is its UTC day. */
    public static OrderTime at(Instant instant) {
        return new OrderTime(dayOf(instant), instant);
    }

    /** A date without a time of day. */
    public static OrderTime on(LocalDate day) {
        return new OrderTime(day, null);
    }

    /** Returns the moment; of a date without time, when the day starts in UTC. */
    public Instant start() {
        return instant == null ? day.atStartOfDay(ZoneOffset.UTC).toInstant() : instant;
    }

    /** True when this is before {@code other}: by the moment when both have one, else by the date. */
    public boolean isEarlierThan(OrderTime other) {
        if (instant != null && other.instant != null) {
            return instant.isBefore(other.instant);
        }
        return day.isBefore(other.day);
    }

    private static LocalDate dayOf(Instant instant) {
        return LocalDate.ofInstant(instant, ZoneOffset.UTC);
    }
}
