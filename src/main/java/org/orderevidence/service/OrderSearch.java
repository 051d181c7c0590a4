package org.orderevidence.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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
    /** Most orders that one page examines, so that its work is bounded. */
    static final int MAX_EXAMINED = 1_000;

    /** Most orders that are read together. */
    static final int AT_ONCE = 100;

    private final EvidenceStore store;
    private final CaseKeys keys;

    OrderSearch(EvidenceStore store, CaseKeys keys) {
        this.store = store;
        this.keys = keys;
    }

    /** Returns what a query looks for: the value that the fewest orders have comes first. */
    OrderFilter filter(AccountSpace space, OrderQuery query) {
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
        return new OrderFilter(references, OrderFilter.days(query.from(), query.to()), null, false);
    }

    FoundOrders find(AccountSpace space, OrderFilter filter, @Nullable ListPlace after, int limit) {
        List<StoredOrder> found = new ArrayList<>(limit);
        ListPlace place = after;
        int examined = 0;
        while (examined < MAX_EXAMINED) {
            int most = filter.isIndexed() ? limit - found.size() : AT_ONCE;
            List<ListPlace> places =
                    store.places(space, filter.index(), filter.days(), filter.ascending(), place, most);
            Map<OrderId, StoredOrder> orders =
                    store.orders(space, places.stream().map(ListPlace::id).toList());
            for (ListPlace next : places) {
                place = next;
                examined++;
                StoredOrder order = orders.get(next.id());
                // An index may be behind a change of the order.
                if (order != null && isAt(order, next) && hasAll(space, filter, order) && filter.matches(order)) {
                    found.add(order);
                    if (found.size() == limit) {
                        return new FoundOrders(found, place);
                    }
                }
            }
            if (places.size() < most) {
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

    private static boolean isAt(StoredOrder order, ListPlace place) {
        return order.order().charge().transactionTime().day().equals(place.transactionDay());
    }
}
