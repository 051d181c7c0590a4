package org.orderevidence.transfer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.EvidenceArchive.ArchivedOrder;
import org.orderevidence.store.EvidenceArchive.ArchivedRow;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.document.UnreadableDocument;

/** The orders of a page of history rows, read together. */
final class OrdersOfRows {
    /** Maximum number of orders in one read of a store. */
    private static final int AT_A_TIME = 100;

    private final Map<AccountSpace, Map<OrderId, Reading>> read = new HashMap<>();

    /** Result of the read of an order. */
    sealed interface Reading {}

    /**
     * The order exists and is readable.
     *
     * @param order the order
     */
    record Held(ArchivedOrder order) implements Reading {}

    /** The order does not exist. */
    record Missing() implements Reading {}

    /** The order exists, but is damaged. */
    record Unreadable() implements Reading {}

    OrdersOfRows(EvidenceStore store, List<ArchivedRow> rows) {
        Map<AccountSpace, LinkedHashSet<OrderId>> wanted = new HashMap<>();
        for (ArchivedRow row : rows) {
            wanted.computeIfAbsent(row.space(), space -> new LinkedHashSet<>())
                    .add(row.row().id());
        }
        wanted.forEach((space, ids) -> {
            List<OrderId> all = new ArrayList<>(ids);
            for (int i = 0; i < all.size(); i += AT_A_TIME) {
                read(store, space, all.subList(i, Math.min(all.size(), i + AT_A_TIME)));
            }
        });
    }

    public Reading of(ArchivedRow row) {
        Map<OrderId, Reading> ofSpace = read.getOrDefault(row.space(), Map.of());
        return ofSpace.getOrDefault(row.row().id(), new Missing());
    }

    private void read(EvidenceStore store, AccountSpace space, List<OrderId> ids) {
        try {
            for (Map.Entry<OrderId, StoredOrder> found :
                    store.orders(space, ids).entrySet()) {
                put(space, found.getKey(), new Held(new ArchivedOrder(space, found.getValue())));
            }
        } catch (UnreadableDocument oneOfThem) {
            readOneByOne(store, space, ids);
        } catch (StoreUnavailable error) {
            if (!error.isDamaged()) {
                throw error;
            }
            readOneByOne(store, space, ids);
        }
    }

    private void readOneByOne(EvidenceStore store, AccountSpace space, List<OrderId> ids) {
        if (ids.size() == 1) {
            put(space, ids.getFirst(), new Unreadable());
        } else {
            ids.forEach(id -> read(store, space, List.of(id)));
        }
    }

    private void put(AccountSpace space, OrderId id, Reading reading) {
        read.computeIfAbsent(space, s -> new HashMap<>()).put(id, reading);
    }
}
