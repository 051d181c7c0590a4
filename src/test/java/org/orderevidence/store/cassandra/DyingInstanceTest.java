package org.orderevidence.store.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.DAY;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.dispute;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.store.OrderFixtures.order;
import static org.orderevidence.store.OrderFixtures.withFacts;
import static org.orderevidence.store.OrderFixtures.write;

import com.datastax.oss.driver.api.core.CqlSession;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.order.Charge;
import org.orderevidence.order.ChargeBuilder;
import org.orderevidence.order.Customer;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.Dispute.ActiveDisputes;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Micros;
import org.orderevidence.order.Order;
import org.orderevidence.order.Receipt;
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
import org.orderevidence.store.RecordKinds;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.TestCodec;
import org.orderevidence.store.UnknownOutcome;

/**
 * An instance that dies before any one of its statements, while another instance writes to the same order. What either
 * of them acknowledged is in the order, and its derived rows match it. Design "Orders from several sources", Stores.
 */
@Tag("slow")
final class DyingInstanceTest {
    private static final String KEYSPACE = "dying";

    /** More than the statements of any write. */
    private static final int MOST_STATEMENTS = 60;

    private static final KeyedHash BEFORE = key("card before");
    private static final KeyedHash AFTER = key("card after");

    private static CqlSession session;
    private static OpenStore living;

    @BeforeAll
    static void open() {
        TestCluster.started().empty(KEYSPACE);
        living = CassandraStores.open(KEYSPACE);
        session =
                Connection.open(CassandraUrl.parse(TestCluster.started().url(KEYSPACE)), CassandraSettings.defaults());
    }

    @AfterAll
    static void close() {
        session.close();
        living.close();
    }

    /** An instance that can send so many statements. */
    private static EvidenceStore dyingAfter(int statements) {
        AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);
        Cluster cluster = new Cluster(FaultySession.dying(session, left), KEYSPACE, CassandraSettings.defaults());
        EvidenceStore store = new EvidenceStore(
                new CassandraRecordStore(
                        cluster, CassandraSettings.defaults(), InstantSource.system(), RecordKinds.TABLES),
                TestCodec.CODEC);
        left.set(statements);
        return store;
    }

    private static OrderWrite upload(String id, boolean isAfter) {
        return derived(order(id, DAY.plusDays(isAfter ? 1 : 0), isAfter ? 101 : 100), isAfter);
    }

    /** The order with the rows that follow from it. */
    private static OrderWrite derived(Order order, boolean isAfter) {
        return withFacts(write(order, key("customer"), isAfter ? AFTER : BEFORE), "facts of " + order.hashCode());
    }

    /** What the same order is with the ARN: it has the same rows. */
    private static void deriveWithArn(String id, boolean isAfter) {
        Charge charge = ChargeBuilder.on(DAY.plusDays(isAfter ? 1 : 0))
                .amount(isAfter ? 101 : 100, "USD")
                .references(new Charge.References(null, "7453", null, null, null, null))
                .build();
        Order order = new Order(id(id), null, charge, Customer.NONE, Receipt.EMPTY);
        // What is derived from an order is known once it is put.
        OrderFixtures.parts(List.of(derived(order, isAfter)));
    }

    private static void put(EvidenceStore store, OrderWrite write, Instant now) {
        store.put(SHOP, OrderFixtures.parts(List.of(write)), now);
    }

    private static StoredOrder held(String id) {
        return living.evidence().order(SHOP, id(id)).orElseThrow();
    }

    private static List<HistoryRow> history(KeyedHash card, String id) {
        return living.evidence().history(SHOP, card, List.of(new DateRange(DAY, DAY.plusDays(60))), 10_000).stream()
                .filter(row -> row.id().equals(id(id)))
                .toList();
    }

    /** Writes the ARN and a dispute by the instance that lives. */
    private static void putArnAndDispute(String id, Instant now) {
        putArn(living.evidence(), id, now);
        living.evidence().putDispute(SHOP, id(id), dispute("D", Dispute.Status.OPEN), null, now);
    }

    /** Writes the ARN, as a PATCH does. */
    private static void putArn(EvidenceStore store, String id, Instant now) {
        deriveWithArn(id, false);
        deriveWithArn(id, true);
        OrderParts held = living.evidence().parts(SHOP, id(id)).orElseThrow();
        Part arn = Patches.part(
                OrderFields.ARN.stated(),
                Statement.of(OrderFields.ARN, "7453"),
                held.parts(),
                held.order().order().charge().money(),
                Micros.of(now));
        store.put(SHOP, List.of(new PartWrite(id(id), List.of(arn), null)), now);
    }

    /** Everything that follows from the order is as the order is. */
    private static void requireWhole(String id, boolean isAfter, String when) {
        assertEquals("7453", held(id).order().charge().references().arn(), when);
        requireRows(id, isAfter, when);
    }

    /** The derived rows of an order match its upload, with and without the ARN. */
    private static void requireRows(String id, boolean isAfter, String when) {
        StoredOrder held = held(id);
        assertEquals(isAfter ? 101 : 100, held.order().charge().money().amountMinor(), when);
        assertEquals(1, held.disputes().size(), when);
        List<HistoryRow> rows = history(isAfter ? AFTER : BEFORE, id);
        assertEquals(1, rows.size(), when);
        assertEquals(held.version(), rows.getFirst().version(), when);
        assertEquals(ActiveDisputes.FRAUD, rows.getFirst().disputes(), when);
        assertTrue(
                history(isAfter ? BEFORE : AFTER, id).stream().allMatch(row -> row.version() < held.version()),
                when + ": an old row tells by its version that it does not count");
    }

    @Test
    void anUploadThatDiesIsWholeOrNotThereAndTheOtherInstancesPartsStay() {
        boolean died = true;
        for (int statements = 0; died; statements++) {
            assertTrue(statements < MOST_STATEMENTS, "an upload has too many statements");
            String id = "upload-" + statements;
            put(living.evidence(), upload(id, false), NOON);
            died = false;
            try {
                put(dyingAfter(statements), upload(id, true), NOON.plusSeconds(1));
            } catch (StoreUnavailable | UnknownOutcome dead) {
                died = true;
            }

            putArnAndDispute(id, NOON.plusSeconds(2));

            String when = "dead after statement " + statements;
            boolean isAfter = held(id).order().charge().money().amountMinor() == 101;
            assertTrue(died || isAfter, when + ": it was acknowledged");
            requireWhole(id, isAfter, when);
            put(living.evidence(), upload(id, true), NOON.plusSeconds(3));
            requireWhole(id, true, when + ", and sent again");
        }
    }

    @Test
    void aDisputeThatDiesAfterAnUploadOfTheOtherInstanceMarksTheOrderOnceItIsSentAgain() {
        boolean died = true;
        for (int statements = 0; died; statements++) {
            assertTrue(statements < MOST_STATEMENTS, "a dispute has too many statements");
            String id = "dispute-" + statements;
            put(living.evidence(), upload(id, false), NOON);
            died = false;
            try {
                dyingAfter(statements)
                        .putDispute(SHOP, id(id), dispute("D", Dispute.Status.OPEN), null, NOON.plusSeconds(1));
            } catch (StoreUnavailable | UnknownOutcome dead) {
                died = true;
            }

            put(living.evidence(), upload(id, true), NOON.plusSeconds(2));
            putArnAndDispute(id, NOON.plusSeconds(3));

            requireWhole(id, true, "dead after statement " + statements);
        }
    }

    @Test
    void aPatchThatDiesIsWholeOrNotThereAndTheOtherInstancesUploadStays() {
        boolean died = true;
        for (int statements = 0; died; statements++) {
            assertTrue(statements < MOST_STATEMENTS, "a PATCH has too many statements");
            String id = "patch-" + statements;
            put(living.evidence(), upload(id, false), NOON);
            died = false;
            try {
                putArn(dyingAfter(statements), id, NOON.plusSeconds(1));
            } catch (StoreUnavailable | UnknownOutcome dead) {
                died = true;
            }
            String when = "dead after statement " + statements;
            boolean isPatched = isPatched(id);
            assertTrue(died || isPatched, when + ": it was acknowledged");

            put(living.evidence(), upload(id, true), NOON.plusSeconds(2));
            living.evidence().putDispute(SHOP, id(id), dispute("D", Dispute.Status.OPEN), null, NOON.plusSeconds(2));

            assertEquals(isPatched, isPatched(id), when);
            requireRows(id, true, when);
            putArn(living.evidence(), id, NOON.plusSeconds(3));
            requireWhole(id, true, when + ", and sent again");
        }
    }

    private static boolean isPatched(String id) {
        return "7453".equals(held(id).order().charge().references().arn());
    }
}
