package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.DAY;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.dispute;
import static org.orderevidence.store.OrderFixtures.everyField;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.order;
import static org.orderevidence.store.OrderFixtures.report;
import static org.orderevidence.store.OrderFixtures.write;

import java.util.Collections;
import java.util.Currency;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.Hold;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.OrderOutcome.Created;
import org.orderevidence.order.OrderOutcome.FactOutcome;
import org.orderevidence.order.OrderOutcome.TooManyParts;
import org.orderevidence.order.OrderOutcome.Updated;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.PartContent.RefundObject;
import org.orderevidence.order.part.PartContent.RefundObject.RefundState;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.Source;
import org.orderevidence.order.part.Statement;
import org.orderevidence.order.part.Values;
import org.orderevidence.sealing.RecordPlace;
import org.orderevidence.sealing.Sealer;
import org.orderevidence.sealing.SealingKeys;
import org.orderevidence.store.EvidenceStore.OrderParts;
import org.orderevidence.store.EvidenceStore.PartWrite;
import org.orderevidence.store.OrderInHistory.HistoryRow;
import org.orderevidence.store.RecordStore.Replacement;
import org.orderevidence.store.Sightings.SightingSearch;
import org.orderevidence.store.document.DocumentTooNew;

/** Orders: what is put, read and counted, their parts, and their spaces. */
final class StoredOrdersTest extends StoreUnderTest {
    private static final Source STRIPE = Source.of(Platform.STRIPE, "main");

    /** As in formats/format-next.txt. */
    private static final String OF_FORMAT_3 =
            "4f0305290c80a0a8debf969803111e500205160914051204cf0f09035553440d0400c2c002200134011b38b98ad39bd169";

    /** Two of this length fit, three do not. */
    private static final int LONG_TEXT = 100_000;

    @Test
    void whatIsBeyondALimitIsRefusedBeforeItBegins() {
        List<OrderWrite> writes = Collections.nCopies(1_001, write(order("A")));
        List<OrderId> ids = IntStream.range(0, 101).mapToObj(i -> id("A-" + i)).toList();
        List<DateRange> ranges = Collections.nCopies(4, new DateRange(DAY, DAY));
        List<SightingSearch> searches = Collections.nCopies(1_002, new SightingSearch(ANN, 0, 0, 0, 0));

        assertThrows(IllegalArgumentException.class, () -> store().put(SHOP, OrderFixtures.parts(writes), NOON));
        assertThrows(IllegalArgumentException.class, () -> store().orders(SHOP, ids));
        assertThrows(IllegalArgumentException.class, () -> store().history(SHOP, CARD, ranges, 1));
        assertThrows(IllegalArgumentException.class, () -> store().history(SHOP, CARD, ALL_DAYS, 0));
        assertThrows(IllegalArgumentException.class, () -> store().history(SHOP, CARD, ALL_DAYS, 100_001));
        assertThrows(IllegalArgumentException.class, () -> sightings(searches));
        assertThrows(IllegalArgumentException.class, () -> store().behind(SHOP, null, 10_001));
        assertThrows(IllegalArgumentException.class, () -> store().behind(SHOP, null, -1));
        assertEquals(0, store().count(SHOP).total());
    }

    private static Part refund(int number, long version) {
        return new Part(
                new PartKey(STRIPE, "refund/re_" + number),
                version,
                new RefundObject(new Money(1, Currency.getInstance("USD")), RefundState.DONE, null));
    }

    private static PartWrite session(int number) {
        Statement described = Statement.of(OrderFields.DESCRIPTION, "x".repeat(LONG_TEXT));
        return PartWrite.of(
                id("A-1"),
                new Part(
                        new PartKey(STRIPE, "session/cs_" + number),
                        1,
                        new PlatformObject(PlatformObject.Kind.OTHER, described, null)));
    }

    @Test
    void aFirstWriteOfMorePartsStoresNothing() {
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
    void aFirstWriteOfMoreBytesStoresNothing() {
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
    void thePartsOfAnOrderTogetherAreBoundedInBytes() {
        put(write(order("A-1")));
        assertInstanceOf(
                Updated.class, store().put(SHOP, List.of(session(1)), NOON).getFirst());
        assertInstanceOf(
                Updated.class, store().put(SHOP, List.of(session(2)), NOON).getFirst());
        OrderParts before = store().parts(SHOP, id("A-1")).orElseThrow();

        assertEquals(List.of(new TooManyParts()), store().put(SHOP, List.of(session(3)), NOON));

        assertEquals(before, store().parts(SHOP, id("A-1")).orElseThrow());
    }

    /** A charge of Adyen has no transaction date until its notification comes. */
    private static Part charge(String object, @Nullable OrderTime transaction) {
        return new Part(
                new PartKey(Source.of(Platform.ADYEN, "main"), object),
                FIRST_VERSION - 1_000,
                new PlatformObject(
                        PlatformObject.Kind.CHARGE,
                        new Values(OrderFields.ORDER)
                                .put(new Money(1_999, Currency.getInstance("USD")))
                                .put(OrderFields.TRANSACTION_DATE, transaction)
                                .statement(),
                        null));
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
    void partsThatDoNotMakeAnOrderWaitUnseenForTheRest() {
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

    @Test
    void nothingStoresAnErasedOrderAgain() {
        put(write(everyField("A-1"), ANN, CARD));
        put(write(order("A-2"), ANN, CARD));
        putDispute(SHOP, id("A-1"), dispute("D", Dispute.Status.OPEN));

        assertTrue(store().erase(SHOP, id("A-1"), NOON));

        assertErased();
        reopen();
        assertErased();
        assertTrue(store().erase(SHOP, id("A-1"), NOON), "it was erased before");
        assertTrue(store().erase(SHOP, id("A-3"), NOON), "an order that is on its way");
        assertEquals(new OrderOutcome.Erased(), put(write(order("A-3"), ANN, CARD)));
        assertCount(1, SHOP);
    }

    private void assertErased() {
        assertEquals(Optional.empty(), store().order(SHOP, id("A-1")));
        assertEquals(Optional.empty(), store().contents(SHOP, id("A-1")));
        assertTrue(store().isErased(SHOP, id("A-1")));
        assertFalse(store().isErased(SHOP, id("A-2")));
        assertEquals(List.of("A-2"), page(null, 0, 10));
        assertEquals(
                List.of(id("A-2")), history(CARD).stream().map(HistoryRow::id).toList());
        assertEquals(new OrderOutcome.Erased(), put(write(everyField("A-1"), ANN, CARD)));
        assertEquals(FactOutcome.ERASED, putDispute(SHOP, id("A-1"), dispute("E", Dispute.Status.OPEN)));
        assertEquals(FactOutcome.ERASED, putFraudReport(SHOP, id("A-1"), report("R")));
        assertCount(1, SHOP);
    }

    /** Uploads, facts and copies of the same content keep the hold. */
    @Test
    void nothingErasesAnOrderThatIsHeld() {
        Hold hold = new Hold(new PersonalText("case 4711"), NOON);
        assertEquals(FactOutcome.ORDER_NOT_FOUND, store().hold(SHOP, id("A-1"), hold, NOON));
        put(write(order("A-1"), ANN, CARD));

        assertEquals(FactOutcome.UPDATED, store().hold(SHOP, id("A-1"), hold, NOON));
        assertEquals(FactOutcome.UNCHANGED, store().hold(SHOP, id("A-1"), hold, NOON));
        put(write(everyField("A-1"), ANN, CARD));
        putDispute(SHOP, id("A-1"), dispute("D", Dispute.Status.OPEN));

        assertFalse(store().erase(SHOP, id("A-1"), NOON));
        reopen();
        assertFalse(store().erase(SHOP, id("A-1"), NOON));
        StoredOrder held = store().order(SHOP, id("A-1")).orElseThrow();
        assertEquals(hold, held.hold());
        assertEquals(1, held.disputes().size());
        assertEquals(everyField("A-1").charge().money(), held.order().charge().money());

        assertEquals(FactOutcome.UPDATED, store().hold(SHOP, id("A-1"), null, NOON));
        assertTrue(store().erase(SHOP, id("A-1"), NOON));
        assertEquals(FactOutcome.ORDER_NOT_FOUND, store().hold(SHOP, id("A-1"), hold, NOON));
    }

    private Stored stored(Key key) {
        return records().read(List.of(Range.one(key))).getFirst().getFirst();
    }

    /** Also if what is sent is the only part of the order. */
    @Test
    void whatANewerReleaseHasWrittenIsNeitherReadNorReplaced() {
        put(write(order("A")));
        put(write(order("B")));
        putPart("B", charge("charge/P1/state", null));
        for (String id : List.of("A", "B")) {
            Key key = OrderHead.key(SHOP, id(id));
            Bytes newer = Bytes.wrap(new Sealer(SealingKeys.generate(new Random(1)), new Random(4))
                    .seal(
                            new RecordPlace(SHOP, "record", "orders", List.of(key.part(), Bytes.EMPTY)),
                            3,
                            HexFormat.of().parseHex(OF_FORMAT_3)));
            assertEquals(1, records().replace(List.of(new Replacement(stored(key), newer))));
            Stored before = stored(key);

            assertThrows(DocumentTooNew.class, () -> held(id));
            assertThrows(DocumentTooNew.class, () -> page(null, 0, 10));
            List.of(
                            put(write(order(id))),
                            put(write(order(id, DAY, 2_999))),
                            putPart(id, charge("charge/P2/state", null)))
                    .forEach(outcome -> assertInstanceOf(OrderOutcome.Unreadable.class, outcome));
            assertEquals(before, stored(key));
        }
    }

    @Test
    void aClosedStoreIsUnavailable() {
        put(write(order("A")));
        close();

        assertThrows(StoreUnavailable.class, () -> put(write(order("B"))));
        assertThrows(StoreUnavailable.class, () -> store().order(SHOP, id("A")));
        assertThrows(StoreUnavailable.class, () -> store().probe(NOON));

        reopen();
        assertEquals(List.of("A"), page(null, 0, 10));
    }
}
