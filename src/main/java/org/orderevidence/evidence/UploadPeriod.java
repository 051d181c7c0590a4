package org.orderevidence.evidence;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import org.orderevidence.order.OrderTime;

/** The days on which a purchase can have been made so that it counts by age and was made before the disputed order. */
final class UploadPeriod {
    private static final long FIRST_DAY = LocalDate.of(OrderTime.MIN_YEAR, 1, 1).toEpochDay();
    private static final int SECONDS_OF_DAY = 86_400;

    private UploadPeriod() {}

    /** Returns the period, or empty if no day is possible. */
    static Optional<DateRange> of(DisputeCase dispute) {
        Profile profile = dispute.profile();
        OrderTime made = dispute.disputed().order().charge().transactionTime();
        long end = profile.agesByTransaction()
                ? made.day().toEpochDay()
                : dispute.date().asOf().toEpochDay();
        long from = Math.max(FIRST_DAY, end - profile.maxAgeDays());
        long until = Math.min(end - profile.minAgeDays(), lastDayBefore(made));
        return from > until
                ? Optional.empty()
                : Optional.of(new DateRange(LocalDate.ofEpochDay(from), LocalDate.ofEpochDay(until)));
    }

    /**
     * Returns the day of the order when an earlier moment of that day exists and times are known, else the day before.
     */
    private static long lastDayBefore(OrderTime made) {
        Instant moment = made.instant();
        long day = made.day().toEpochDay();
        boolean hasEarlierMoment =
                moment != null && moment.isAfter(Instant.ofEpochSecond(Math.multiplyExact(day, SECONDS_OF_DAY)));
        return hasEarlierMoment ? day : day - 1;
    }
}
