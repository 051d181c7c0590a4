package org.orderevidence.store.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.DAY;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.dispute;
import static org.orderevidence.store.OrderFixtures.facts;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.store.OrderFixtures.order;
import static org.orderevidence.store.OrderFixtures.withFacts;
import static org.orderevidence.store.OrderFixtures.write;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.Dispute.ActiveDisputes;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.OrderOutcome.Created;
import org.orderevidence.order.OrderOutcome.Updated;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.OrderInHistory.HistoryRow;
import org.orderevidence.store.OrderWrite;
import org.orderevidence.waiting.Waits;

/** Two instances of the service on one cluster; the clock of the second lags by five minutes. */
@Tag("slow")
@Tag("alone")
final class TwoInstancesTest {
    private static final Duration LAG = Duration.ofMinutes(5);
    private static final int ROUNDS = 15;
    private static final List<KeyedHash> CARDS = List.of(key("one card"), key("another card"));

    private static OpenStore first;
    private static OpenStore second;

    @BeforeAll
    static void open() {
        TestCluster.started().empty("two_instances");
        first = CassandraStores.open("two_instances", InstantSource.system());
        second = CassandraStores.open(
                "two_instances", () -> InstantSource.system().instant().minus(LAG));
    }

    @AfterAll
    static void close() {
        first.close();
        second.close();
    }

    /** An upload of which all tells whose it is. */
    private static OrderWrite upload(String id, int whose) {
        return withFacts(
                write(order(id, DAY.plusDays(whose), 100 + whose), key("customer " + whose), CARDS.get(whose)),
                id + " of " + whose);
    }

    private static long version(OrderOutcome outcome) {
        return switch (outcome) {
            case Created created -> created.version();
            case Updated updated -> updated.version();
            case OrderOutcome.Unchanged unchanged -> throw new AssertionError(unchanged);
            case OrderOutcome.Stale stale -> throw new AssertionError(stale);
            case OrderOutcome.Conflict conflict -> throw new AssertionError(conflict);
            case OrderOutcome.TooManyParts _, OrderOutcome.Unreadable _, OrderOutcome.Erased _ ->
                throw new AssertionError(outcome);
        };
    }

    private static OrderOutcome put(OpenStore store, OrderWrite write, Instant now) {
        return store.evidence()
                .put(SHOP, OrderFixtures.parts(List.of(write)), now)
                .getFirst();
    }

    private static StoredOrder held(OpenStore store, String id) {
        return store.evidence().order(SHOP, id(id)).orElseThrow();
    }

    private static List<HistoryRow> history(OpenStore store, KeyedHash card, String id) {
        return store.evidence().history(SHOP, card, List.of(new DateRange(DAY, DAY.plusDays(60))), 1_000).stream()
                .filter(row -> row.id().equals(id(id)))
                .toList();
    }

    @Test
    void concurrentUploadsOfOneOrderEndInOneOfThemWhole() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            String id = "race-" + round;
            Instant now = NOON.plusSeconds(round);

            List<OrderOutcome> outcomes = Waits.together(
                    List.of(() -> put(first, upload(id, 0), now), () -> put(second, upload(id, 1), now.minus(LAG))));

            StoredOrder held = held(first, id);
            int winner = version(outcomes.get(0)) > version(outcomes.get(1)) ? 0 : 1;
            assertEquals(version(outcomes.get(winner)), held.version(), "the newest that was acknowledged is held");
            assertEquals(upload(id, winner).order(), held.order());
            assertEquals(held, held(second, id));
            HistoryRow row = new HistoryRow(
                    id(id),
                    DAY.plusDays(winner),
                    held.version(),
                    facts(id + " of " + winner),
                    ActiveDisputes.NONE,
                    false);
            assertEquals(List.of(row), history(second, CARDS.get(winner), id));
            assertTrue(
                    history(first, CARDS.get(1 - winner), id).stream().allMatch(old -> old.version() < held.version()),
                    "a row of the other tells by its version that it does not count");
        }
    }

    @Test
    void aDisputeThatIsRecordedWhileTheOrderMovesMarksWhereItStandsThen() throws Exception {
        for (int round = 0; round < ROUNDS / 5; round++) {
            String id = "moved-" + round;
            put(first, upload(id, 0), NOON);

            Waits.together(List.<Callable<Object>>of(
                    () -> put(first, upload(id, 1), NOON.plusSeconds(1)),
                    () -> second.evidence().putDispute(SHOP, id(id), dispute("D", Dispute.Status.OPEN), null, NOON)));

            assertEquals(
                    List.of(ActiveDisputes.FRAUD),
                    history(second, CARDS.get(1), id).stream()
                            .map(HistoryRow::disputes)
                            .toList(),
                    id);
        }
    }

    @Test
    void aReaderElsewhereNeverMissesAnOrderThatMoves() throws Exception {
        EvidenceStore reader = second.evidence();
        put(first, upload("walks", 0), NOON);
        Callable<Integer> moves = () -> {
            for (int i = 1; i <= ROUNDS; i++) {
                put(first, write(order("walks", DAY.plusDays(i), i), null, CARDS.get(0)), NOON.plusSeconds(i));
            }
            return 0;
        };
        Callable<Integer> reads =
                () -> {
                    int missed = 0;
                    for (int i = 0; i < 4 * ROUNDS; i++) {
                        boolean seen = reader
                                .history(SHOP, CARDS.get(0), List.of(new DateRange(DAY, DAY.plusDays(60))), 1_000)
                                .stream()
                                .anyMatch(row -> row.id().equals(id("walks")));
                        missed += seen ? 0 : 1;
                    }
                    return missed;
                };

        assertEquals(List.of(0, 0, 0), Waits.together(List.of(moves, reads, reads)));
    }
}
