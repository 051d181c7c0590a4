package org.orderevidence.store.list;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.OrderId;
import org.orderevidence.store.EvidenceStore.DayRange;

/**
 * Orders by transaction day, as a store finds them.
 *
 * @param <E> what a read of the store throws
 */
public interface DayIndex<E extends Exception> {
    /** Returns the first day of the range that has orders, or the last one if not ascending; empty if none has. */
    Optional<LocalDate> next(DayRange days, boolean ascending) throws E;

    /**
     * Returns the orders of a day by id.
     *
     * @param after the last order before the first one to return; empty for the beginning of the day
     * @param limit maximum number of orders
     */
    List<OrderId> ids(LocalDate day, @Nullable OrderId after, int limit) throws E;
}
