package org.orderevidence.service;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.order.Charge;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.StoredOrder;

/**
 * Which orders a list has.
 *
 * @param references values that each of them has; the first is the one that the store looks for
 * @param days the days of their transactions
 * @param status their status; empty for any
 * @param ascending true for the oldest transaction first
 */
public record OrderFilter(
        List<OrderReference> references, DateRange days, Charge.@Nullable Status status, boolean ascending) {
    private static final LocalDate FIRST_DAY = LocalDate.of(OrderTime.MIN_YEAR, 1, 1);
    private static final LocalDate LAST_DAY = LocalDate.of(OrderTime.MAX_YEAR, 12, 31);

    public OrderFilter {
        references = List.copyOf(references);
    }

    /**
     * Returns a filter by days and status.
     *
     * @param from first day; empty for the first of all
     * @param to last day, not before the first; empty for the last of all
     * @param status empty for any
     * @param ascending true for the oldest transaction first
     */
    public static OrderFilter of(
            @Nullable LocalDate from, @Nullable LocalDate to, Charge.@Nullable Status status, boolean ascending) {
        return new OrderFilter(List.of(), days(from, to), status, ascending);
    }

    /** Returns its values in a fixed order, null for one that is not set. */
    public List<@Nullable Object> values() {
        return Arrays.asList(days.from(), days.until(), status, ascending);
    }

    /** Returns the days from the first to the last; empty means the first or the last of all. */
    static DateRange days(@Nullable LocalDate from, @Nullable LocalDate to) {
        return new DateRange(from == null ? FIRST_DAY : from, to == null ? LAST_DAY : to);
    }

    /** The value that the store looks for; empty if it reads all orders of the days. */
    @Nullable
    OrderReference index() {
        return references.isEmpty() ? null : references.getFirst();
    }

    /** True if the store finds the orders by itself, so that no other order is read. */
    public boolean isIndexed() {
        return status == null && references.size() <= 1;
    }

    boolean matches(StoredOrder stored) {
        Charge charge = stored.order().charge();
        return days.contains(charge.transactionTime().day()) && (status == null || status == charge.status());
    }
}
