package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.orderevidence.store.OrderFixtures.DAY;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.SHOP_TEST;
import static org.orderevidence.store.OrderFixtures.everyField;
import static org.orderevidence.store.OrderFixtures.facts;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.order;
import static org.orderevidence.store.OrderFixtures.write;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.order.Dispute.ActiveDisputes;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.OrderOutcome.Unchanged;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent.PatchCell;
import org.orderevidence.order.part.Statement;
import org.orderevidence.store.EvidenceStore.PartWrite;
import org.orderevidence.store.OrderInHistory.HistoryPart;
import org.orderevidence.store.OrderInHistory.HistoryRow;

/** Histories of cards, by themselves and around an order. */
final class HistoryTest extends StoreUnderTest {
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
