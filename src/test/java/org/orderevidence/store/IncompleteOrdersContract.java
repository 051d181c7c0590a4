package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.DAY;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.id;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.Source;
import org.orderevidence.order.part.StatementBuilder;

/** Parts that do not make an order yet: no reader sees an order, and nothing of them is lost or damaged. */
interface IncompleteOrdersContract extends StoreUnderTest {
    /** A charge of Adyen has no transaction date until its notification comes. */
    static Part charge(String object, @Nullable OrderTime transaction) {
        return new Part(
                new PartKey(Source.of(Platform.ADYEN, "main"), object),
                micros() - 1_000,
                new PlatformObject(
                        PlatformObject.Kind.CHARGE,
                        new StatementBuilder()
                                .money(1_999, "USD")
                                .transaction(transaction)
                                .build()));
    }

    private static long micros() {
        return StoreUnderTest.micros(NOON);
    }

    private OrderOutcome putPart(String id, Part part) {
        return store().put(SHOP, List.of(PartWrite.of(id(id), part)), NOON).getFirst();
    }

    private void assertUnseen(String id) {
        assertEquals(Optional.empty(), store().order(SHOP, id(id)));
        assertEquals(List.of(), page(null, 0, 10));
        assertCount(0, SHOP);
    }

    @Test
    default void partsThatDoNotMakeAnOrderWaitUnseenForTheRest() {
        Part charge = charge("charge/P1/state", null);
        putPart("A", charge);
        assertUnseen("A");
        EvidenceStore.Contents waiting = store().contents(SHOP, id("A")).orElseThrow();
        assertFalse(waiting.isOrder());
        assertEquals(List.of(charge), waiting.parts());

        assertInstanceOf(OrderOutcome.Created.class, putPart("A", charge("charge/P1/notified", OrderTime.on(DAY))));

        assertEquals(DAY, held("A").order().charge().transactionTime().day());
        assertEquals(2, store().parts(SHOP, id("A")).orElseThrow().parts().size());
        assertTrue(store().contents(SHOP, id("A")).orElseThrow().isOrder());
        assertCount(1, SHOP);
    }
}
