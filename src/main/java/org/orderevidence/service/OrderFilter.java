package org.orderevidence.service;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Charge;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.EvidenceStore.DayRange;

/**
 * Which orders a list has.
 *
 * @param references values that each of them has; the first is the one that the store looks for
 * @param days the days of their transactions
 * @param status their status; empty for any
 * @param ascending true for the oldest day first
 */
public record OrderFilter(List<OrderReference> references, DayRange days, Charge.@Nullable Status status, boolean ascending) {
    /** Every day that a transaction can have. */
    public static final DayRange ALL_DAYS = new DayRange(LocalDate.of(2000, 1, 1), LocalDate.of(9999, 12, 31));

    public OrderFilter {
        references = List.copyOf(references);
    }

    /** Orders of these days, with a status. */
    public static OrderFilter of(DayRange days, Charge.@Nullable Status status, boolean ascending) {
        return new OrderFilter(List.of(), days, status, ascending);
    }

    /** The value that the store looks for; empty if it reads all orders of the days. */
    @Nullable
    OrderReference index() {
        return references.isEmpty() ? null : references.getFirst();
    }

    /** True if the store finds the orders by itself. */
    boolean isIndexed() {
        return status == null && references.size() <= 1;
    }

    boolean matches(StoredOrder stored) {
        Charge charge = stored.order().charge();
        return days.contains(charge.transactionTime().day()) && (status == null || status == charge.status());
    }
}
