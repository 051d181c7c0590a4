package org.orderevidence.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.EvidenceStore;

/** Finds orders by an index and examines them one by one. */
final class OrderSearch {
    /** Most orders that one page examines, so that its work is bounded. */
    static final int MAX_EXAMINED = 1_000;

    /** Most orders that are read together. */
    static final int AT_ONCE = 100;

    private final EvidenceStore store;

    OrderSearch(EvidenceStore store) {
        this.store = store;
    }

    FoundOrders find(AccountSpace space, OrderFilter filter, @Nullable ListPlace after, int limit) {
        List<StoredOrder> found = new ArrayList<>(limit);
        ListPlace place = after;
        int examined = 0;
        while (examined < MAX_EXAMINED) {
            int most = filter.isByDayAlone() ? limit - found.size() : AT_ONCE;
            List<ListPlace> places = store.places(space, filter.days(), filter.ascending(), place, most);
            Map<OrderId, StoredOrder> orders =
                    store.orders(space, places.stream().map(ListPlace::id).toList());
            for (ListPlace next : places) {
                place = next;
                examined++;
                StoredOrder order = orders.get(next.id());
                // An index may be behind a change of the day.
                if (order != null && isAt(order, next) && filter.matches(order)) {
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

    private static boolean isAt(StoredOrder order, ListPlace place) {
        return order.order().charge().transactionTime().day().equals(place.transactionDay());
    }
}
