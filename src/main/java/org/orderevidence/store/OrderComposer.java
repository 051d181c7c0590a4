package org.orderevidence.store;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderOutcome.OrderNotes;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.part.Part;

/** Derives what a store writes next to the parts of an order. A pure function of the parts and of the index key. */
@FunctionalInterface
public interface OrderComposer {
    /**
     * Returns what is derived from these parts, or empty if they do not make an order yet.
     *
     * @param parts in any order, each key once
     * @param disputes its disputes, by whose IDs it is found
     */
    Optional<ComposedOrder> compose(AccountSpace space, OrderId id, Collection<Part> parts, List<Dispute> disputes);

    /**
     * The version of the code that derives rows from orders: history rows and the rows by which they are found. Each stored order
     * has the version with which its rows were derived. A service derives the rows of orders with an older version again.
     *
     * <p>A change that derives something else from the same parts needs the next number here. The classes that derive are
     * {@code Composing}, {@code DerivedOrders}, {@code OrderKeys}, {@code PriorFacts} and {@code PriorFactsDocument}.
     */
    int DERIVATION = 6;

    default int derivation() {
        return DERIVATION;
    }

    /**
     * Data that a store writes next to the parts of an order. Lists, history and counts need not open the parts. Nothing of
     * it is personal.
     *
     * @param transactionTime by which it is listed; see {@link org.orderevidence.order.ListPlace}
     * @param credentials keys of its history rows, at most one of each kind; the first is that of the history that is read
     *     together with the order
     * @param facts what the rule needs of it as a prior, encoded; the same in each history row
     */
    record ComposedOrder(
            Instant transactionTime,
            List<OrderReference> references,
            LocalDate historyDay,
            List<KeyedHash> credentials,
            Bytes facts,
            OrderNotes notes) {
        /** Its payment account reference, its fingerprint and its BIN with the last four digits. */
        private static final int MOST_CREDENTIALS = 3;

        public ComposedOrder {
            references = List.copyOf(references);
            credentials = List.copyOf(new LinkedHashSet<>(credentials));
            if (credentials.size() > MOST_CREDENTIALS) {
                throw new IllegalArgumentException("an order has at most " + MOST_CREDENTIALS + " credentials");
            }
        }
    }
}
