package org.orderevidence.store.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
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

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.Faults;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.order.Charge;
import org.orderevidence.order.ChargeBuilder;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.Dispute.ActiveDisputes;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Micros;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.OrderOutcome.FactOutcome;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.Patches;
import org.orderevidence.order.part.Statement;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.EvidenceStore.OrderParts;
import org.orderevidence.store.EvidenceStore.PartWrite;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.OrderInHistory.HistoryRow;
import org.orderevidence.store.OrderWrite;
import org.orderevidence.store.TestCodec;
import org.orderevidence.waiting.Waits;

/** Two instances on one database write the same orders: each ends as one of them wrote it, whole. */
final class PostgresInstancesTest {
    private static final List<DateRange> ALL_DAYS =
            List.of(new DateRange(LocalDate.parse("2000-01-01"), LocalDate.parse("9999-12-31")));
    private static final int ORDERS = 40;
    private static final int UPLOADS = 60;
    private static final int CARDS = 7;
    private static final long SEED = 20_261_120;
    private static final int ROUNDS = 50;
    private static final int MANY_ROUNDS = 1_000;

    private final String url = TestPostgres.newDatabase();
    private final OpenStore one = open();
    private final OpenStore other = open();

    private OpenStore open() {
        return SqlRecordStore.openPostgres(
                PostgresUrl.parse(url), null, SqlSettings.ofServer(null), NOON, TestCodec.CODECS);
    }

    @AfterEach
    void close() {
        one.close();
        other.close();
    }

    private EvidenceStore instance(int number) {
        return number % 2 == 0 ? one.evidence() : other.evidence();
    }

    private static KeyedHash card(int number) {
        return key("card " + number % CARDS);
    }

    /** The order after upload {@code number}. Every value contains the number. */
    private static OrderWrite written(String id, int number) {
        return withFacts(
                write(order(id, DAY.plusDays(number % 50), number), key("customer " + number), card(number)),
                "facts " + number);
    }

    @Test
    void uploadsOfTheSameOrdersEndInOneOfThemWhole() throws Exception {
        Random random = new Random(SEED);
        List<Callable<List<OrderOutcome>>> uploads = new ArrayList<>();
        for (int number = 1; number <= UPLOADS; number++) {
            int upload = number;
            List<OrderWrite> writes = new ArrayList<>(IntStream.range(0, ORDERS)
                    .mapToObj(i -> written("A-" + i, upload))
                    .toList());
            writes.add(written("B-" + upload, upload));
            // Each in an order of its own, which is how two come to wait for each other.
            Collections.shuffle(writes, random);
            uploads.add(() -> instance(upload).put(SHOP, OrderFixtures.parts(writes), NOON));
        }

        List<List<OrderOutcome>> outcomes = Waits.together(uploads);

        assertEquals(
                ORDERS + UPLOADS,
                outcomes.stream()
                        .flatMap(List::stream)
                        .filter(OrderOutcome.Created.class::isInstance)
                        .count(),
                "each order was new once");
        assertEquals(ORDERS + UPLOADS, one.evidence().count(SHOP).total());
        assertEquals(ORDERS + UPLOADS, other.evidence().count(SHOP).total());
        List<HistoryRow> expected = new ArrayList<>();
        for (int i = 0; i < ORDERS; i++) {
            StoredOrder held = one.evidence().order(SHOP, id("A-" + i)).orElseThrow();
            int winner = (int) held.order().charge().money().amountMinor();
            assertEquals(written("A-" + i, winner).order(), held.order(), "seed " + SEED);
            assertEquals(Micros.of(NOON) + UPLOADS - 1, held.version(), "each upload made a version of its own");
            expected.add(new HistoryRow(
                    id("A-" + i),
                    DAY.plusDays(winner % 50),
                    held.version(),
                    facts("facts " + winner),
                    ActiveDisputes.NONE,
                    false));
        }
        for (int upload = 1; upload <= UPLOADS; upload++) {
            expected.add(new HistoryRow(
                    id("B-" + upload),
                    DAY.plusDays(upload % 50),
                    Micros.of(NOON),
                    facts("facts " + upload),
                    ActiveDisputes.NONE,
                    false));
        }
        assertEquals(List.of(), difference(expected, allHistory()), "one row each, of its version, seed " + SEED);
    }

    @Test
    void aNewOrderTakesThePlaceOfRowsThatWereLeftWithoutOne() throws Exception {
        one.evidence().put(SHOP, OrderFixtures.parts(List.of(written("A", 1), written("B", 1))), NOON);
        TestPostgres.server().execute(TestPostgres.name(url), "DELETE FROM orders_records WHERE part = 'A'");

        List<OrderOutcome> outcomes =
                one.evidence().put(SHOP, OrderFixtures.parts(List.of(written("A", 1), written("B", 2))), NOON);

        long version = Micros.of(NOON);
        assertEquals(List.of(new OrderOutcome.Created(version), new OrderOutcome.Updated(version + 1)), outcomes);
        List<HistoryRow> expected = List.of(
                new HistoryRow(id("A"), DAY.plusDays(1), version, facts("facts 1"), ActiveDisputes.NONE, false),
                new HistoryRow(id("B"), DAY.plusDays(2), version + 1, facts("facts 2"), ActiveDisputes.NONE, false));
        assertEquals(List.of(), difference(expected, allHistory()), "one row each, of its version");
    }

    private List<HistoryRow> allHistory() {
        List<HistoryRow> rows = new ArrayList<>();
        for (int card = 0; card < CARDS; card++) {
            rows.addAll(other.evidence().history(SHOP, card(card), ALL_DAYS, 1_000));
        }
        return rows;
    }

    /** What is in one of them and not in the other. */
    private static List<HistoryRow> difference(List<HistoryRow> expected, List<HistoryRow> actual) {
        List<HistoryRow> difference = new ArrayList<>(actual);
        for (HistoryRow row : expected) {
            if (!difference.remove(row)) {
                difference.add(row);
            }
        }
        return difference;
    }

    @Test
    void aDisputeIsNotLostToAnUploadOfItsOrder() throws Exception {
        for (int round = 0; round < 20; round++) {
            String id = "A-" + round;
            one.evidence().put(SHOP, OrderFixtures.parts(List.of(written(id, 1))), NOON);
            List<Callable<Object>> both = new ArrayList<>();
            for (int number = 2; number <= 5; number++) {
                int upload = number;
                both.add(() -> instance(upload).put(SHOP, OrderFixtures.parts(List.of(written(id, upload))), NOON));
            }
            both.add(() -> other.evidence().putDispute(SHOP, id(id), dispute("D", Dispute.Status.OPEN), null, NOON));

            List<Object> outcomes = Waits.together(both);

            assertEquals(FactOutcome.CREATED, outcomes.getLast());
            StoredOrder held = one.evidence().order(SHOP, id(id)).orElseThrow();
            int winner = (int) held.order().charge().money().amountMinor();
            assertEquals(List.of(dispute("D", Dispute.Status.OPEN)), held.disputes());
            assertEquals(
                    List.of(new HistoryRow(
                            id(id),
                            DAY.plusDays(winner),
                            held.version(),
                            facts("facts " + winner),
                            ActiveDisputes.FRAUD,
                            false)),
                    allHistory().stream().filter(row -> row.id().equals(id(id))).toList(),
                    "one row, and it is marked");
        }
    }

    @Test
    void ofConcurrentChangesToOneVersionOneIsMade() throws Exception {
        one.evidence().put(SHOP, OrderFixtures.parts(List.of(written("A", 1))), NOON);
        List<Callable<OrderOutcome>> changes = new ArrayList<>();
        for (int number = 2; number <= 31; number++) {
            OrderWrite write = expecting(written("A", number), Micros.of(NOON));
            EvidenceStore instance = instance(number);
            changes.add(() -> instance.put(SHOP, OrderFixtures.parts(List.of(write)), NOON)
                    .getFirst());
        }

        List<OrderOutcome> outcomes = Waits.together(changes);

        assertEquals(
                List.of(new OrderOutcome.Updated(Micros.of(NOON) + 1)),
                outcomes.stream()
                        .filter(outcome -> !(outcome instanceof OrderOutcome.Conflict))
                        .toList());
    }

    /** Design "Orders from several sources", Stores: both parts are in the order, whichever was written first. */
    @Test
    @Tag("strikes")
    void differentPartsThatAreWrittenAtOnceAreBothInTheOrder() throws Exception {
        for (int round = 0; round < Faults.rounds(ROUNDS, MANY_ROUNDS); round++) {
            String id = "both-" + round;
            EvidenceStore uploading = instance(round);
            EvidenceStore patching = instance(round + 1);
            uploading.put(SHOP, OrderFixtures.parts(List.of(written(id, 1))), NOON);
            List<PartWrite> upload = OrderFixtures.parts(List.of(written(id, 2)));
            OrderParts before = patching.parts(SHOP, id(id)).orElseThrow();
            Part arn = Patches.part(
                    OrderFields.ARN.stated(),
                    Statement.of(OrderFields.ARN, "7453"),
                    before.parts(),
                    before.order().order().charge().money(),
                    Micros.of(NOON) + 1);
            OrderWrite both = withArn(written(id, 2));
            OrderFixtures.parts(List.of(both, withArn(written(id, 1))));

            List<OrderOutcome> outcomes = Waits.together(List.of(
                    () -> uploading.put(SHOP, upload, NOON.plusSeconds(1)).getFirst(),
                    () -> patching.put(SHOP, List.of(new PartWrite(id(id), List.of(arn), null)), NOON.plusSeconds(1))
                            .getFirst()));

            StoredOrder held = one.evidence().order(SHOP, id(id)).orElseThrow();
            assertEquals(both.order().charge(), held.order().charge(), () -> id + " " + outcomes);
            assertEquals(
                    Set.of(held.version() - 1, held.version()),
                    outcomes.stream().map(PostgresInstancesTest::updated).collect(Collectors.toSet()),
                    "each made a version of its own");
            assertEquals(Optional.of(held), other.evidence().order(SHOP, id(id)));
            assertEquals(
                    List.of(new HistoryRow(
                            id(id),
                            both.historyDay(),
                            held.version(),
                            facts("facts with ARN 2"),
                            ActiveDisputes.NONE,
                            false)),
                    allHistory().stream().filter(row -> row.id().equals(id(id))).toList(),
                    id);
        }
    }

    private static OrderWrite expecting(OrderWrite write, long version) {
        return new OrderWrite(
                write.order(), write.references(), write.historyDay(), write.credentials(), write.facts(), version);
    }

    private static long updated(OrderOutcome outcome) {
        return assertInstanceOf(OrderOutcome.Updated.class, outcome).version();
    }

    /** The same upload, after a PATCH stated the ARN. */
    private static OrderWrite withArn(OrderWrite write) {
        Order order = write.order();
        long number = order.charge().money().amountMinor();
        Charge charge = ChargeBuilder.on(order.charge().transactionTime().day())
                .amount(number, "USD")
                .references(new Charge.References(null, "7453", null, null, null, null))
                .build();
        return new OrderWrite(
                order.withCharge(charge),
                write.references(),
                write.historyDay(),
                write.credentials(),
                facts("facts with ARN " + number),
                null);
    }
}
