package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.orderevidence.store.OrderFixtures.DAY;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.OTHER;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.SHOP_TEST;
import static org.orderevidence.store.OrderFixtures.dispute;
import static org.orderevidence.store.OrderFixtures.everyField;
import static org.orderevidence.store.OrderFixtures.expecting;
import static org.orderevidence.store.OrderFixtures.facts;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.store.OrderFixtures.order;
import static org.orderevidence.store.OrderFixtures.report;
import static org.orderevidence.store.OrderFixtures.sighting;
import static org.orderevidence.store.OrderFixtures.withFacts;
import static org.orderevidence.store.OrderFixtures.withRevision;
import static org.orderevidence.store.OrderFixtures.write;

import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FactOutcome;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.OrderOutcome.Conflict;
import org.orderevidence.order.OrderOutcome.Created;
import org.orderevidence.order.OrderOutcome.Stale;
import org.orderevidence.order.OrderOutcome.Unchanged;
import org.orderevidence.order.OrderOutcome.Updated;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.EvidenceStore.DayRange;
import org.orderevidence.store.EvidenceStore.OrderCount;

/** What every store promises about orders and their list. Run by each; see also the contracts beside this one. */
public abstract class EvidenceStoreContract {
    private static final long VERSION = micros(NOON);

    private static final KeyedHash CARD = key("card");
    private static final KeyedHash OTHER_CARD = key("other card");
    private static final KeyedHash ANN = key("ann");
    private static final List<DayRange> ALL_DAYS =
            List.of(new DayRange(LocalDate.parse("2000-01-01"), LocalDate.parse("9999-12-31")));

    private OpenStore open;
    private EvidenceStore store;

    /** Opens the store of the running test: empty the first time, then with what it held when it was closed. */
    protected abstract OpenStore open();

    @BeforeEach
    final void openIt() {
        open = open();
        store = open.evidence();
    }

    @AfterEach
    final void closeIt() {
        open.close();
    }

    private void reopen() {
        closeIt();
        openIt();
    }

    private static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }

    private OrderOutcome put(OrderWrite write) {
        return put(write, NOON);
    }

    private OrderOutcome put(OrderWrite write, Instant now) {
        return store.put(SHOP, List.of(write), now).getFirst();
    }

    private StoredOrder held(String id) {
        return store.order(SHOP, id(id)).orElseThrow();
    }

    private List<HistoryRow> history(KeyedHash credential) {
        return store.history(SHOP, credential, ALL_DAYS, 100);
    }

    private List<String> page(@Nullable ListPlace after, int skip, int limit) {
        return store.page(SHOP, after, skip, limit).stream()
                .map(stored -> stored.order().id().value())
                .toList();
    }

    private static HistoryRow row(String id, LocalDate day, long version) {
        return new HistoryRow(id(id), day, version, facts("facts of " + id), false, false);
    }

    // ---- orders

    @Test
    final void anEmptyStoreHoldsNothing() {
        assertEquals(Optional.empty(), store.order(SHOP, id("A-1")));
        assertEquals(Map.of(), store.orders(SHOP, List.of(id("A-1"), id("A-2"))));
        assertEquals(List.of(), history(CARD));
        assertEquals(List.of(List.of()), store.sightings(SHOP, List.of(new SightingSearch(ANN, 0, 1, 2, 3))));
        assertEquals(List.of(), page(null, 0, 10));
        assertEquals(new OrderCount(0, null), store.count(SHOP));
        assertEquals(FactOutcome.ORDER_NOT_FOUND, store.putDispute(SHOP, id("A-1"), dispute("D", Dispute.Status.OPEN)));
        assertEquals(FactOutcome.ORDER_NOT_FOUND, store.putFraudReport(SHOP, id("A-1"), report("F")));
    }

    @Test
    final void anOrderComesBackAsItWasPut() {
        Order order = everyField("A-1");

        assertEquals(new Created(VERSION), put(write(order)));

        assertEquals(new StoredOrder(order, VERSION, NOON, List.of(), List.of()), held("A-1"));
    }

    @Test
    final void thePutOfNothingIsNothing() {
        assertEquals(List.of(), store.put(SHOP, List.of(), NOON));
        assertEquals(new OrderCount(0, null), store.count(SHOP));
    }

    @Test
    final void anOrderSurvivesReopening() {
        put(write(everyField("A-1"), ANN, CARD));
        store.putDispute(SHOP, id("A-1"), dispute("D", Dispute.Status.OPEN));
        StoredOrder before = held("A-1");

        reopen();

        assertEquals(before, held("A-1"));
        assertEquals(
                List.of(new HistoryRow(
                        id("A-1"), LocalDate.parse("2026-03-03"), VERSION, facts("facts of A-1"), true, false)),
                history(CARD));
        assertEquals(1, store.count(SHOP).total());
    }

    @Test
    final void idsAreComparedExactly() {
        List<String> ids = List.of(
                "a", "A", "a ", "\u00e4", "a\u0308", "%", "_", "a/b", "..", "'", "\"", "\uD83D\uDE00", "\uFFFF");
        List<String> usable = ids.stream().filter(id -> id.equals(id.strip())).toList();
        for (String id : usable) {
            assertEquals(new Created(VERSION), put(write(order(id))), id);
        }
        for (String id : usable) {
            assertEquals(order(id), held(id).order());
        }
        assertEquals(Optional.empty(), store.order(SHOP, id("b")));
        assertEquals(usable.size(), store.count(SHOP).total());
    }

    @Test
    final void theSameContentIsUnchanged() {
        put(write(everyField("A-1"), ANN, CARD));

        OrderOutcome again = put(write(everyField("A-1"), ANN, CARD), NOON.plusSeconds(60));

        assertEquals(new Unchanged(VERSION), again);
        assertEquals(new StoredOrder(everyField("A-1"), VERSION, NOON, List.of(), List.of()), held("A-1"));
        assertEquals(1, store.count(SHOP).total());
    }

    @Test
    final void otherContentReplacesTheOrder() {
        put(write(everyField("A-1")));
        Instant later = NOON.plusSeconds(60);

        assertEquals(new Updated(micros(later)), put(write(order("A-1")), later));

        assertEquals(new StoredOrder(order("A-1"), micros(later), later, List.of(), List.of()), held("A-1"));
        assertEquals(1, store.count(SHOP).total());
    }

    @Test
    final void aVersionGrowsWhenTheClockDoesNot() {
        put(write(order("A-1", DAY, 1)));

        assertEquals(new Updated(VERSION + 1), put(write(order("A-1", DAY, 2))));
        assertEquals(new Updated(VERSION + 2), put(write(order("A-1", DAY, 3)), NOON.minusSeconds(3_600)));
        assertEquals(VERSION + 2, held("A-1").version());
    }

    @Test
    final void theSameIdTwiceInOneUploadIsAppliedInOrder() {
        List<OrderOutcome> outcomes = store.put(
                SHOP,
                List.of(write(order("A-1", DAY, 1)), write(order("A-1", DAY, 2)), write(order("A-1", DAY, 2))),
                NOON);

        assertEquals(List.of(new Created(VERSION), new Updated(VERSION + 1), new Unchanged(VERSION + 1)), outcomes);
        assertEquals(order("A-1", DAY, 2), held("A-1").order());
        assertEquals(1, store.count(SHOP).total());
    }

    @Test
    final void aLowerRevisionIsStaleAndChangesNothing() {
        put(write(withRevision(order("A-1", DAY, 1), 5), ANN, CARD));

        assertEquals(new Stale(5), put(write(withRevision(order("A-1", DAY, 2), 4), ANN, OTHER_CARD)));

        assertEquals(withRevision(order("A-1", DAY, 1), 5), held("A-1").order());
        assertEquals(List.of(row("A-1", DAY, VERSION)), history(CARD));
        assertEquals(List.of(), history(OTHER_CARD));
    }

    @Test
    final void anEqualHigherOrAbsentRevisionReplaces() {
        put(write(withRevision(order("A-1", DAY, 1), 5)));

        assertEquals(new Updated(VERSION + 1), put(write(withRevision(order("A-1", DAY, 2), 5))));
        assertEquals(new Updated(VERSION + 2), put(write(withRevision(order("A-1", DAY, 2), 6))));
        assertEquals(new Updated(VERSION + 3), put(write(order("A-1", DAY, 2))));
        assertEquals(new Updated(VERSION + 4), put(write(withRevision(order("A-1", DAY, 2), 0))));
    }

    @Test
    final void anExpectedVersionMustBeTheOneHeld() {
        assertEquals(new Conflict(), put(expecting(write(order("A-1")), VERSION)));
        assertEquals(0, store.count(SHOP).total());

        put(write(order("A-1", DAY, 1)));
        assertEquals(new Conflict(), put(expecting(write(order("A-1", DAY, 2)), VERSION - 1)));
        assertEquals(new Conflict(), put(expecting(write(order("A-1", DAY, 2)), VERSION + 1)));
        assertEquals(order("A-1", DAY, 1), held("A-1").order());

        assertEquals(new Updated(VERSION + 1), put(expecting(write(order("A-1", DAY, 2)), VERSION)));
        assertEquals(order("A-1", DAY, 2), held("A-1").order());
    }

    @Test
    final void eachOrderOfAnUploadHasItsOwnOutcome() {
        put(write(withRevision(order("B"), 9)));
        put(write(order("C")));

        List<OrderOutcome> outcomes = store.put(
                SHOP,
                List.of(
                        write(order("A")),
                        write(withRevision(order("B"), 1)),
                        write(order("C")),
                        expecting(write(order("D")), 1),
                        write(order("C", DAY, 5))),
                NOON);

        assertEquals(
                List.of(
                        new Created(VERSION),
                        new Stale(9),
                        new Unchanged(VERSION),
                        new Conflict(),
                        new Updated(VERSION + 1)),
                outcomes);
        assertEquals(List.of("A", "B", "C"), page(null, 0, 10));
        assertEquals(3, store.count(SHOP).total());
    }

    @Test
    final void anUploadOfTheMostOrdersIsKeptWhole() {
        List<OrderWrite> writes = IntStream.range(0, 1_000)
                .mapToObj(i -> write(order("A-" + i, DAY, i), ANN, CARD))
                .toList();

        List<OrderOutcome> outcomes = store.put(SHOP, writes, NOON);

        assertEquals(Collections.nCopies(1_000, new Created(VERSION)), outcomes);
        assertEquals(new OrderCount(1_000, null), store.count(SHOP));
        for (OrderWrite write : writes) {
            assertEquals(write.order(), held(write.order().id().value()).order());
        }
    }

    @Test
    final void whatIsBeyondALimitIsRefusedBeforeItBegins() {
        List<OrderWrite> writes = Collections.nCopies(1_001, write(order("A")));
        List<OrderId> ids = IntStream.range(0, 101).mapToObj(i -> id("A-" + i)).toList();
        List<DayRange> ranges = Collections.nCopies(4, new DayRange(DAY, DAY));
        List<SightingSearch> searches = Collections.nCopies(1_002, new SightingSearch(ANN, 0, 0, 0, 0));

        assertThrows(IllegalArgumentException.class, () -> store.put(SHOP, writes, NOON));
        assertThrows(IllegalArgumentException.class, () -> store.orders(SHOP, ids));
        assertThrows(IllegalArgumentException.class, () -> store.history(SHOP, CARD, ranges, 1));
        assertThrows(IllegalArgumentException.class, () -> store.history(SHOP, CARD, ALL_DAYS, 0));
        assertThrows(IllegalArgumentException.class, () -> store.history(SHOP, CARD, ALL_DAYS, 100_001));
        assertThrows(IllegalArgumentException.class, () -> store.sightings(SHOP, searches));
        assertThrows(IllegalArgumentException.class, () -> store.page(SHOP, null, 10_001, 1));
        assertThrows(IllegalArgumentException.class, () -> store.page(SHOP, null, -1, 1));
        assertThrows(IllegalArgumentException.class, () -> store.page(SHOP, null, 0, 101));
        assertEquals(0, store.count(SHOP).total());
    }

    @Test
    final void severalOrdersAreReadAtOnceAndUnknownOnesAreLeftOut() {
        put(write(order("A")));
        put(write(everyField("B")));
        store.putFraudReport(SHOP, id("B"), report("F"));

        assertEquals(
                Map.of(id("A"), held("A"), id("B"), held("B")),
                store.orders(SHOP, List.of(id("B"), id("missing"), id("A"), id("B"))));
        assertEquals(List.of(report("F")), held("B").fraudReports());
    }

    // ---- isolation

    @Test
    final void accountsAndModesSeeOnlyTheirOwn() {
        List<AccountSpace> spaces = List.of(SHOP, SHOP_TEST, OTHER, new AccountSpace("other", AccountSpace.Mode.TEST));
        for (int i = 0; i < spaces.size(); i++) {
            AccountSpace space = spaces.get(i);
            store.put(space, List.of(write(order("A-1", DAY.plusDays(i), i), ANN, CARD)), NOON);
            store.putDispute(space, id("A-1"), dispute("D-" + i, Dispute.Status.OPEN));
            store.putFraudReport(space, id("A-1"), report("F-" + i));
            store.track(space, sighting("ann", "203.0.113." + i, "2026-03-01T00:00:00Z"));
        }
        long minute = sighting("203.0.113.1", "2026-03-01T00:00:00Z").minute();
        for (int i = 0; i < spaces.size(); i++) {
            AccountSpace space = spaces.get(i);
            StoredOrder expected = new StoredOrder(
                    order("A-1", DAY.plusDays(i), i),
                    VERSION,
                    NOON,
                    List.of(dispute("D-" + i, Dispute.Status.OPEN)),
                    List.of(report("F-" + i)));
            assertEquals(Optional.of(expected), store.order(space, id("A-1")));
            assertEquals(List.of(expected), store.page(space, null, 0, 10));
            assertEquals(
                    List.of(new HistoryRow(id("A-1"), DAY.plusDays(i), VERSION, facts("facts of A-1"), true, true)),
                    store.history(space, CARD, ALL_DAYS, 10));
            assertEquals(
                    List.of(List.of(sighting("203.0.113." + i, "2026-03-01T00:00:00Z"))),
                    store.sightings(space, List.of(new SightingSearch(ANN, minute, minute, minute, minute))));
            assertEquals(new OrderCount(1, null), store.count(space));
        }
        assertEquals(Optional.empty(), store.order(new AccountSpace("third", AccountSpace.Mode.LIVE), id("A-1")));
    }

    // ---- the list

    @Test
    final void theListIsNewestDayFirstThenByCodePointOfId() {
        // UTF-16 order would put the emoji (a surrogate pair) before U+FFFF.
        List<String> ascending = List.of("!", "10", "9", "A", "Z", "a", "\u00e9", "\uFFFF", "\uD83D\uDE00");
        List<OrderWrite> writes = new ArrayList<>();
        for (String id : ascending) {
            writes.add(write(order(id)));
        }
        writes.add(write(order("new", DAY.plusDays(1), 1)));
        writes.add(write(order("old", DAY.minusDays(1), 1)));
        writes.add(write(order("first", LocalDate.parse("2000-01-01"), 1)));
        writes.add(write(order("last", LocalDate.parse("9999-12-31"), 1)));
        Collections.shuffle(writes, new Random(11));
        store.put(SHOP, writes, NOON);

        List<String> expected = new ArrayList<>(List.of("last", "new"));
        expected.addAll(ascending);
        expected.addAll(List.of("old", "first"));
        assertEquals(expected, page(null, 0, 100));
    }

    @Test
    final void everyPageOfTheListFollowsTheOneBefore() {
        List<OrderWrite> writes = new ArrayList<>();
        for (int day = 0; day < 4; day++) {
            for (int i = 0; i < 5; i++) {
                writes.add(write(order("A-" + i + "-" + day, DAY.plusDays(day), 1)));
            }
        }
        store.put(SHOP, writes, NOON);
        List<String> all = page(null, 0, 100);
        assertEquals("A-0-3", all.getFirst());
        assertEquals("A-4-0", all.getLast());

        for (int limit = 1; limit <= 21; limit++) {
            List<String> bySkip = new ArrayList<>();
            for (int skip = 0; skip < 20; skip += limit) {
                bySkip.addAll(page(null, skip, limit));
            }
            assertEquals(all, bySkip, "pages of " + limit);

            List<String> byPlace = new ArrayList<>();
            ListPlace place = null;
            for (List<StoredOrder> page = store.page(SHOP, place, 0, limit);
                    !page.isEmpty();
                    page = store.page(SHOP, place, 0, limit)) {
                page.forEach(stored -> byPlace.add(stored.order().id().value()));
                Order last = page.getLast().order();
                place = new ListPlace(last.charge().transactionTime().day(), last.id());
            }
            assertEquals(all, byPlace, "pages of " + limit);
        }
    }

    @Test
    final void aPlaceNeedsNoOrderAndCanBeSkippedFrom() {
        for (String id : List.of("A", "C", "E")) {
            put(write(order(id)));
        }
        put(write(order("old", DAY.minusDays(1), 1)));

        assertEquals(List.of("C", "E", "old"), page(new ListPlace(DAY, id("B")), 0, 10));
        assertEquals(List.of("E", "old"), page(new ListPlace(DAY, id("C")), 0, 10));
        assertEquals(List.of("old"), page(new ListPlace(DAY, id("C")), 1, 10));
        assertEquals(List.of("A", "C"), page(new ListPlace(DAY.plusDays(9), id("Z")), 0, 2));
        assertEquals(List.of(), page(new ListPlace(DAY.minusDays(1), id("old")), 0, 10));
        assertEquals(List.of(), page(null, 4, 10));
    }

    @Test
    final void anOrderThatChangesItsDayStandsOnceInTheList() {
        put(write(order("A", DAY, 1)));
        put(write(order("B", DAY.plusDays(1), 1)));

        put(write(order("A", DAY.plusDays(2), 1)));

        assertEquals(List.of("A", "B"), page(null, 0, 10));
        assertEquals(2, store.count(SHOP).total());
    }

    // ---- history

    @Test
    final void historyIsNewestDayFirstThenByIdWithinItsRangesAndLimit() {
        store.put(
                SHOP,
                List.of(
                        write(order("b", DAY, 1), null, CARD),
                        write(order("a", DAY, 1), null, CARD),
                        write(order("new", DAY.plusDays(10), 1), null, CARD),
                        write(order("old", DAY.minusDays(10), 1), null, CARD),
                        write(order("foreign", DAY, 1), null, OTHER_CARD),
                        write(order("cardless", DAY, 1))),
                NOON);
        List<HistoryRow> all = List.of(
                row("new", DAY.plusDays(10), VERSION),
                row("a", DAY, VERSION),
                row("b", DAY, VERSION),
                row("old", DAY.minusDays(10), VERSION));

        assertEquals(all, history(CARD));
        assertEquals(List.of(row("foreign", DAY, VERSION)), history(OTHER_CARD));
        assertEquals(all.subList(0, 2), store.history(SHOP, CARD, ALL_DAYS, 2));
        assertEquals(
                all.subList(1, 3),
                store.history(SHOP, CARD, List.of(new DayRange(DAY, DAY)), 10),
                "both ends included");
        assertEquals(List.of(), store.history(SHOP, CARD, List.of(new DayRange(DAY.plusDays(1), DAY.plusDays(9))), 10));
        assertEquals(List.of(), store.history(SHOP, CARD, List.of(), 10));
    }

    @Test
    final void rangesOfHistoryAreReadInTheirOrderUpToOneLimit() {
        for (int i = 0; i < 6; i++) {
            put(write(order("A-" + i, DAY.plusDays(i), 1), null, CARD));
        }
        List<DayRange> ranges = List.of(
                new DayRange(DAY.plusDays(2), DAY.plusDays(3)),
                new DayRange(DAY.plusDays(5), DAY.plusDays(9)),
                new DayRange(DAY.minusDays(9), DAY));

        List<HistoryRow> expected = List.of(
                row("A-3", DAY.plusDays(3), VERSION),
                row("A-2", DAY.plusDays(2), VERSION),
                row("A-5", DAY.plusDays(5), VERSION),
                row("A-0", DAY, VERSION));
        assertEquals(expected, store.history(SHOP, CARD, ranges, 10));
        assertEquals(expected.subList(0, 3), store.history(SHOP, CARD, ranges, 3));
        assertEquals(expected.subList(0, 2), store.history(SHOP, CARD, ranges, 2));
    }

    @Test
    final void anOrderStandsUnderBothOfItsCredentials() {
        put(write(order("A"), null, CARD, OTHER_CARD));

        assertEquals(List.of(row("A", DAY, VERSION)), history(CARD));
        assertEquals(List.of(row("A", DAY, VERSION)), history(OTHER_CARD));
    }

    @Test
    final void aChangeOfCardOrDayMovesTheHistoryRows() {
        put(write(order("A", DAY, 1), null, CARD, OTHER_CARD));

        put(write(order("A", DAY, 2), null, CARD));
        assertEquals(List.of(row("A", DAY, VERSION + 1)), history(CARD));
        assertEquals(List.of(), history(OTHER_CARD));

        put(write(order("A", DAY.plusDays(1), 2), null, CARD));
        assertEquals(List.of(row("A", DAY.plusDays(1), VERSION + 2)), history(CARD));

        put(write(order("A", DAY.plusDays(1), 3), null, OTHER_CARD, key("third card")));
        assertEquals(List.of(), history(CARD));
        assertEquals(List.of(row("A", DAY.plusDays(1), VERSION + 3)), history(OTHER_CARD));
        assertEquals(List.of(row("A", DAY.plusDays(1), VERSION + 3)), history(key("third card")));

        put(write(order("A", DAY.plusDays(1), 4)));
        assertEquals(List.of(), history(OTHER_CARD));
        assertEquals(List.of(), history(key("third card")));
    }

    @Test
    final void anotherDerivationOfTheSameOrderRewritesItsRowsQuietly() {
        put(write(everyField("A"), ANN, CARD));
        LocalDate day = everyField("A").charge().countsFrom().day();

        OrderOutcome otherFacts = put(withFacts(write(everyField("A"), ANN, CARD), "new facts"), NOON.plusSeconds(9));
        assertEquals(new Unchanged(VERSION), otherFacts);
        assertEquals(List.of(new HistoryRow(id("A"), day, VERSION, facts("new facts"), false, false)), history(CARD));

        OrderOutcome otherKey = put(write(everyField("A"), ANN, OTHER_CARD), NOON.plusSeconds(9));
        assertEquals(new Unchanged(VERSION), otherKey);
        assertEquals(List.of(), history(CARD));
        assertEquals(List.of(row("A", day, VERSION)), history(OTHER_CARD));
        assertEquals(new StoredOrder(everyField("A"), VERSION, NOON, List.of(), List.of()), held("A"));
    }

    // ---- later facts

    @Test
    final void laterFactsAreKeptByTheirIds() {
        put(write(order("A")));

        assertEquals(FactOutcome.CREATED, store.putDispute(SHOP, id("A"), dispute("D-2", Dispute.Status.OPEN)));
        assertEquals(FactOutcome.CREATED, store.putDispute(SHOP, id("A"), dispute("D-1", Dispute.Status.LOST)));
        assertEquals(FactOutcome.UNCHANGED, store.putDispute(SHOP, id("A"), dispute("D-2", Dispute.Status.OPEN)));
        assertEquals(FactOutcome.UPDATED, store.putDispute(SHOP, id("A"), dispute("D-2", Dispute.Status.WON)));
        assertEquals(FactOutcome.CREATED, store.putFraudReport(SHOP, id("A"), report("F-1")));
        assertEquals(FactOutcome.UNCHANGED, store.putFraudReport(SHOP, id("A"), report("F-1")));
        assertEquals(FactOutcome.ORDER_NOT_FOUND, store.putDispute(SHOP, id("B"), dispute("D-1", Dispute.Status.OPEN)));
        assertEquals(FactOutcome.ORDER_NOT_FOUND, store.putFraudReport(SHOP, id("B"), report("F-1")));

        assertEquals(
                new StoredOrder(
                        order("A"),
                        VERSION,
                        NOON,
                        List.of(dispute("D-1", Dispute.Status.LOST), dispute("D-2", Dispute.Status.WON)),
                        List.of(report("F-1"))),
                held("A"));
        assertEquals(Optional.empty(), store.order(SHOP, id("B")));
    }

    @Test
    final void laterFactsSurviveEveryUpload() {
        put(write(order("A", DAY, 1), ANN, CARD));
        store.putDispute(SHOP, id("A"), dispute("D", Dispute.Status.OPEN));
        store.putFraudReport(SHOP, id("A"), report("F"));

        put(write(order("A", DAY.plusDays(1), 2), ANN, OTHER_CARD));

        assertEquals(List.of(dispute("D", Dispute.Status.OPEN)), held("A").disputes());
        assertEquals(List.of(report("F")), held("A").fraudReports());
        assertEquals(
                List.of(new HistoryRow(id("A"), DAY.plusDays(1), VERSION + 1, facts("facts of A"), true, true)),
                history(OTHER_CARD));
    }

    @Test
    final void laterFactsMarkTheHistoryRows() {
        put(write(order("A"), ANN, CARD, OTHER_CARD));
        assertMarked(false, false);

        store.putDispute(SHOP, id("A"), dispute("D-1", Dispute.Status.WITHDRAWN));
        assertMarked(false, false);
        store.putDispute(SHOP, id("A"), dispute("D-2", Dispute.Status.WON));
        assertMarked(true, false);
        store.putFraudReport(SHOP, id("A"), report("F"));
        assertMarked(true, true);
        store.putDispute(SHOP, id("A"), dispute("D-2", Dispute.Status.WITHDRAWN));
        assertMarked(false, true);
        store.putDispute(SHOP, id("A"), dispute("D-1", Dispute.Status.OPEN));
        assertMarked(true, true);
    }

    private void assertMarked(boolean disputed, boolean fraudReported) {
        List<HistoryRow> expected =
                List.of(new HistoryRow(id("A"), DAY, VERSION, facts("facts of A"), disputed, fraudReported));
        assertEquals(expected, history(CARD));
        assertEquals(expected, history(OTHER_CARD));
    }

    @Test
    final void anOrderHoldsNoMoreFactsThanItMay() {
        put(write(order("A")));
        for (int i = 0; i < StoredOrder.MAX_FACTS; i++) {
            assertEquals(FactOutcome.CREATED, store.putDispute(SHOP, id("A"), dispute("D-" + i, Dispute.Status.OPEN)));
            assertEquals(FactOutcome.CREATED, store.putFraudReport(SHOP, id("A"), report("F-" + i)));
        }

        assertEquals(FactOutcome.TOO_MANY, store.putDispute(SHOP, id("A"), dispute("one more", Dispute.Status.OPEN)));
        assertEquals(FactOutcome.TOO_MANY, store.putFraudReport(SHOP, id("A"), report("one more")));
        assertEquals(FactOutcome.UPDATED, store.putDispute(SHOP, id("A"), dispute("D-0", Dispute.Status.WON)));
        assertEquals(StoredOrder.MAX_FACTS, held("A").disputes().size());
        assertEquals(StoredOrder.MAX_FACTS, held("A").fraudReports().size());
    }

    // ---- sightings

    private static long minute(String at) {
        return Instant.parse(at).getEpochSecond() / 60;
    }

    private List<IpSighting> search(long earliest, long from, long until, long latest) {
        return store.sightings(SHOP, List.of(new SightingSearch(ANN, earliest, from, until, latest)))
                .getFirst();
    }

    @Test
    final void aSearchFindsTheNearestMinuteBeforeInsideAndAfterTheSpan() {
        for (String at : List.of("10:00:00", "10:05:59", "10:10:00", "10:12:00", "10:20:00", "10:30:00")) {
            store.track(SHOP, sighting("ann", "203.0.113.1", "2026-03-01T" + at + "Z"));
        }
        store.track(SHOP, sighting("bob", "203.0.113.2", "2026-03-01T10:09:00Z"));
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
    final void allAddressesOfAMinuteAreFoundByAscendingKey() {
        store.track(SHOP, new SightingWrite(ANN, key("3"), sighting("203.0.113.1", "2026-03-01T10:00:03Z")));
        store.track(SHOP, new SightingWrite(ANN, key("1"), sighting("203.0.113.2", "2026-03-01T10:00:02Z")));
        store.track(SHOP, new SightingWrite(ANN, key("2"), sighting("2001:db8::1", "2026-03-01T10:00:01Z")));
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
    final void theFirstSightingOfAMinuteIsKept() {
        store.track(SHOP, sighting("ann", "203.0.113.1", "2026-03-01T10:00:30.5Z"));
        store.track(SHOP, sighting("ann", "203.0.113.1", "2026-03-01T10:00:10Z"));
        store.track(SHOP, sighting("ann", "203.0.113.1", "2026-03-01T10:00:59.999Z"));
        long ten = minute("2026-03-01T10:00:00Z");

        assertEquals(List.of(sighting("203.0.113.1", "2026-03-01T10:00:30.5Z")), search(ten, ten, ten, ten));
    }

    @Test
    final void eachSearchHasItsOwnAnswerInItsPlace() {
        store.track(SHOP, sighting("ann", "203.0.113.1", "2026-03-01T10:00:00Z"));
        store.track(SHOP, sighting("bob", "203.0.113.2", "1969-12-31T23:59:30Z"));
        long ten = minute("2026-03-01T10:00:00Z");
        SightingSearch ann = new SightingSearch(ANN, ten, ten, ten, ten);
        SightingSearch bob = new SightingSearch(key("bob"), -1, -1, -1, -1);
        SightingSearch nobody = new SightingSearch(key("nobody"), Long.MIN_VALUE, 0, 0, Long.MAX_VALUE);

        assertEquals(
                List.of(
                        List.of(sighting("203.0.113.2", "1969-12-31T23:59:30Z")),
                        List.of(),
                        List.of(sighting("203.0.113.1", "2026-03-01T10:00:00Z")),
                        List.of(sighting("203.0.113.2", "1969-12-31T23:59:30Z"))),
                store.sightings(SHOP, List.of(bob, nobody, ann, bob)));
        assertEquals(List.of(), store.sightings(SHOP, List.of()));
    }

    @Test
    final void noMoreThanTheMostAddressesOfAMinuteAreRead() {
        for (int i = 0; i <= SightingSearch.MAX_PER_MINUTE; i++) {
            String address = "203.0." + i / 250 + "." + i % 250;
            store.track(
                    SHOP, new SightingWrite(ANN, key("%05d".formatted(i)), sighting(address, "2026-03-01T10:00:00Z")));
        }
        long ten = minute("2026-03-01T10:00:00Z");

        List<IpSighting> found = search(ten, ten, ten, ten);
        assertEquals(SightingSearch.MAX_PER_MINUTE, found.size());
        assertEquals(sighting("203.0.0.0", "2026-03-01T10:00:00Z"), found.getFirst());
        assertEquals(sighting("203.0.3.249", "2026-03-01T10:00:00Z"), found.getLast());
    }

    // ---- the store itself

    @Test
    final void aProbeReturnsAsOftenAsItIsAsked() {
        store.probe(NOON);
        store.probe(NOON);
        store.probe(NOON.minusSeconds(1));
        assertEquals(0, store.count(SHOP).total());
    }

    @Test
    final void aClosedStoreIsUnavailable() {
        put(write(order("A")));
        open.close();

        assertThrows(StoreUnavailable.class, () -> put(write(order("B"))));
        assertThrows(StoreUnavailable.class, () -> store.order(SHOP, id("A")));
        assertThrows(StoreUnavailable.class, () -> store.probe(NOON));

        openIt();
        assertEquals(List.of("A"), page(null, 0, 10));
    }
}
