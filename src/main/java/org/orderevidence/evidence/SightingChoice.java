package org.orderevidence.evidence;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.OrderTime;

/**
 * The sighting that replaces an order's missing IP.
 *
 * @param sighting what was seen
 * @param distanceMinutes how far from the order, in whole minutes, 0 or more
 */
public record SightingChoice(IpSighting sighting, long distanceMinutes) {
    /**
     * The nearest sighting in the window; at equal distance the earlier; then the lower address. Empty when none lies
     * in the window.
     */
    public static Optional<SightingChoice> choose(SightingWindow window, List<IpSighting> sightings) {
        return sightings.stream()
                .filter(sighting -> window.contains(sighting.minute()))
                .min(Comparator.<IpSighting>comparingLong(sighting -> window.distance(sighting.minute()))
                        .thenComparingLong(IpSighting::minute)
                        .thenComparing(IpSighting::ip))
                .map(sighting -> new SightingChoice(sighting, window.distance(sighting.minute())));
    }

    /**
     * When a sighting may replace an order's missing IP, in whole UTC minutes counted from 1970, all ends included.
     *
     * @param earliest first minute that counts
     * @param spanFrom first minute of the order itself
     * @param spanUntil last minute of the order itself: the first, or that of its day for a date without time
     * @param latest last minute that counts
     */
    public record SightingWindow(long earliest, long spanFrom, long spanUntil, long latest) {
        private static final int SECONDS_PER_MINUTE = 60;
        private static final int MINUTES_PER_DAY = 24 * 60;

        /** The window of an order of this time. */
        public static SightingWindow of(OrderTime transactionTime, RuleSettings settings) {
            Instant moment = transactionTime.instant();
            long from = moment == null ? startOf(transactionTime.day()) : minuteOf(moment);
            long until = moment == null ? from + MINUTES_PER_DAY - 1 : from;
            return new SightingWindow(
                    from - settings.sightingBeforeMinutes(), from, until, until + settings.sightingAfterMinutes());
        }

        /** Returns true if a sighting of this minute may stand in. */
        boolean contains(long minute) {
            return minute >= earliest && minute <= latest;
        }

        /** How far a minute is from the order, in minutes; 0 inside it. */
        long distance(long minute) {
            return Math.max(0, Math.max(spanFrom - minute, minute - spanUntil));
        }

        private static long startOf(LocalDate day) {
            return day.toEpochDay() * MINUTES_PER_DAY;
        }

        private static long minuteOf(Instant moment) {
            return Math.floorDiv(moment.getEpochSecond(), SECONDS_PER_MINUTE);
        }
    }
}
