package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.DAY;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.SHOP_TEST;
import static org.orderevidence.store.OrderFixtures.dispute;
import static org.orderevidence.store.OrderFixtures.facts;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.store.OrderFixtures.order;
import static org.orderevidence.store.OrderFixtures.sighting;
import static org.orderevidence.store.OrderFixtures.withFacts;
import static org.orderevidence.store.OrderFixtures.write;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.Dispute.ActiveDisputes;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.OrderOutcome.Created;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.OrderInHistory.HistoryRow;
import org.orderevidence.store.Sightings.SightingSearch;
import org.orderevidence.waiting.Waits;

/** What is guaranteed if many callers do the same at the same time. */
interface ConcurrencyContract extends StoreUnderTest {
    int MANY = 200;

    @Test
    default void concurrentUploadsOfOneOrderEndInOneOfThemWhole() throws Exception {
        List<KeyedHash> cards = List.of(key("c0"), key("c1"), key("c2"), key("c3"), key("c4"));
        List<Callable<OrderOutcome>> uploads = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            OrderWrite write = withFacts(
                    write(order("A", DAY.plusDays(i), i), key("customer " + i), cards.get(i % cards.size())),
                    "facts " + i);
            uploads.add(() -> put(write));
        }

        List<OrderOutcome> outcomes = Waits.together(uploads);

        assertEquals(1, outcomes.stream().filter(Created.class::isInstance).count());
        Set<Long> versions =
                outcomes.stream().map(ConcurrencyContract::version).collect(Collectors.toCollection(TreeSet::new));
        assertEquals(
                IntStream.range(0, MANY)
                        .mapToObj(i -> FIRST_VERSION + i)
                        .collect(Collectors.toCollection(TreeSet::new)),
                versions,
                "each upload made a version of its own");
        StoredOrder held = held("A");
        int winner = (int) held.order().charge().money().amountMinor();
        assertEquals(FIRST_VERSION + MANY - 1, held.version());
        assertEquals(order("A", DAY.plusDays(winner), winner), held.order());
        List<HistoryRow> rows = new ArrayList<>();
        cards.forEach(card -> rows.addAll(history(card)));
        assertEquals(
                List.of(new HistoryRow(
                        id("A"),
                        DAY.plusDays(winner),
                        held.version(),
                        facts("facts " + winner),
                        ActiveDisputes.NONE,
                        false)),
                rows);
        assertEquals(List.of(held), store().page(SHOP, null, 0, 10));
        assertEquals(1, store().count(SHOP).total());
    }

    private static long version(OrderOutcome outcome) {
        return switch (outcome) {
            case Created created -> created.version();
            case OrderOutcome.Updated updated -> updated.version();
            case OrderOutcome.Unchanged unchanged -> unchanged.version();
            case OrderOutcome.Stale stale -> throw new AssertionError(stale);
            case OrderOutcome.Conflict conflict -> throw new AssertionError(conflict);
            case OrderOutcome.TooManyParts _, OrderOutcome.Unreadable _, OrderOutcome.Erased _ ->
                throw new AssertionError(outcome);
        };
    }

    @Test
    default void manyWritersOfEveryKindLoseNothing() throws Exception {
        put(write(order("disputed")));
        List<Callable<Object>> writes = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            int number = i;
            AccountSpace space = i % 2 == 0 ? SHOP : SHOP_TEST;
            writes.add(() ->
                    store().put(space, OrderFixtures.parts(List.of(write(order("A-" + number), ANN, CARD))), NOON));
            writes.add(() -> {
                track(SHOP, sighting("ann", "203.0.113." + number, "2026-03-01T10:00:00Z"));
                return number;
            });
            if (i < StoredOrder.MAX_FACTS) {
                writes.add(() -> putDispute(SHOP, id("disputed"), dispute("D-" + number, Dispute.Status.OPEN)));
            }
        }

        Waits.together(writes);

        assertEquals(1 + MANY / 2, store().count(SHOP).total());
        assertEquals(MANY / 2, store().count(SHOP_TEST).total());
        for (int i = 0; i < MANY; i++) {
            AccountSpace space = i % 2 == 0 ? SHOP : SHOP_TEST;
            assertEquals(
                    order("A-" + i),
                    store().order(space, id("A-" + i)).orElseThrow().order());
        }
        assertEquals(StoredOrder.MAX_FACTS, held("disputed").disputes().size());
        long ten = sighting("203.0.113.1", "2026-03-01T10:00:00Z").minute();
        assertEquals(
                MANY,
                sightings(SHOP, List.of(new SightingSearch(ANN, ten, ten, ten, ten)))
                        .getFirst()
                        .size());
    }

    @Test
    default void aReaderNeverSeesHalfAnUpload() throws Exception {
        put(write(order("A", DAY, 0), ANN, CARD));
        Callable<Boolean> writer = () -> {
            for (int i = 1; i <= 100; i++) {
                put(write(order("A", DAY.plusDays(i), i), ANN, CARD));
            }
            return true;
        };
        Callable<Boolean> reader = () -> {
            boolean whole = true;
            for (int i = 0; i < 200; i++) {
                List<HistoryRow> rows = history(CARD);
                whole &= rows.size() == 1;
                for (HistoryRow row : rows) {
                    whole &= row.day().equals(DAY.plusDays(row.version() - FIRST_VERSION));
                }
                StoredOrder order = held("A");
                long amount = order.order().charge().money().amountMinor();
                whole &= order.version() == FIRST_VERSION + amount;
            }
            return whole;
        };

        assertEquals(List.of(true, true, true), Waits.together(List.of(writer, reader, reader)));
        assertTrue(store().order(SHOP, id("A")).isPresent());
    }
}
