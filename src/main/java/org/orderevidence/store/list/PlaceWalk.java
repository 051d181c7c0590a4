package org.orderevidence.store.list;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.OrderId;
import org.orderevidence.store.EvidenceStore.DayRange;

/**
 * Reads an index of orders day by day. So both directions list the orders of a day by ascending id, and the work is
 * bounded by the number of orders that are returned.
 */
public final class PlaceWalk {
    private PlaceWalk() {}

    /**
     * Returns orders of a range of days: day after day, within a day by id.
     *
     * @param after the last order before the first one to return; empty for the beginning
     * @param limit maximum number of orders
     */
    public static <E extends Exception> List<ListPlace> places(
            DayIndex<E> index, DayRange days, boolean ascending, @Nullable ListPlace after, int limit) throws E {
        List<ListPlace> places = new ArrayList<>(limit);
        DayRange rest = days;
        if (after != null) {
            if (days.contains(after.transactionDay())) {
                add(places, after.transactionDay(), index.ids(after.transactionDay(), after.id(), limit));
            }
            rest = beyond(days, after.transactionDay(), ascending);
        }
        while (rest != null && places.size() < limit) {
            Optional<LocalDate> day = index.next(rest, ascending);
            if (day.isEmpty()) {
                break;
            }
            add(places, day.get(), index.ids(day.get(), null, limit - places.size()));
            rest = beyond(rest, day.get(), ascending);
        }
        return places;
    }

    private static void add(List<ListPlace> places, LocalDate day, List<OrderId> ids) {
        ids.forEach(id -> places.add(new ListPlace(day, id)));
    }

    private static @Nullable DayRange beyond(DayRange days, LocalDate day, boolean ascending) {
        LocalDate from = ascending && !day.isBefore(days.from()) ? day.plusDays(1) : days.from();
        LocalDate until = !ascending && !day.isAfter(days.until()) ? day.minusDays(1) : days.until();
        return until.isBefore(from) ? null : new DayRange(from, until);
    }
}
