package org.orderevidence.store;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderOutcome.OrderNotes;
import org.orderevidence.order.part.Composition;
import org.orderevidence.sealing.IndexHasher;
import org.orderevidence.sealing.InstallationKey;
import org.orderevidence.sealing.Sealer;
import org.orderevidence.sealing.SealingKeys;
import org.orderevidence.store.OrderComposer.ComposedOrder;

/** A codec with fixed keys. What it derives from an order is what a test said, or nothing to find it by. */
public final class TestCodec {
    private static final Map<Order, ComposedOrder> DERIVED = new ConcurrentHashMap<>();

    public static final EvidenceCodec CODEC = of((space, id, parts, disputes) -> switch (Composition.of(id, parts)) {
        case Composition.Complete complete -> Optional.of(derived(complete.order()));
        case Composition.Incomplete _ -> Optional.empty();
    });

    /** The codec of a store in a test. */
    public static final Function<AccountStore, EvidenceCodec> CODECS = accounts -> CODEC;

    private TestCodec() {}

    /** Returns a codec with fixed keys that composes orders so. */
    public static EvidenceCodec of(OrderComposer composer) {
        return new EvidenceCodec(
                composer,
                new Sealer(SealingKeys.generate(new Random(1)), new Random(2)),
                new IndexHasher(InstallationKey.generate(new Random(3))));
    }

    static void derive(Order order, ComposedOrder composed) {
        DERIVED.put(order, composed);
    }

    private static ComposedOrder derived(Order order) {
        ComposedOrder known = DERIVED.get(order);
        return known != null
                ? known
                : new ComposedOrder(
                        ListPlace.time(order.charge().transactionTime()),
                        List.of(),
                        order.charge().countsFrom().day(),
                        List.of(),
                        facts(order),
                        OrderNotes.NONE);
    }

    private static Bytes facts(Order order) {
        return OrderFixtures.facts("facts of " + order.id().value());
    }
}
