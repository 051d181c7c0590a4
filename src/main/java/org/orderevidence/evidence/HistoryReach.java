package org.orderevidence.evidence;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;

/**
 * Which days of a credential's history are read, and in which order (rule document, "Cost").
 *
 * @param ranges at most four, not overlapping, in the order in which they are read; each is read newest day first
 * @param transactionsFirst transaction days of the orders that come first of those that were read, or null if the
 *     ranges alone order them
 */
public record HistoryReach(List<DateRange> ranges, @Nullable DateRange transactionsFirst) {
    /** No order is of an earlier or later day. */
    private static final long FIRST_DAY = LocalDate.of(OrderTime.MIN_YEAR, 1, 1).toEpochDay();

    private static final long LAST_DAY =
            LocalDate.of(OrderTime.MAX_YEAR, 12, 31).toEpochDay();

    /**
     * Returns the reach for a dispute date. It starts 365 days, in profile stripe 425 days, before the dispute date or
     * the transaction date, whichever is earlier. It ends on the dispute date or the last day for a dispute, whichever
     * is later. Orders whose age is inside the profile's window are read first.
     *
     * @param transactionDay of the disputed order
     */
    public static HistoryReach of(DisputeDate date, LocalDate transactionDay, Profile profile) {
        long asOf = date.asOf().toEpochDay();
        long oldest = Math.min(asOf, transactionDay.toEpochDay()) - profile.reachDays();
        long newest = Math.max(asOf, date.disputable().until().toEpochDay());
        long agesEnd = profile.agesByTransaction() ? transactionDay.toEpochDay() : asOf;
        long firstFrom = agesEnd - profile.maxAgeDays();
        long firstUntil = agesEnd - profile.minAgeDays();
        List<DateRange> ranges = new ArrayList<>(4);
        add(ranges, firstFrom, firstUntil);
        if (!profile.agesByTransaction()) {
            add(ranges, firstUntil + 1, newest);
            add(ranges, oldest, firstFrom - 1);
            return new HistoryReach(ranges, null);
        }
        // History is stored by the day that counts, at most a settlement later than the transaction.
        long lastSettled = firstUntil + RuleNumbers.SETTLEMENT_REACH_DAYS;
        add(ranges, firstUntil + 1, lastSettled);
        add(ranges, lastSettled + 1, newest);
        add(ranges, oldest, firstFrom - 1);
        DateRange first = firstUntil < FIRST_DAY
                ? null
                : new DateRange(LocalDate.ofEpochDay(Math.max(firstFrom, FIRST_DAY)), LocalDate.ofEpochDay(firstUntil));
        return new HistoryReach(ranges, first);
    }

    /**
     * Returns true if the order comes before the orders for which this returns false. It matters only where the ranges
     * do not decide.
     */
    public boolean comesFirst(PriorFacts facts) {
        return transactionsFirst == null
                || transactionsFirst.contains(facts.transactionTime().day());
    }

    /**
     * Returns the order in which orders are read that come from several histories: by {@link #comesFirst}, else by
     * range; then newest day first, and within a day by id.
     */
    public <T> Comparator<T> reading(Function<T, PriorFacts> facts, Function<T, OrderId> id) {
        return Comparator.comparingInt((T order) -> place(facts.apply(order)))
                .thenComparing(order -> facts.apply(order).day(), Comparator.reverseOrder())
                .thenComparing(id);
    }

    private int place(PriorFacts facts) {
        if (transactionsFirst != null) {
            return comesFirst(facts) ? 0 : 1;
        }
        int place = 0;
        while (place < ranges.size() && !ranges.get(place).contains(facts.day())) {
            place++;
        }
        return place;
    }

    /** Returns true if orders of this day are read. */
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
