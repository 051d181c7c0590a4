package org.orderevidence.evidence;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.orderevidence.order.OrderTime;

/**
 * Which days of a credential's history are read (rule document, "Cost").
 *
 * @param ranges at most three, not overlapping, in the order in which they are read; each is read newest day first
 */
public record HistoryReach(List<DateRange> ranges) {
    /** Least age of what is read first, in days by the dispute date. */
    static final int FIRST_MIN_AGE_DAYS = 120;

    /** Greatest age of what is read first; and how far the reach goes back. Source A. */
    static final int OLDEST_AGE_DAYS = 365;

    /**
     * How far the reach goes on after the disputed order's day (settled, else transaction) when the dispute date is a
     * day on which a dispute can be raised.
     */
    public static final int USUAL_DAYS_AFTER = DisputeDate.DISPUTABLE_DAYS;

    /** No order is of an earlier or later day. */
    private static final long FIRST_DAY = LocalDate.of(OrderTime.MIN_YEAR, 1, 1).toEpochDay();

    private static final long LAST_DAY =
            LocalDate.of(OrderTime.MAX_YEAR, 12, 31).toEpochDay();

    public HistoryReach {
        ranges = List.copyOf(ranges);
    }

    /**
     * From 365 days (in profile stripe 60 more) before the earlier of the dispute date and the transaction date to the
     * later of the dispute date and the last day for a dispute: first what is 120 to 365 days old by the dispute date,
     * then what is younger, then what is older.
     *
     * @param transactionDay of the disputed order
     */
    public static HistoryReach of(DisputeDate date, LocalDate transactionDay, Profile profile) {
        long asOf = date.asOf().toEpochDay();
        long oldest = Math.min(asOf, transactionDay.toEpochDay()) - profile.reachDays();
        long newest = Math.max(asOf, date.disputable().until().toEpochDay());
        long firstFrom = asOf - OLDEST_AGE_DAYS;
        long firstUntil = asOf - FIRST_MIN_AGE_DAYS;
        List<DateRange> ranges = new ArrayList<>(3);
        add(ranges, firstFrom, firstUntil);
        add(ranges, firstUntil + 1, newest);
        add(ranges, oldest, firstFrom - 1);
        return new HistoryReach(ranges);
    }

    /**
     * How far the reach goes back before the disputed order's transaction day when the dispute date is a day on which a
     * dispute can be raised.
     */
    public static int usualDaysBefore(Profile profile) {
        return profile.reachDays();
    }

    /** True when orders of this day are read. */
    public boolean contains(LocalDate day) {
        return ranges.stream().anyMatch(range -> range.contains(day));
    }

    private static void add(List<DateRange> ranges, long from, long until) {
        long heldFrom = Math.max(from, FIRST_DAY);
        long heldUntil = Math.min(until, LAST_DAY);
        if (heldFrom <= heldUntil) {
            ranges.add(new DateRange(LocalDate.ofEpochDay(heldFrom), LocalDate.ofEpochDay(heldUntil)));
        }
    }
}
