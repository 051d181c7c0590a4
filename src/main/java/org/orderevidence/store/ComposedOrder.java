package org.orderevidence.store;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Charge;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderOutcome.OrderNotes;
import org.orderevidence.order.OrderReference;

/**
 * Data that a store writes next to the parts of an order. Lists, history and counts need not open the parts. Nothing of
 * it is personal.
 *
 * @param transactionTime by which it is listed; see {@link org.orderevidence.order.ListPlace}
 * @param money what was charged
 * @param status whether it was paid
 * @param references values by which it is found, each once
 * @param historyDay the day of its history rows: settled, otherwise transaction
 * @param credentials keys of its history rows, at most one of each kind; the first is that of the history that is read
 *     together with the order
 * @param facts what the rule needs of it as a prior, encoded; the same in each history row
 * @param notes what the merchant is told when the parts change; not stored
 */
public record ComposedOrder(
        Instant transactionTime,
        Money money,
        Charge.Status status,
        List<OrderReference> references,
        LocalDate historyDay,
        List<KeyedHash> credentials,
        Bytes facts,
        OrderNotes notes) {
    /** Its payment account reference, its fingerprint and its BIN with the last four digits. */
    private static final int MOST_CREDENTIALS = 3;

    public ComposedOrder {
        references = List.copyOf(references);
        credentials = credentials.stream().distinct().toList();
        if (credentials.size() > MOST_CREDENTIALS) {
            throw new IllegalArgumentException("an order has at most " + MOST_CREDENTIALS + " credentials");
        }
    }

    /** Returns the UTC day of the transaction. */
    public LocalDate transactionDay() {
        return LocalDate.ofInstant(transactionTime, ZoneOffset.UTC);
    }

    /** Returns its number in lists. */
    public long listRank() {
        return ListRange.rank(transactionTime);
    }
}
