package org.orderevidence.service;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Charge;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.EvidenceStore.DayRange;

/**
 * Which orders a list has.
 *
 * @param days the days of their transactions
 * @param status their status; empty for any
 * @param ascending true for the oldest day first
 */
public record OrderFilter(DayRange days, Charge.@Nullable Status status, boolean ascending) {
    /** Every day that a transaction can have. */
    public static final DayRange ALL_DAYS = new DayRange(LocalDate.of(2000, 1, 1), LocalDate.of(9999, 12, 31));

    /** True if each order of the days belongs to the list. */
    boolean isByDayAlone() {
        return status == null;
    }

    boolean matches(StoredOrder stored) {
        Charge charge = stored.order().charge();
        return days.contains(charge.transactionTime().day()) && (status == null || status == charge.status());
    }
}
