package org.orderevidence.service;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Email;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.OrderReference.Kind;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.service.DerivedOrders.OrderKeys;
import org.orderevidence.store.EvidenceStore;

/**
 * Finds orders by an index and examines them one by one.
 *
 * @param isList true to leave out damaged orders. Otherwise, they are errors: one that is not seen could be the right
 *     one
 */
public record OrderSearch(EvidenceStore store, Keyring keys, boolean isList) {
    /** How old an order can be to which a fact or an object of a platform belongs. Older ones are not looked for. */
    private static final int OLDEST_DAYS = 1_100;

    /** Maximum number of orders that one page examines, so that its work is bounded. */
    static final int MAX_EXAMINED = 1_000;

    /** Returns what a query looks for: the value that the fewest orders have comes first. */
    OrderFilter filter(AccountSpace space, OrderQuery query, LocalDate today) {
        List<OrderReference> references = new ArrayList<>(4);
        if (query.gatewayTransactionId() != null) {
            references.add(keys.reference(space, Kind.GATEWAY_TRANSACTION_ID, query.gatewayTransactionId()));
        }
        if (query.arn() != null) {
            references.add(keys.reference(space, Kind.ARN, query.arn()));
        }
        if (query.customerEmail() != null) {
            references.add(new OrderReference(Kind.CUSTOMER, keys.customer(space, query.customerEmail())));
        }
        if (query.cardDigits() != null) {
            references.add(keys.reference(space, Kind.CARD, query.cardDigits().value()));
        }
        return new OrderFilter(references, days(query, today), null, false);
    }

    /** No transaction is more than 24 hours ahead: a range that ends soon has fewer partitions to read. */
    private static DateRange days(OrderQuery query, LocalDate today) {
        LocalDate newest = today.plusDays(2);
        LocalDate last = query.to() == null || query.to().isAfter(newest) ? newest : query.to();
        LocalDate first = query.from();
        return OrderFilter.days(first, first != null && last.isBefore(first) ? first : last);
    }

    /** Returns a page of the orders that a filter leaves, or of those that were examined. */
    public FoundOrders find(AccountSpace space, OrderFilter filter, @Nullable ListPlace after, int limit) {
        List<StoredOrder> found = new ArrayList<>(limit);
        ListPlace place = after;
        int examined = 0;
        while (examined < MAX_EXAMINED) {
            int most = filter.isIndexed() ? limit - found.size() : EvidenceService.READ_TOGETHER;
            // One more than is examined shows whether the last one is the end.
            List<ListPlace> read =
                    store.places(space, filter.index(), filter.days(), filter.ascending(), place, most + 1);
            List<ListPlace> places = read.subList(0, Math.min(most, read.size()));
            List<OrderId> ids = places.stream().map(ListPlace::id).toList();
            Map<OrderId, StoredOrder> orders = isList ? store.readable(space, ids) : store.orders(space, ids);
            for (int i = 0; i < places.size(); i++) {
                place = places.get(i);
                examined++;
                StoredOrder order = orders.get(place.id());
                // An index may be behind a change of the order.
                if (order != null
                        && order.sources().movedTo() == null
                        && ListPlace.of(order.order()).equals(place)
                        && hasAll(space, filter, order)
                        && filter.matches(order)) {
                    found.add(order);
                    if (found.size() == limit) {
                        return new FoundOrders(found, i + 1 < read.size() ? place : null);
                    }
                }
            }
            if (read.size() <= most) {
                return new FoundOrders(found, null);
            }
        }
        return new FoundOrders(found, place);
    }

    /** Returns orders with a reference, at most this many. */
    List<OrderId> having(AccountSpace space, OrderReference reference, LocalDate today, int most) {
        DateRange days = new DateRange(today.minusDays(OLDEST_DAYS), today.plusDays(2));
        return find(space, new OrderFilter(List.of(reference), days, null, false), null, most).orders().stream()
                .map(stored -> stored.order().id())
                .toList();
    }

    private boolean hasAll(AccountSpace space, OrderFilter filter, StoredOrder stored) {
        if (filter.references().isEmpty()) {
            return true;
        }
        OrderKeys derived = new OrderKeys(space, keys);
        Order order = stored.order();
        return derived.references(order, derived.customer(order)).containsAll(filter.references());
    }

    /**
     * Which orders a list has.
     *
     * @param references values that each of them has; the first is the one that the store looks for
     * @param ascending true for the oldest transaction first
     */
    public record OrderFilter(
            List<OrderReference> references, DateRange days, Charge.@Nullable Status status, boolean ascending) {
        private static final LocalDate FIRST_DAY = LocalDate.of(OrderTime.MIN_YEAR, 1, 1);
        private static final LocalDate LAST_DAY = LocalDate.of(OrderTime.MAX_YEAR, 12, 31);

        public OrderFilter {
            references = List.copyOf(references);
        }

        /** Returns a filter by days and status. */
        public static OrderFilter of(
                @Nullable LocalDate from, @Nullable LocalDate to, Charge.@Nullable Status status, boolean ascending) {
            return new OrderFilter(List.of(), days(from, to), status, ascending);
        }

        /** Returns the days from the first to the last; empty means the first or the last of all. */
        public static DateRange days(@Nullable LocalDate from, @Nullable LocalDate to) {
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

    /**
     * The values by which orders are searched. An order must match every given value.
     *
     * @param cardDigits first six and last four digits
     * @param gatewayTransactionId the processor's id of the charge
     * @param arn the acquirer's reference number
     */
    public record OrderQuery(
            @Nullable Email customerEmail,
            @Nullable PersonalText cardDigits,
            @Nullable String gatewayTransactionId,
            @Nullable String arn,
            @Nullable LocalDate from,
            @Nullable LocalDate to) {
        /** True if the store finds the orders by itself, so that no other order is read. */
        public boolean isIndexed() {
            return Stream.of(customerEmail, cardDigits, gatewayTransactionId, arn)
                            .filter(Objects::nonNull)
                            .count()
                    <= 1;
        }
    }

    /**
     * A page of a filtered list.
     *
     * @param orders in the sequence of {@link ListPlace}; may be fewer than asked for although more follow
     * @param next the place behind the last one that was examined; empty if there are no more
     */
    public record FoundOrders(
            List<StoredOrder> orders, @Nullable ListPlace next) {
        public FoundOrders {
            orders = List.copyOf(orders);
        }
    }

    /**
     * A page of the list of orders.
     *
     * @param orders newest transaction first, then by id
     * @param next the place behind the last one; null if there are no more
     * @param totalAsOf when {@code total} was true; null if it is true now
     */
    public record OrderPage(
            List<StoredOrder> orders,
            @Nullable ListPlace next,
            long total,
            @Nullable Instant totalAsOf) {
        public OrderPage {
            orders = List.copyOf(orders);
        }
    }
}
