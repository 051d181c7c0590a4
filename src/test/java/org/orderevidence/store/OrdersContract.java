package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.orderevidence.store.OrderFixtures.DAY;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.dispute;
import static org.orderevidence.store.OrderFixtures.everyField;
import static org.orderevidence.store.OrderFixtures.expecting;
import static org.orderevidence.store.OrderFixtures.facts;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.order;
import static org.orderevidence.store.OrderFixtures.report;
import static org.orderevidence.store.OrderFixtures.stored;
import static org.orderevidence.store.OrderFixtures.withRevision;
import static org.orderevidence.store.OrderFixtures.write;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.ActiveDisputes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FactOutcome;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.OrderOutcome.Conflict;
import org.orderevidence.order.OrderOutcome.Created;
import org.orderevidence.order.OrderOutcome.Stale;
import org.orderevidence.order.OrderOutcome.Unchanged;
import org.orderevidence.order.OrderOutcome.Updated;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.Source;
import org.orderevidence.order.part.StatedCharge;
import org.orderevidence.order.part.Statement;
import org.orderevidence.store.EvidenceStore.DayRange;

/** How orders are put and read. */
interface OrdersContract extends StoreUnderTest {
    @Test
    default void anEmptyStoreHoldsNothing() {
        assertEquals(Optional.empty(), store().order(SHOP, id("A-1")));
        assertEquals(Map.of(), store().orders(SHOP, List.of(id("A-1"), id("A-2"))));
        assertEquals(List.of(), history(CARD));
        assertEquals(List.of(List.of()), sightings(SHOP, List.of(new SightingSearch(ANN, 0, 1, 2, 3))));
        assertEquals(List.of(), page(null, 0, 10));
        assertCount(0, SHOP);
        assertEquals(FactOutcome.ORDER_NOT_FOUND, putDispute(SHOP, id("A-1"), dispute("D", Dispute.Status.OPEN)));
        assertEquals(FactOutcome.ORDER_NOT_FOUND, putFraudReport(SHOP, id("A-1"), report("F")));
    }

    @Test
    default void anOrderComesBackAsItWasPut() {
        Order order = everyField("A-1");

        assertEquals(new Created(FIRST_VERSION), put(write(order)));

        assertEquals(stored(order, FIRST_VERSION, NOON, List.of(), List.of()), held("A-1"));
    }

    @Test
    default void thePutOfNothingIsNothing() {
        assertEquals(List.of(), store().put(SHOP, OrderFixtures.parts(List.of()), NOON));
        assertCount(0, SHOP);
    }

    @Test
    default void anOrderSurvivesReopening() {
        put(write(everyField("A-1"), ANN, CARD));
        putDispute(SHOP, id("A-1"), dispute("D", Dispute.Status.OPEN));
        StoredOrder before = held("A-1");

        reopen();

        assertEquals(before, held("A-1"));
        assertEquals(
                List.of(new HistoryRow(
                        id("A-1"),
                        LocalDate.parse("2026-03-03"),
                        held("A-1").version(),
                        facts("facts of A-1"),
                        ActiveDisputes.FRAUD,
                        false)),
                history(CARD));
        assertEquals(1, store().count(SHOP).total());
    }

    @Test
    default void idsAreComparedExactly() {
        List<String> ids = List.of(
                "a", "A", "a ", "\u00e4", "a\u0308", "%", "_", "a/b", "..", "'", "\"", "\uD83D\uDE00", "\uFFFF");
        List<String> usable = ids.stream().filter(id -> id.equals(id.strip())).toList();
        for (String id : usable) {
            assertEquals(new Created(FIRST_VERSION), put(write(order(id))), id);
        }
        for (String id : usable) {
            assertEquals(order(id), held(id).order());
        }
        assertEquals(Optional.empty(), store().order(SHOP, id("b")));
        assertEquals(usable.size(), store().count(SHOP).total());
    }

    @Test
    default void theSameContentIsUnchanged() {
        put(write(everyField("A-1"), ANN, CARD));

        OrderOutcome again = put(write(everyField("A-1"), ANN, CARD), NOON.plusSeconds(60));

        assertEquals(new Unchanged(FIRST_VERSION), again);
        assertEquals(stored(everyField("A-1"), FIRST_VERSION, NOON, List.of(), List.of()), held("A-1"));
        assertEquals(1, store().count(SHOP).total());
    }

    @Test
    default void otherContentReplacesTheOrder() {
        put(write(everyField("A-1")));
        Instant later = NOON.plusSeconds(60);

        assertEquals(new Updated(StoreUnderTest.micros(later)), put(write(order("A-1")), later));

        assertEquals(stored(order("A-1"), StoreUnderTest.micros(later), NOON, List.of(), List.of()), held("A-1"));
        assertEquals(1, store().count(SHOP).total());
    }

    @Test
    default void aVersionGrowsWhenTheClockDoesNot() {
        put(write(order("A-1", DAY, 1)));

        assertEquals(new Updated(FIRST_VERSION + 1), put(write(order("A-1", DAY, 2))));
        assertEquals(new Updated(FIRST_VERSION + 2), put(write(order("A-1", DAY, 3)), NOON.minusSeconds(3_600)));
        assertEquals(FIRST_VERSION + 2, held("A-1").version());
    }

    @Test
    default void theSameIdTwiceInOneUploadIsAppliedInOrder() {
        List<OrderOutcome> outcomes = store().put(
                        SHOP,
                        OrderFixtures.parts(List.of(
                                write(order("A-1", DAY, 1)), write(order("A-1", DAY, 2)), write(order("A-1", DAY, 2)))),
                        NOON);

        assertEquals(
                List.of(new Created(FIRST_VERSION), new Updated(FIRST_VERSION + 1), new Unchanged(FIRST_VERSION + 1)),
                outcomes);
        assertEquals(order("A-1", DAY, 2), held("A-1").order());
        assertEquals(1, store().count(SHOP).total());
    }

    @Test
    default void aLowerRevisionIsStaleAndChangesNothing() {
        put(write(withRevision(order("A-1", DAY, 1), 5), ANN, CARD));

        assertEquals(new Stale(5), put(write(withRevision(order("A-1", DAY, 2), 4), ANN, OTHER_CARD)));

        assertEquals(withRevision(order("A-1", DAY, 1), 5), held("A-1").order());
        assertEquals(List.of(StoreUnderTest.row("A-1", DAY, FIRST_VERSION)), history(CARD));
        assertEquals(List.of(), history(OTHER_CARD));
    }

    @Test
    default void anEqualHigherOrAbsentRevisionReplaces() {
        put(write(withRevision(order("A-1", DAY, 1), 5)));

        assertEquals(new Updated(FIRST_VERSION + 1), put(write(withRevision(order("A-1", DAY, 2), 5))));
        assertEquals(new Updated(FIRST_VERSION + 2), put(write(withRevision(order("A-1", DAY, 2), 6))));
        assertEquals(new Updated(FIRST_VERSION + 3), put(write(order("A-1", DAY, 2))));
        assertEquals(new Updated(FIRST_VERSION + 4), put(write(withRevision(order("A-1", DAY, 2), 0))));
    }

    @Test
    default void anExpectedVersionMustBeTheOneHeld() {
        assertEquals(new Conflict(), put(expecting(write(order("A-1")), FIRST_VERSION)));
        assertEquals(0, store().count(SHOP).total());

        put(write(order("A-1", DAY, 1)));
        assertEquals(new Conflict(), put(expecting(write(order("A-1", DAY, 2)), FIRST_VERSION - 1)));
        assertEquals(new Conflict(), put(expecting(write(order("A-1", DAY, 2)), FIRST_VERSION + 1)));
        assertEquals(order("A-1", DAY, 1), held("A-1").order());

        assertEquals(new Updated(FIRST_VERSION + 1), put(expecting(write(order("A-1", DAY, 2)), FIRST_VERSION)));
        assertEquals(order("A-1", DAY, 2), held("A-1").order());
    }

    @Test
    default void eachOrderOfAnUploadHasItsOwnOutcome() {
        put(write(withRevision(order("B"), 9)));
        put(write(order("C")));

        List<OrderOutcome> outcomes = store().put(
                        SHOP,
                        OrderFixtures.parts(List.of(
                                write(order("A")),
                                write(withRevision(order("B"), 1)),
                                write(order("C")),
                                expecting(write(order("D")), 1),
                                write(order("C", DAY, 5)))),
                        NOON);

        assertEquals(
                List.of(
                        new Created(FIRST_VERSION),
                        new Stale(9),
                        new Unchanged(FIRST_VERSION),
                        new Conflict(),
                        new Updated(FIRST_VERSION + 1)),
                outcomes);
        assertEquals(List.of("A", "B", "C"), page(null, 0, 10));
        assertEquals(3, store().count(SHOP).total());
    }

    @Test
    default void anUploadOfTheMostOrdersIsKeptWhole() {
        List<OrderWrite> writes = IntStream.range(0, 1_000)
                .mapToObj(i -> write(order("A-" + i, DAY, i), ANN, CARD))
                .toList();

        List<OrderOutcome> outcomes = store().put(SHOP, OrderFixtures.parts(writes), NOON);

        assertEquals(Collections.nCopies(1_000, new Created(FIRST_VERSION)), outcomes);
        assertCount(1_000, SHOP);
        for (OrderWrite write : writes) {
            assertEquals(write.order(), held(write.order().id().value()).order());
        }
    }

    @Test
    default void whatIsBeyondALimitIsRefusedBeforeItBegins() {
        List<OrderWrite> writes = Collections.nCopies(1_001, write(order("A")));
        List<OrderId> ids = IntStream.range(0, 101).mapToObj(i -> id("A-" + i)).toList();
        List<DayRange> ranges = Collections.nCopies(4, new DayRange(DAY, DAY));
        List<SightingSearch> searches = Collections.nCopies(1_002, new SightingSearch(ANN, 0, 0, 0, 0));

        assertThrows(IllegalArgumentException.class, () -> store().put(SHOP, OrderFixtures.parts(writes), NOON));
        assertThrows(IllegalArgumentException.class, () -> store().orders(SHOP, ids));
        assertThrows(IllegalArgumentException.class, () -> store().history(SHOP, CARD, ranges, 1));
        assertThrows(IllegalArgumentException.class, () -> store().history(SHOP, CARD, ALL_DAYS, 0));
        assertThrows(IllegalArgumentException.class, () -> store().history(SHOP, CARD, ALL_DAYS, 100_001));
        assertThrows(IllegalArgumentException.class, () -> sightings(SHOP, searches));
        assertThrows(IllegalArgumentException.class, () -> store().page(SHOP, null, 10_001, 1));
        assertThrows(IllegalArgumentException.class, () -> store().page(SHOP, null, -1, 1));
        assertThrows(IllegalArgumentException.class, () -> store().page(SHOP, null, 0, 102));
        assertEquals(0, store().count(SHOP).total());
    }

    @Test
    default void severalOrdersAreReadAtOnceAndUnknownOnesAreLeftOut() {
        put(write(order("A")));
        put(write(everyField("B")));
        putFraudReport(SHOP, id("B"), report("F"));

        assertEquals(
                Map.of(id("A"), held("A"), id("B"), held("B")),
                store().orders(SHOP, List.of(id("B"), id("missing"), id("A"), id("B"))));
        assertEquals(List.of(report("F")), held("B").fraudReports());
    }

    /** Design "Orders from several sources": an order exists once its parts state what it needs. */
    @Test
    default void partsThatMakeNoOrderYetAreNotSeenAndTheOrderIsNewOnceTheyDo() {
        Source stripe = Source.of(Platform.STRIPE, "main");
        Part session = new Part(
                new PartKey(stripe, "session/cs_1"),
                1,
                new PartContent.PlatformObject(
                        PartContent.PlatformObject.Kind.OTHER,
                        new Statement(StatedCharge.EMPTY, everyField("A-1").customer(), Receipt.EMPTY)));

        store().put(SHOP, List.of(PartWrite.of(id("A-1"), session)), NOON);
        assertEquals(Optional.empty(), store().order(SHOP, id("A-1")));
        assertCount(0, SHOP);

        OrderOutcome outcome = put(write(order("A-1")), NOON.plusSeconds(1));

        assertEquals(new Created(FIRST_VERSION + 1_000_000), outcome);
        assertCount(1, SHOP);
    }
}
