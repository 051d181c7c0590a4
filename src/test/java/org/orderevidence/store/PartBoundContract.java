package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.order;
import static org.orderevidence.store.OrderFixtures.write;

import java.util.Currency;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.Customer;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderOutcome.Created;
import org.orderevidence.order.OrderOutcome.TooManyParts;
import org.orderevidence.order.OrderOutcome.Updated;
import org.orderevidence.order.ReceiptBuilder;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.PartContent.RefundObject;
import org.orderevidence.order.part.PartContent.RefundObject.RefundState;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.Source;
import org.orderevidence.order.part.StatedCharge;
import org.orderevidence.order.part.Statement;

/** The parts of one order are bounded, in count and in bytes. */
interface PartBoundContract extends StoreUnderTest {
    Source STRIPE = Source.of(Platform.STRIPE, "main");

    /** Two of this length fit, three do not. */
    int LONG_TEXT = 100_000;

    private static Part refund(int number, long version) {
        return new Part(
                new PartKey(STRIPE, "refund/re_" + number),
                version,
                new RefundObject(new Money(1, Currency.getInstance("USD")), RefundState.DONE));
    }

    private static PartWrite session(int number) {
        Statement described = new Statement(
                StatedCharge.EMPTY,
                Customer.NONE,
                new ReceiptBuilder().description("x".repeat(LONG_TEXT)).build());
        return PartWrite.of(
                id("A-1"),
                new Part(
                        new PartKey(STRIPE, "session/cs_" + number),
                        1,
                        new PlatformObject(PlatformObject.Kind.OTHER, described)));
    }

    @Test
    default void anOrderTakes64PartsAndTheNextOneIsRefusedAndChangesNothing() {
        put(write(order("A-1")));
        List<Part> refunds = IntStream.range(1, 64).mapToObj(i -> refund(i, 1)).toList();
        assertInstanceOf(
                Updated.class,
                store().put(SHOP, List.of(new PartWrite(id("A-1"), refunds, null)), NOON)
                        .getFirst());
        OrderParts before = store().parts(SHOP, id("A-1")).orElseThrow();
        assertEquals(64, before.parts().size());

        assertEquals(
                List.of(new TooManyParts(), new Created(FIRST_VERSION + 1_000_000)),
                store().put(
                                SHOP,
                                List.of(
                                        PartWrite.of(id("A-1"), refund(64, 1)),
                                        write(order("B")).part()),
                                NOON.plusSeconds(1)),
                "the other order of the same write is stored");

        assertEquals(before, store().parts(SHOP, id("A-1")).orElseThrow());
        assertEquals(order("B"), held("B").order());
        assertInstanceOf(
                Updated.class,
                store().put(SHOP, List.of(PartWrite.of(id("A-1"), refund(63, 2))), NOON.plusSeconds(2))
                        .getFirst(),
                "a newer state of a stored part needs no more room");
    }

    @Test
    default void aFirstWriteOfMorePartsStoresNothing() {
        List<Part> refunds =
                IntStream.rangeClosed(1, 65).mapToObj(i -> refund(i, 1)).toList();

        assertEquals(
                List.of(new TooManyParts(), new Created(FIRST_VERSION)),
                store().put(
                                SHOP,
                                List.of(
                                        new PartWrite(id("A-1"), refunds, null),
                                        write(order("B")).part()),
                                NOON),
                "the other order of the same write is stored");

        assertTrue(store().parts(SHOP, id("A-1")).isEmpty());
        put(write(order("A-1")));
        assertEquals(1, store().parts(SHOP, id("A-1")).orElseThrow().parts().size(), "no refund was stored");
        assertEquals(
                List.of(new TooManyParts()), store().put(SHOP, List.of(new PartWrite(id("A-1"), refunds, null)), NOON));
    }

    @Test
    default void aFirstWriteOfMoreBytesStoresNothing() {
        List<Part> sessions = IntStream.rangeClosed(1, 3)
                .mapToObj(i -> session(i).parts().getFirst())
                .toList();

        assertEquals(
                List.of(new TooManyParts()),
                store().put(SHOP, List.of(new PartWrite(id("A-1"), sessions, null)), NOON));

        put(write(order("A-1")));
        assertEquals(1, store().parts(SHOP, id("A-1")).orElseThrow().parts().size());
    }

    @Test
    default void thePartsOfAnOrderTogetherAreBoundedInBytes() {
        put(write(order("A-1")));
        assertInstanceOf(
                Updated.class, store().put(SHOP, List.of(session(1)), NOON).getFirst());
        assertInstanceOf(
                Updated.class, store().put(SHOP, List.of(session(2)), NOON).getFirst());
        OrderParts before = store().parts(SHOP, id("A-1")).orElseThrow();

        assertEquals(List.of(new TooManyParts()), store().put(SHOP, List.of(session(3)), NOON));

        assertEquals(before, store().parts(SHOP, id("A-1")).orElseThrow());
    }
}
