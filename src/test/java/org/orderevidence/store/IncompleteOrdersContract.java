package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.orderevidence.store.OrderFixtures.DAY;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.id;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.outcome.OrderOutcome;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.Source;
import org.orderevidence.order.part.StatementBuilder;
import org.orderevidence.store.EvidenceArchive.ArchivedOrder;
import org.orderevidence.store.EvidenceArchive.Found;
import org.orderevidence.store.EvidenceArchive.KeptOrder;
import org.orderevidence.store.document.StoredPart;

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

    private ArchivedOrder archived(String id) {
        Map<?, Found<ArchivedOrder>> found = archive().ordersAt(SHOP, List.of(id(id)));
        return ArchiveWalkContract.record(found.get(id(id)));
    }

    private void assertUnseen(String id) {
        assertEquals(Optional.empty(), store().order(SHOP, id(id)));
        assertEquals(List.of(), page(null, 0, 10));
        assertCount(0, SHOP);
    }

    @Test
    default void partsThatDoNotMakeAnOrderAreWalkedOverAsTheyAre() {
        Part charge = charge("charge/P1/state", null);
        putPart("A", charge);
        assertUnseen("A");

        ArchivedOrder archived = archived("A");

        assertNull(archived.order());
        assertEquals(List.of(StoredPart.of(charge)), archived.parts());
        assertEquals(List.of(archived), ArchiveWalkContract.whole(archive()::orders, null, 10));
        assertEquals(List.of(), archive().differences(List.of(kept(archived))));
        assertEquals(List.of(), ArchiveWalkContract.whole(archive()::history, null, 10));
        assertEquals(List.of(), ArchiveWalkContract.whole(archive()::strays, null, 10));
    }

    private static KeptOrder kept(ArchivedOrder archived) {
        return new KeptOrder(
                SHOP,
                archived.id(),
                archived.parts(),
                null,
                archived.version(),
                archived.uploadedAt(),
                archived.disputes(),
                archived.fraudReports());
    }

    @Test
    default void keptPartsWaitForTheRestOfTheirOrder() {
        Part charge = charge("charge/P1/state", null);
        KeptOrder kept = new KeptOrder(
                SHOP, id("A"), List.of(StoredPart.of(charge)), null, FIRST_VERSION, NOON, List.of(), List.of());
        archive().keepOrders(List.of(kept));
        archive().keepOrders(List.of(kept));

        assertUnseen("A");
        assertEquals(List.of(StoredPart.of(charge)), archived("A").parts());
        assertNull(archived("A").order());

        assertInstanceOf(OrderOutcome.Created.class, putPart("A", charge("charge/P1/notified", OrderTime.on(DAY))));
        assertEquals(DAY, held("A").order().charge().transactionTime().day());
        assertEquals(
                Set.of("charge/P1/state", "charge/P1/notified"),
                store().parts(SHOP, id("A")).orElseThrow().parts().stream()
                        .map(part -> part.key().object())
                        .collect(Collectors.toSet()));
        assertCount(1, SHOP);
    }

    @Test
    default void keptPartsDoNotReplaceTheOrderThatTheyBecame() {
        Part charge = charge("charge/P1/state", null);
        putPart("A", charge);
        KeptOrder before = kept(archived("A"));
        putPart("A", charge("charge/P1/notified", OrderTime.on(DAY)));
        ArchivedOrder complete = archived("A");

        archive().keepOrders(List.of(before));

        assertEquals(complete, archived("A"));
        assertCount(1, SHOP);
    }
}
