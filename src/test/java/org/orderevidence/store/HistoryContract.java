package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.orderevidence.store.OrderFixtures.DAY;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.everyField;
import static org.orderevidence.store.OrderFixtures.facts;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.store.OrderFixtures.order;
import static org.orderevidence.store.OrderFixtures.stored;
import static org.orderevidence.store.OrderFixtures.withFacts;
import static org.orderevidence.store.OrderFixtures.write;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.ActiveDisputes;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.OrderOutcome.Unchanged;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.Patches;
import org.orderevidence.order.part.StatedField;
import org.orderevidence.store.EvidenceStore.DayRange;

/** How the orders of a credential are found. */
interface HistoryContract extends StoreUnderTest {
    @Test
    default void historyIsNewestDayFirstThenByIdWithinItsRangesAndLimit() {
        store().put(
                        SHOP,
                        OrderFixtures.parts(List.of(
                                write(order("b", DAY, 1), null, CARD),
                                write(order("a", DAY, 1), null, CARD),
                                write(order("new", DAY.plusDays(10), 1), null, CARD),
                                write(order("old", DAY.minusDays(10), 1), null, CARD),
                                write(order("foreign", DAY, 1), null, OTHER_CARD),
                                write(order("cardless", DAY, 1)))),
                        NOON);
        List<HistoryRow> all = List.of(
                StoreUnderTest.row("new", DAY.plusDays(10), FIRST_VERSION),
                StoreUnderTest.row("a", DAY, FIRST_VERSION),
                StoreUnderTest.row("b", DAY, FIRST_VERSION),
                StoreUnderTest.row("old", DAY.minusDays(10), FIRST_VERSION));

        assertEquals(all, history(CARD));
        assertEquals(List.of(StoreUnderTest.row("foreign", DAY, FIRST_VERSION)), history(OTHER_CARD));
        assertEquals(all.subList(0, 2), store().history(SHOP, CARD, ALL_DAYS, 2));
        assertEquals(
                all.subList(1, 3),
                store().history(SHOP, CARD, List.of(new DayRange(DAY, DAY)), 10),
                "both ends included");
        assertEquals(
                List.of(), store().history(SHOP, CARD, List.of(new DayRange(DAY.plusDays(1), DAY.plusDays(9))), 10));
        assertEquals(List.of(), store().history(SHOP, CARD, List.of(), 10));
    }

    /** A store that is not atomic notes for a while where a moved order was. */
    @Test
    default void whatHasLeftAHistoryTakesNoPlaceOfALimit() {
        for (int i = 0; i < 6; i++) {
            put(write(order("A-" + i, DAY, 1), null, CARD));
        }
        for (int i = 0; i < 4; i++) {
            put(write(order("A-" + i, DAY, 1), null, OTHER_CARD));
        }

        List<HistoryRow> all =
                List.of(StoreUnderTest.row("A-4", DAY, FIRST_VERSION), StoreUnderTest.row("A-5", DAY, FIRST_VERSION));
        for (int limit = 1; limit <= 3; limit++) {
            assertEquals(all.subList(0, Math.min(2, limit)), store().history(SHOP, CARD, ALL_DAYS, limit));
        }
    }

    @Test
    default void aRangeMayBeAllOfTime() {
        put(write(order("new", LocalDate.parse("9999-12-31"), 1), null, CARD));
        put(write(order("a", DAY, 1), null, CARD));
        put(write(order("old", LocalDate.parse("2000-01-01"), 1), null, CARD));
        List<DayRange> allOfTime = List.of(new DayRange(LocalDate.parse("2000-01-01"), LocalDate.parse("9999-12-31")));

        List<HistoryRow> all = List.of(
                StoreUnderTest.row("new", LocalDate.parse("9999-12-31"), FIRST_VERSION),
                StoreUnderTest.row("a", DAY, FIRST_VERSION),
                StoreUnderTest.row("old", LocalDate.parse("2000-01-01"), FIRST_VERSION));
        assertEquals(all, store().history(SHOP, CARD, allOfTime, 10));
        assertEquals(all.subList(0, 1), store().history(SHOP, CARD, allOfTime, 1));
    }

    @Test
    default void rangesOfHistoryAreReadInTheirOrderUpToOneLimit() {
        for (int i = 0; i < 6; i++) {
            put(write(order("A-" + i, DAY.plusDays(i), 1), null, CARD));
        }
        List<DayRange> ranges = List.of(
                new DayRange(DAY.plusDays(2), DAY.plusDays(3)),
                new DayRange(DAY.plusDays(5), DAY.plusDays(9)),
                new DayRange(DAY.minusDays(9), DAY));

        List<HistoryRow> expected = List.of(
                StoreUnderTest.row("A-3", DAY.plusDays(3), FIRST_VERSION),
                StoreUnderTest.row("A-2", DAY.plusDays(2), FIRST_VERSION),
                StoreUnderTest.row("A-5", DAY.plusDays(5), FIRST_VERSION),
                StoreUnderTest.row("A-0", DAY, FIRST_VERSION));
        assertEquals(expected, store().history(SHOP, CARD, ranges, 10));
        assertEquals(expected.subList(0, 3), store().history(SHOP, CARD, ranges, 3));
        assertEquals(expected.subList(0, 2), store().history(SHOP, CARD, ranges, 2));
    }

    @Test
    default void adjoiningRangesOfAShortAndOfALongHistoryAreReadInTheirOrderUpToOneLimit() {
        List<DayRange> ranges = List.of(
                new DayRange(DAY.plusDays(1), DAY.plusDays(1)),
                new DayRange(DAY.plusDays(2), DAY.plusDays(9)),
                new DayRange(DAY.minusDays(9), DAY));
        for (int orders : List.of(9, 300)) {
            List<OrderWrite> writes = new ArrayList<>();
            for (int i = 0; i < orders; i++) {
                writes.add(write(order("A-%03d".formatted(i), DAY.plusDays(i % 3), 1), null, CARD));
            }
            store().put(SHOP, OrderFixtures.parts(writes), NOON);
            List<HistoryRow> expected = new ArrayList<>();
            for (int day : List.of(1, 2, 0)) {
                for (int i = day; i < orders; i += 3) {
                    expected.add(StoreUnderTest.row("A-%03d".formatted(i), DAY.plusDays(day), FIRST_VERSION));
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
    default void anOrderStandsUnderBothOfItsCredentials() {
        put(write(order("A"), null, CARD, OTHER_CARD));

        assertEquals(List.of(StoreUnderTest.row("A", DAY, FIRST_VERSION)), history(CARD));
        assertEquals(List.of(StoreUnderTest.row("A", DAY, FIRST_VERSION)), history(OTHER_CARD));
    }

    @Test
    default void aChangeOfCardOrDayMovesTheHistoryRows() {
        put(write(order("A", DAY, 1), null, CARD, OTHER_CARD));

        put(write(order("A", DAY, 2), null, CARD));
        assertEquals(List.of(StoreUnderTest.row("A", DAY, FIRST_VERSION + 1)), history(CARD));
        assertEquals(List.of(), history(OTHER_CARD));

        put(write(order("A", DAY.plusDays(1), 2), null, CARD));
        assertEquals(List.of(StoreUnderTest.row("A", DAY.plusDays(1), FIRST_VERSION + 2)), history(CARD));

        put(write(order("A", DAY.plusDays(1), 3), null, OTHER_CARD, key("third card")));
        assertEquals(List.of(), history(CARD));
        assertEquals(List.of(StoreUnderTest.row("A", DAY.plusDays(1), FIRST_VERSION + 3)), history(OTHER_CARD));
        assertEquals(List.of(StoreUnderTest.row("A", DAY.plusDays(1), FIRST_VERSION + 3)), history(key("third card")));

        put(write(order("A", DAY.plusDays(1), 4)));
        assertEquals(List.of(), history(OTHER_CARD));
        assertEquals(List.of(), history(key("third card")));
    }

    @Test
    default void anotherDerivationOfTheSameOrderRewritesItsRowsQuietly() {
        put(write(everyField("A"), ANN, CARD));
        LocalDate day = everyField("A").charge().countsFrom().day();

        OrderOutcome otherFacts = put(withFacts(write(everyField("A"), ANN, CARD), "new facts"), NOON.plusSeconds(9));
        assertEquals(new Unchanged(FIRST_VERSION), otherFacts);
        assertEquals(
                List.of(new HistoryRow(id("A"), day, FIRST_VERSION, facts("new facts"), ActiveDisputes.NONE, false)),
                history(CARD));

        OrderOutcome otherKey = put(write(everyField("A"), ANN, OTHER_CARD), NOON.plusSeconds(9));
        assertEquals(new Unchanged(FIRST_VERSION), otherKey);
        assertEquals(List.of(), history(CARD));
        assertEquals(List.of(StoreUnderTest.row("A", day, FIRST_VERSION)), history(OTHER_CARD));
        assertEquals(stored(everyField("A"), FIRST_VERSION, NOON, List.of(), List.of()), held("A"));
    }

    @Test
    default void anotherDerivationOfAnOrderWithAPatchRewritesItsRowsQuietly() {
        OrderWrite write = write(order("A"), ANN, CARD);
        put(write);
        Part patch = Patches.part(
                StatedField.ARN,
                Patches.arn("7453"),
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
}
