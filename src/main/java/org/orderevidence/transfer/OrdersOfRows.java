package org.orderevidence.transfer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderId;
import org.orderevidence.store.EvidenceArchive;
import org.orderevidence.store.EvidenceArchive.ArchivedOrder;
import org.orderevidence.store.EvidenceArchive.ArchivedRow;
import org.orderevidence.store.EvidenceArchive.Damaged;
import org.orderevidence.store.EvidenceArchive.Whole;
import org.orderevidence.store.StoreUnavailable;

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

    OrdersOfRows(EvidenceArchive archive, List<ArchivedRow> rows) {
        Map<AccountSpace, LinkedHashSet<OrderId>> wanted = new HashMap<>();
        for (ArchivedRow row : rows) {
            wanted.computeIfAbsent(row.space(), space -> new LinkedHashSet<>())
                    .add(row.row().id());
        }
        wanted.forEach((space, ids) -> {
            List<OrderId> all = new ArrayList<>(ids);
            for (int i = 0; i < all.size(); i += AT_A_TIME) {
                read(archive, space, all.subList(i, Math.min(all.size(), i + AT_A_TIME)));
            }
        });
    }

    public Reading of(ArchivedRow row) {
        Map<OrderId, Reading> ofSpace = read.getOrDefault(row.space(), Map.of());
        return ofSpace.getOrDefault(row.row().id(), new Missing());
    }

    private void read(EvidenceArchive archive, AccountSpace space, List<OrderId> ids) {
        try {
            archive.ordersAt(space, ids)
                    .forEach((id, found) -> put(
                            space,
                            id,
                            switch (found) {
                                case Whole<ArchivedOrder>(ArchivedOrder order) -> new Held(order);
                                case Damaged<ArchivedOrder> _ -> new Unreadable();
                            }));
        } catch (StoreUnavailable error) {
            if (!error.isDamaged()) {
                throw error;
            }
            readOneByOne(archive, space, ids);
        }
    }

    private void readOneByOne(EvidenceArchive archive, AccountSpace space, List<OrderId> ids) {
        if (ids.size() == 1) {
            put(space, ids.getFirst(), new Unreadable());
        } else {
            ids.forEach(id -> read(archive, space, List.of(id)));
        }
    }

    private void put(AccountSpace space, OrderId id, Reading reading) {
        read.computeIfAbsent(space, s -> new HashMap<>()).put(id, reading);
    }
}
