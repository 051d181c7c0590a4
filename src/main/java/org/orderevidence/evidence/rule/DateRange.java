package org.orderevidence.evidence.rule;

import java.time.LocalDate;

/**
 * A range of days, both ends included.
 *
 * @param from first day
 * @param until last day, not before the first
 */
public record DateRange(LocalDate from, LocalDate until) {
    public DateRange {
        if (until.isBefore(from)) {
            throw new IllegalArgumentException("a range ends on or after its first day");
        }
    }

    /** Returns true if the day is one of the range. */
    public boolean contains(LocalDate day) {
        return !day.isBefore(from) && !day.isAfter(until);
    }
}
