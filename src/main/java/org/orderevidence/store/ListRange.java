package org.orderevidence.store;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.store.EvidenceStore.DayRange;

/**
 * The part of a list that a read covers, by the numbers under which stores list orders. The rank of an order is its
 * transaction time in milliseconds since 1970, negated: the newest order has the least. Orders of one rank follow by id.
 *
 * @param ascending true for the oldest order first: by descending rank and id
 * @param rank with the id the place behind which the read starts
 * @param id can be empty
 * @param last the rank at which the read ends, included
 */
public record ListRange(boolean ascending, long rank, String id, long last) {
    /** All days that an order can have. */
    public static final DayRange ALL_DAYS =
            new DayRange(LocalDate.of(OrderTime.MIN_YEAR, 1, 1), LocalDate.of(OrderTime.MAX_YEAR, 12, 31));

    /**
     * Returns a part of the orders of some days.
     *
     * @param after the last order before the first one to read; empty for the beginning
     */
    public static ListRange of(DayRange days, boolean ascending, @Nullable ListPlace after) {
        long newest = rank(startOf(days.until().plusDays(1))) + 1;
        long oldest = rank(startOf(days.from()));
        // Every id is greater than the empty text.
        long start = ascending ? oldest + 1 : newest;
        if (after != null && (ascending ? rank(after.time()) < start : rank(after.time()) >= start)) {
            return new ListRange(ascending, rank(after.time()), after.id().value(), ascending ? newest : oldest);
        }
        return new ListRange(ascending, start, "", ascending ? newest : oldest);
    }

    /**
     * Reads a part of a list.
     *
     * @param <E> what a read of the store throws
     */
    @FunctionalInterface
    public interface Reading<E extends Exception> {
        /** Returns the first places of a range; of an ascending one exactly the reverse of the list. */
        List<ListPlace> read(ListRange range, int limit) throws E;
    }

    /**
     * Returns places of a range of days in the sequence of {@link ListPlace}. A store reads an index in one direction or
     * in the other, so orders of one time are turned around. Needs at most three reads.
     *
     * @param after the last order before the first one to return; empty for the beginning
     */
    public static <E extends Exception> List<ListPlace> places(
            Reading<E> reading, DayRange days, boolean ascending, @Nullable ListPlace after, int limit) throws E {
        ListRange range = of(days, ascending, after);
        if (!ascending) {
            return reading.read(range, limit);
        }
        List<ListPlace> places = new ArrayList<>(limit);
        if (!range.id.isEmpty()) {
            places.addAll(reading.read(new ListRange(false, range.rank, range.id, range.rank), limit));
        }
        int room = limit - places.size();
        List<ListPlace> newer =
                room == 0 ? List.of() : reading.read(new ListRange(true, range.rank, "", range.last), room);
        for (int from = 0, to = 0; from < newer.size(); from = to) {
            Instant time = newer.get(from).time();
            while (to < newer.size() && newer.get(to).time().equals(time)) {
                to++;
            }
            // There may be more orders of the last time, with lesser ids.
            places.addAll(
                    to == room
                            ? reading.read(new ListRange(false, rank(time), "", rank(time)), to - from)
                            : newer.subList(from, to).reversed());
        }
        return places;
    }

    private static Instant startOf(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    /** Returns the rank of a transaction time. */
    public static long rank(Instant time) {
        return -time.toEpochMilli();
    }

    /** Returns the UTC day of a rank. */
    public static LocalDate day(long rank) {
        return place(rank, new OrderId("any")).day();
    }

    /** Returns the place of an order with a rank. */
    public static ListPlace place(long rank, OrderId id) {
        return new ListPlace(Instant.ofEpochMilli(-rank), id);
    }

    /** Returns the days of this part. */
    public DayRange days() {
        LocalDate first = day(ascending && id.isEmpty() ? rank - 1 : rank);
        return ascending ? new DayRange(first, day(last)) : new DayRange(day(last), first);
    }
}
