package org.orderevidence.store;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderOutcome;

/**
 * An order to be kept, with all that is derived from it.
 *
 * @param order the order
 * @param customer key of the customer's e-mail; absent when the order has no valid one
 * @param historyDay the day under which its history rows stand: settled, else transaction
 * @param credentials keys of its history rows: none, or its fingerprint's, its BIN's, or both
 * @param facts what the rule needs of it as a prior, encoded; the same in each history row
 * @param expectedVersion the version it must replace, else the outcome is {@link OrderOutcome.Conflict}; absent for an
 *     upload, which replaces any
 */
public record OrderWrite(
        Order order,
        @Nullable KeyedHash customer,
        LocalDate historyDay,
        List<KeyedHash> credentials,
        Bytes facts,
        @Nullable Long expectedVersion) {
    public OrderWrite {
        credentials = List.copyOf(credentials);
        if (credentials.size() > 2) {
            throw new IllegalArgumentException("an order has at most two credentials");
        }
    }
}
