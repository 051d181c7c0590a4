package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.DAY;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.SHOP_TEST;
import static org.orderevidence.store.OrderFixtures.dispute;
import static org.orderevidence.store.OrderFixtures.everyField;
import static org.orderevidence.store.OrderFixtures.facts;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.store.OrderFixtures.order;
import static org.orderevidence.store.OrderFixtures.report;
import static org.orderevidence.store.OrderFixtures.sighting;
import static org.orderevidence.store.OrderFixtures.write;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
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
import org.orderevidence.order.Charge;
import org.orderevidence.order.ChargeBuilder;
import org.orderevidence.order.Customer;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.Dispute.ActiveDisputes;
import org.orderevidence.order.Hold;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.Money;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.OrderOutcome.Created;
import org.orderevidence.order.OrderOutcome.FactOutcome;
import org.orderevidence.order.OrderOutcome.TooManyParts;
import org.orderevidence.order.OrderOutcome.Unchanged;
import org.orderevidence.order.OrderOutcome.Updated;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.OrderReference.Kind;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent.PatchCell;
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
import org.orderevidence.store.OrderInHistory.HistoryPart;
import org.orderevidence.store.OrderInHistory.HistoryRow;
import org.orderevidence.store.RecordStore.Replacement;
import org.orderevidence.store.Sightings.SightingSearch;
import org.orderevidence.store.Sightings.SightingWrite;
import org.orderevidence.store.document.DocumentTooNew;

/** Orders: what is put, read, listed and counted, their parts, history and spaces; and sightings. */
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
                IntStream.rangeClosed(1, 513).mapToObj(i -> refund(i, 1)).toList();

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

    private List<String> places(@Nullable OrderReference reference, DateRange days, boolean ascending, int limit) {
        List<String> ids = new ArrayList<>();
        ListPlace after = null;
        while (true) {
            List<ListPlace> page = store().places(SHOP, reference, days, ascending, after, limit);
            page.forEach(place -> ids.add(place.id().value()));
            if (page.size() < limit) {
                return ids;
            }
            after = page.getLast();
        }
    }

    @Test
    void theOrdersOfADayAreNewestFirstAndStableOverPages() {
        List<OrderWrite> writes = new ArrayList<>();
        OrderReference card = new OrderReference(Kind.CARD, OrderFixtures.key("card"));
        for (int minute : List.of(0, 7, 30, 599, 1_439)) {
            Instant time = DAY.atStartOfDay(ZoneOffset.UTC).toInstant().plus(Duration.ofMinutes(minute));
            for (String name : List.of("b", "a")) {
                OrderWrite write = write(at(name + minute, time));
                writes.add(new OrderWrite(
                        write.order(), List.of(card), write.historyDay(), write.credentials(), write.facts(), null));
            }
        }
        writes.add(write(order("date", DAY, 1)));
        writes.add(
                write(at("milli", DAY.atStartOfDay(ZoneOffset.UTC).toInstant().plusMillis(1))));
        store().put(SHOP, OrderFixtures.parts(writes), NOON);
        List<String> ofCard = List.of("a1439", "b1439", "a599", "b599", "a30", "b30", "a7", "b7", "a0", "b0");
        List<String> all = new ArrayList<>(ofCard.subList(0, 8));
        all.addAll(List.of("milli", "a0", "b0", "date"));

        List<String> oldestOfCard = List.of("a0", "b0", "a7", "b7", "a30", "b30", "a599", "b599", "a1439", "b1439");
        List<String> oldestFirst = new ArrayList<>(List.of("a0", "b0", "date", "milli"));
        oldestFirst.addAll(oldestOfCard.subList(2, 10));

        DateRange day = new DateRange(DAY, DAY);
        assertEquals(all, page(null, 0, 100));
        for (int limit = 1; limit <= 13; limit++) {
            assertEquals(all, places(null, day, false, limit), "pages of " + limit);
            assertEquals(oldestFirst, places(null, day, true, limit), "pages of " + limit);
            assertEquals(ofCard, places(card, day, false, limit), "pages of " + limit);
            assertEquals(oldestOfCard, places(card, day, true, limit), "pages of " + limit);
        }
    }

    private static Order at(String id, Instant time) {
        Charge charge = ChargeBuilder.at(OrderTime.at(time)).amount(1, "USD").build();
        return new Order(id(id), null, charge, Customer.NONE, Receipt.EMPTY);
    }

    private static long minute(String at) {
        return Instant.parse(at).getEpochSecond() / 60;
    }

    private List<IpSighting> search(long earliest, long from, long until, long latest) {
        return sightings(List.of(new SightingSearch(ANN, earliest, from, until, latest)))
                .getFirst();
    }

    @Test
    void aSearchFindsTheNearestMinuteBeforeInsideAndAfterTheSpan() {
        for (String at : List.of("10:00:00", "10:05:59", "10:10:00", "10:12:00", "10:20:00", "10:30:00")) {
            track(sighting("ann", "203.0.113.1", "2026-03-01T" + at + "Z"));
        }
        track(sighting("bob", "203.0.113.2", "2026-03-01T10:09:00Z"));
        long ten = minute("2026-03-01T10:00:00Z");
        IpSighting at5 = sighting("203.0.113.1", "2026-03-01T10:05:59Z");
        IpSighting at10 = sighting("203.0.113.1", "2026-03-01T10:10:00Z");
        IpSighting at12 = sighting("203.0.113.1", "2026-03-01T10:12:00Z");
        IpSighting at20 = sighting("203.0.113.1", "2026-03-01T10:20:00Z");

        assertEquals(List.of(at5, at10, at20), search(ten, ten + 6, ten + 15, ten + 60));
        assertEquals(List.of(at5, at10, at12), search(ten, ten + 10, ten + 10, ten + 60), "a span of one minute");
        assertEquals(List.of(at5, at10, at20), search(ten + 5, ten + 10, ten + 12, ten + 20), "bounds are included");
        assertEquals(List.of(at10), search(ten + 6, ten + 7, ten + 15, ten + 19), "nothing beyond the bounds");
        assertEquals(List.of(at5, at10), search(ten, ten + 7, ten + 9, ten + 60), "nothing inside");
        assertEquals(List.of(), search(ten + 13, ten + 14, ten + 15, ten + 16));
    }

    @Test
    void allAddressesOfAMinuteAreFoundByAscendingKey() {
        track(new SightingWrite(ANN, key("3"), sighting("203.0.113.1", "2026-03-01T10:00:03Z")));
        track(new SightingWrite(ANN, key("1"), sighting("203.0.113.2", "2026-03-01T10:00:02Z")));
        track(new SightingWrite(ANN, key("2"), sighting("2001:db8::1", "2026-03-01T10:00:01Z")));
        long ten = minute("2026-03-01T10:00:00Z");

        List<IpSighting> expected = List.of(
                sighting("203.0.113.2", "2026-03-01T10:00:02Z"),
                sighting("2001:db8::1", "2026-03-01T10:00:01Z"),
                sighting("203.0.113.1", "2026-03-01T10:00:03Z"));
        assertEquals(expected, search(ten, ten, ten, ten), "inside");
        assertEquals(expected, search(ten - 9, ten - 5, ten - 1, ten), "after");
        assertEquals(expected, search(ten, ten + 1, ten + 5, ten + 9), "before");
    }

    @Test
    void theFirstSightingOfAMinuteIsKept() {
        track(sighting("ann", "203.0.113.1", "2026-03-01T10:00:30.5Z"));
        track(sighting("ann", "203.0.113.1", "2026-03-01T10:00:10Z"));
        track(sighting("ann", "203.0.113.1", "2026-03-01T10:00:59.999Z"));
        long ten = minute("2026-03-01T10:00:00Z");

        assertEquals(List.of(sighting("203.0.113.1", "2026-03-01T10:00:30.5Z")), search(ten, ten, ten, ten));
    }

    @Test
    void customersOfFewAndOfManySightingsAreAnsweredAlike() {
        long ten = minute("2026-03-01T10:00:00Z");
        List<IpSighting> ofMany = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            ofMany.add(new IpSighting(
                    OrderFixtures.ip("203.0." + i / 250 + "." + i % 250), Instant.ofEpochSecond((ten + i) * 60)));
            track(new SightingWrite(key("many"), key("%05d".formatted(i)), ofMany.get(i)));
        }
        track(sighting("few", "203.0.113.1", "2026-03-01T10:20:00Z"));
        SightingSearch some = new SightingSearch(key("many"), ten, ten + 10, ten + 20, ten + 255);
        SightingSearch all = new SightingSearch(key("many"), ten, ten + 290, ten + 299, ten + 299);
        SightingSearch few = new SightingSearch(key("few"), ten, ten + 10, ten + 20, ten + 255);
        List<IpSighting> ofSome = List.of(ofMany.get(9), ofMany.get(10), ofMany.get(21));
        List<IpSighting> ofAll = List.of(ofMany.get(289), ofMany.get(290));
        List<IpSighting> ofFew = List.of(sighting("203.0.113.1", "2026-03-01T10:20:00Z"));

        assertEquals(List.of(ofSome, ofFew, ofAll, ofFew), sightings(List.of(some, few, all, few)));
        assertEquals(List.of(ofFew, ofSome), sightings(List.of(few, some)));
    }

    @Test
    void sightingsAreFoundOverTheTurnsOfYears() {
        List<IpSighting> seen = new ArrayList<>();
        for (String at : List.of(
                "1999-06-01T10:00:00Z",
                "2015-06-01T10:00:00Z",
                "2024-06-01T10:00:00Z",
                "2025-12-31T23:59:00Z",
                "2026-01-01T00:00:00Z",
                "2026-01-01T00:01:00Z")) {
            seen.add(sighting("203.0.113.1", at));
            track(sighting("ann", "203.0.113.1", at));
        }
        long newYear = minute("2026-01-01T00:00:00Z");
        long summer = minute("2024-06-01T10:00:00Z");

        assertEquals(seen.subList(3, 6), search(newYear - 9, newYear, newYear, newYear + 9));
        assertEquals(seen.subList(3, 5), search(newYear - 9, newYear - 5, newYear - 1, newYear + 9));
        assertEquals(seen.subList(2, 4), search(summer - 1, summer + 1, summer + 1, newYear + 9));
        assertEquals(seen.subList(1, 3), search(Long.MIN_VALUE, summer - 1, summer - 1, newYear), "from the beginning");
    }

    @Test
    void noMoreThanTheMostAddressesOfAMinuteAreRead() {
        for (int i = 0; i <= SightingSearch.MAX_PER_MINUTE; i++) {
            String address = "203.0." + i / 250 + "." + i % 250;
            track(new SightingWrite(ANN, key("%05d".formatted(i)), sighting(address, "2026-03-01T10:00:00Z")));
        }
        long ten = minute("2026-03-01T10:00:00Z");

        List<IpSighting> found = search(ten, ten, ten, ten);
        assertEquals(SightingSearch.MAX_PER_MINUTE, found.size());
        assertEquals(sighting("203.0.0.0", "2026-03-01T10:00:00Z"), found.getFirst());
        assertEquals(sighting("203.0.3.249", "2026-03-01T10:00:00Z"), found.getLast());
    }

    @Test
    void adjoiningRangesOfAShortAndOfALongHistoryAreReadInTheirOrderUpToOneLimit() {
        List<DateRange> ranges = List.of(
                new DateRange(DAY.plusDays(1), DAY.plusDays(1)),
                new DateRange(DAY.plusDays(2), DAY.plusDays(9)),
                new DateRange(DAY.minusDays(9), DAY));
        for (int orders : List.of(9, 300)) {
            List<OrderWrite> writes = new ArrayList<>();
            for (int i = 0; i < orders; i++) {
                writes.add(write(order("A-%03d".formatted(i), DAY.plusDays(i % 3), 1), null, CARD));
            }
            store().put(SHOP, OrderFixtures.parts(writes), NOON);
            List<HistoryRow> expected = new ArrayList<>();
            for (int day : List.of(1, 2, 0)) {
                for (int i = day; i < orders; i += 3) {
                    expected.add(row("A-%03d".formatted(i), DAY.plusDays(day), FIRST_VERSION));
                }
            }

            for (int limit : List.of(1, orders - 1, orders, orders + 1)) {
                assertEquals(
                        expected.subList(0, Math.min(limit, orders)),
                        store().history(SHOP, CARD, ranges, limit),
                        orders + " orders, limit " + limit);
            }
        }
    }

    @Test
    void anotherDerivationOfAnOrderWithAPatchRewritesItsRowsQuietly() {
        OrderWrite write = write(order("A"), ANN, CARD);
        put(write);
        Part patch = PatchCell.part(
                OrderFields.ARN.stated(),
                Statement.of(OrderFields.ARN, "7453"),
                store().parts(SHOP, id("A")).orElseThrow().parts(),
                order("A").charge().money(),
                FIRST_VERSION + 1);
        store().put(SHOP, List.of(new PartWrite(id("A"), List.of(patch), null)), NOON);
        Order patched = held("A").order();

        for (String facts : List.of("old facts", "new facts")) {
            TestCodec.derive(
                    patched,
                    new OrderWrite(
                                    patched,
                                    write.references(),
                                    write.historyDay(),
                                    write.credentials(),
                                    facts(facts),
                                    null)
                            .composed());
            OrderOutcome again = put(write, NOON.plusSeconds(9));

            long version = held("A").version();
            assertEquals(new Unchanged(version), again);
            assertEquals(
                    List.of(new HistoryRow(id("A"), DAY, version, facts(facts), ActiveDisputes.NONE, false)),
                    history(CARD));
        }
    }

    private OrderInHistory read(String id, int daysBefore, int daysAfter, int limit) {
        return store().orderInHistory(SHOP, id(id), daysBefore, daysAfter, limit)
                .orElseThrow();
    }

    private HistoryPart part(KeyedHash credential, LocalDate from, LocalDate until, HistoryRow... rows) {
        return new HistoryPart(credential, new DateRange(from, until), List.of(rows));
    }

    private static HistoryRow row(String id, LocalDate day) {
        return row(id, day, FIRST_VERSION);
    }

    @Test
    void theHistoryIsReadFromTheTransactionDayBackAndFromTheHistoryDayOn() {
        LocalDate settled = DAY.plusDays(2);
        put(write(everyField("A"), ANN, CARD));
        put(write(order("too old", DAY.minusDays(11), 1), null, CARD));
        put(write(order("old", DAY.minusDays(10), 1), null, CARD));
        put(write(order("b", DAY, 1), null, CARD));
        put(write(order("a", DAY, 1), null, CARD));
        put(write(order("new", settled.plusDays(5), 1), null, CARD));
        put(write(order("too new", settled.plusDays(6), 1), null, CARD));
        put(write(order("foreign", DAY, 1), null, OTHER_CARD));
        store().put(SHOP_TEST, OrderFixtures.parts(List.of(write(order("test", DAY, 1), null, CARD))), NOON);

        assertEquals(
                new OrderInHistory(
                        held("A"),
                        part(
                                CARD,
                                DAY.minusDays(10),
                                settled.plusDays(5),
                                row("new", settled.plusDays(5)),
                                row("A", settled),
                                row("a", DAY),
                                row("b", DAY),
                                row("old", DAY.minusDays(10)))),
                read("A", 10, 5, 100));
        assertEquals(
                new OrderInHistory(
                        held("A"), part(CARD, DAY, settled, row("A", settled), row("a", DAY), row("b", DAY))),
                read("A", 0, 0, 100));
    }

    @Test
    void theEndsOfTimeAreNoEnds() {
        put(write(order("first", LocalDate.parse("2000-01-01"), 1), null, CARD));
        put(write(order("last", LocalDate.parse("9999-12-31"), 1), null, CARD));

        for (String id : List.of("first", "last")) {
            LocalDate day = held(id).order().charge().transactionTime().day();
            assertEquals(
                    new OrderInHistory(held(id), part(CARD, day.minusDays(1_000), day.plusDays(1_000), row(id, day))),
                    read(id, 1_000, 1_000, 1_000));
        }
    }
}
