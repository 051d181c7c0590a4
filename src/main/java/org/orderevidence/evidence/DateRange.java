package org.orderevidence.evidence;

import java.time.LocalDate;

/**
 * A range of days, both ends included.
 *
 * @param until last day, not before the first
 */
public record DateRange(LocalDate from, LocalDate until) {
    public DateRange {
        if (until.isBefore(from)) {
            throw new IllegalArgumentException("a range ends on or after its first day");
        }
    }

    /** Returns such as "from 2026-01-21 to 2026-02-03", or "on 2026-01-21" if it is one day. */
    public String words() {
        return from.equals(until) ? "on " + from : "from " + from + " to " + until;
    }

    public boolean contains(LocalDate day) {
        return !day.isBefore(from) && !day.isAfter(until);
    }

    /** Returns true if all days of the other range are days of this one. */
    public boolean contains(DateRange other) {
        return contains(other.from) && contains(other.until);
    }
}
