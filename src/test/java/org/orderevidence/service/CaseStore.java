package org.orderevidence.service;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.Statements;
import org.orderevidence.store.ComposedOrder;
import org.orderevidence.store.Decision;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.Key;
import org.orderevidence.store.Kind;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.PartWrite;
import org.orderevidence.store.Range;
import org.orderevidence.store.RecordKinds;
import org.orderevidence.store.RecordStore;
import org.orderevidence.store.Sightings;
import org.orderevidence.store.SimulatedRecords;
import org.orderevidence.store.TestCodec;
import org.orderevidence.store.Update;

/**
 * The data of a case, in memory, for one space. History rows can be left behind their orders on purpose, as in a
 * distributed store, which the embedded one cannot be made to do.
 */
public final class CaseStore {
    private static final Kind ORDER = RecordKinds.TABLES.stream()
            .filter(kind -> kind.name().equals("orders"))
            .findFirst()
            .orElseThrow();

    private final AccountSpace space;
    private final RecordStore memory = new SimulatedRecords(
            new SimulatedRecords.Memory(true, 1),
            RecordKinds.TABLES,
            InstantSource.system(),
            step -> SimulatedRecords.Fate.PASSES);
    public final Sightings sightings = new Sightings(memory, TestCodec.CODEC.records());
    public final EvidenceStore orders;
    private boolean leavesRows;

    /** How many times orders were read by themselves. */
    int orderReads;

    /** How many times the history was read by itself. */
    int historyReads;

    public CaseStore(AccountSpace space, Keyring keys) {
        this.space = space;
        RecordStore lagging = (RecordStore) Proxy.newProxyInstance(
                CaseStore.class.getClassLoader(),
                new Class<?>[] {RecordStore.class},
                (proxy, method, arguments) -> call(method, arguments));
        orders = new EvidenceStore(lagging, TestCodec.of(new DerivedOrders(keys)));
    }

    private @Nullable Object call(Method method, Object[] arguments) throws Throwable {
        switch (method.getName()) {
            case "isAtomic" -> {
                return false;
            }
            case "update" -> {
                return memory.update(
                        updates(arguments[0]).stream().map(this::left).toList());
            }
            case "read" -> {
                boolean isOfOrders =
                        ((Range) ((List<?>) arguments[0]).getFirst()).kind().equals(ORDER);
                orderReads += isOfOrders ? 1 : 0;
                historyReads += isOfOrders ? 0 : 1;
            }
            default -> {}
        }
        try {
            return method.invoke(memory, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Update<Object>> updates(Object argument) {
        return (List<Update<Object>>) argument;
    }

    private <T> Update<T> left(Update<T> update) {
        return Update.of(update.key(), update.bytes(), held -> {
            Decision<T> decision = update.decide(held);
            return leavesRows
                    ? new Decision<>(decision.outcome(), decision.put(), false, List.of(), List.of(), List.of(), 0)
                    : decision;
        });
    }

    public void put(Order order, Instant now) {
        PartWrite write =
                new PartWrite(order.id(), List.of(new Part(PartKey.UPLOAD, 1, Statements.upload(order))), null);
        orders.put(space, List.of(write), now);
    }

    /** Replaces the order, and leaves its history rows behind. */
    void putOrderOnly(Order order, Instant now) {
        leavesRows = true;
        put(order, now);
        leavesRows = false;
    }

    /** Removes the order, and leaves its history rows behind. */
    void removeOrderOnly(OrderId id) {
        Key key = new Key(ORDER, space, Bytes.utf8(id.value()), Bytes.EMPTY);
        memory.update(List.of(Update.of(key, 0, held -> Decision.remove(true, List.of(), 0))));
    }

    /** Adds history rows of a version of an order to the existing ones. */
    void addRows(OrderId id, ComposedOrder order, long version) {
        memory.merge(OrderFixtures.historyRows(space, id, order, version), List.of());
    }
}
