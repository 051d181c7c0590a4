package org.orderevidence.service;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.OrderReference.Kind;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.EvidenceStore;

/** Finds orders by an index and examines them one by one. */
final class OrderSearch {
    /** Maximum number of orders that one page examines, so that its work is bounded. */
    static final int MAX_EXAMINED = 1_000;

    private final EvidenceStore store;
    private final CaseKeys keys;
    private final boolean isList;

    /**
     * @param isList true to leave out damaged orders. Otherwise, they are errors: one that is not seen could be the right
     *     one
     */
    OrderSearch(EvidenceStore store, CaseKeys keys, boolean isList) {
        this.store = store;
        this.keys = keys;
        this.isList = isList;
    }

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

    FoundOrders find(AccountSpace space, OrderFilter filter, @Nullable ListPlace after, int limit) {
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

    private boolean hasAll(AccountSpace space, OrderFilter filter, StoredOrder stored) {
        if (filter.references().isEmpty()) {
            return true;
        }
        OrderKeys derived = new OrderKeys(space, keys);
        Order order = stored.order();
        return derived.references(order, derived.customer(order)).containsAll(filter.references());
    }
}
