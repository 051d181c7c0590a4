package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.transfer.WholeStores.SHOP;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.installation.Installation;
import org.orderevidence.order.Dispute;
import org.orderevidence.settings.Config;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.OrderWrite;
import org.orderevidence.store.cassandra.TestCluster;
import org.orderevidence.transfer.WholeStores.Told;

/** Reading back a keyspace. */
@Tag("slow")
final class CassandraVerifyTest {
    private static final String KEYSPACE = "verify";

    @TempDir
    private Path folder;

    @BeforeEach
    void emptyTheKeyspace() {
        TestCluster.started().empty(KEYSPACE);
    }

    @Test
    void aStoreThatWasFilledByTheServiceIsSound() {
        Config config = config();
        ComposedOrders.fill(config, 60);
        Told told = new Told();

        VerifyReport verified = WholeStores.verify(config, false, told);

        assertEquals(List.of(), told.lines);
        assertEquals(new VerifyReport(2, 122, verified.historyRows(), 120, 0, 0, 0, 0, true), verified);
    }

    @Test
    void rowsBesideAnOrderAreReportedAndRebuilt() {
        Config config = config();
        putOrder(config);
        for (String rows : List.of("history", "orders_by_time", "orders_by_reference")) {
            rows().deleteOnlyRow(rows);
        }
        Told told = new Told();

        VerifyReport verified = WholeStores.verify(config, false, told);

        String order = "account shop (live), order A-0";
        assertEquals(3, told.lines.size(), told.lines::toString);
        assertEquals(order + ": its row in the index by time is missing", told.lines.get(0));
        assertEquals(order + ": its row in the index by customer is missing", told.lines.get(1));
        assertTrue(told.lines.get(2).startsWith(order + ", history row of "), told.lines.get(2));
        assertEquals(new VerifyReport(1, 1, 0, 0, 0, 1, 0, 0, false), verified);
        assertTrue(WholeStores.verify(config, true, new Told()).isSound());
        Told after = new Told();
        WholeStores.verify(config, false, after);
        assertEquals(List.of(), after.lines);
    }

    @Test
    void aDamagedPartIsReported() {
        Config config = config();
        putOrder(config);
        rows().change("UPDATE orders SET fact = 0x01020304"
                + " WHERE space = 'shop/live' AND id = 'A-0' AND kind = 0 AND fact_id = 'upload order'");
        Told told = new Told();

        VerifyReport verified = WholeStores.verify(config, false, told);

        assertEquals(1, told.lines.size(), told.lines::toString);
        assertTrue(told.lines.getFirst().startsWith("account shop (live), order A-0: "), told.lines::toString);
        assertEquals(new VerifyReport(1, 0, 1, 0, 1, 0, 0, 0, false), verified);
    }

    /** The table is for people, so no read of the service would notice. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "day = '2026-03-02' | column day is 2026-03-02 instead of 2026-03-01",
                "amount_minor = 1 | column amount_minor is 1 instead of 1999",
                "currency = 'EUR' | column currency is EUR instead of USD",
                "status = 'failed' | column status is failed instead of succeeded",
                "version = 7 | column version is 7 instead of ",
            })
    void aChangedColumnIsReportedAndRebuilt(String change, String expected) {
        Config config = config();
        putOrder(config);
        rows().change("UPDATE orders SET " + change + " WHERE space = 'shop/live' AND id = 'A-0'");

        assertRebuilt(config, "account shop (live), order A-0: " + expected);
    }

    /** The record is a cell of its own, which every read of the service uses. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "revision | 7 | column record.revision is 7 instead of null",
                "facts | 0x01 | column record.facts is not what follows",
            })
    void aChangedFieldOfTheRecordIsReported(String field, String value, String expected) {
        Config config = config();
        putOrder(config);
        rows().changeRecord(field, value);
        Told told = new Told();

        VerifyReport verified = WholeStores.verify(config, false, told);

        assertFalse(verified.isSound());
        assertTrue(
                told.lines.getFirst().startsWith("account shop (live), order A-0: " + expected), told.lines::toString);
        assertTrue(WholeStores.verify(config, true, new Told()).isSound());
        assertSound(config);
    }

    @Test
    void aHistoryRowWithOtherFactsIsReportedAndRebuilt() {
        Config config = config();
        putOrder(config);
        rows().changeHistoryFacts();

        assertRebuilt(config, "account shop (live), order A-0, history row of 2026-03-01 under credential key ");
    }

    @Test
    void rowsOfTheIndexesWithoutTheirOrderAreReportedAndDeleted() {
        Config config = config();
        putOrder(config);
        rows().copyOnlyRow("orders_by_time", "order_id", "A-1");
        rows().copyOnlyRow("orders_by_reference", "order_id", "A-1");
        rows().copyOnlyRow("orders_by_reference", "list_rank", -1_772_409_600_000L);
        rows().copyOnlyRow("history", "order_id", "A-1");
        Told told = new Told();

        VerifyReport verified = WholeStores.verify(config, false, told);

        String shop = "account shop (live), order ";
        String history = told.lines.getFirst();
        assertTrue(history.startsWith(shop + "A-1, history row of 2026-03-01 under credential key "), history);
        assertTrue(history.endsWith(": does not follow from any order"), history);
        assertEquals(
                Set.of(
                        shop + "A-1: a row of the index by time belongs to no order",
                        shop + "A-1: a row of the index by customer belongs to no order",
                        shop + "A-0: a row of the index by customer belongs to no order"),
                Set.copyOf(told.lines.subList(1, told.lines.size())));
        assertEquals(new VerifyReport(1, 1, 2, 0, 0, 0, 4, 0, false), verified);
        assertTrue(WholeStores.verify(config, true, new Told()).isSound());
        assertSound(config);
    }

    @Test
    void anEmptiedStoreIsReported() {
        Config config = config();
        putOrder(config);
        for (String table : List.of("orders", "history", "orders_by_time", "orders_by_reference")) {
            rows().change("TRUNCATE " + table);
        }
        Told told = new Told();

        VerifyReport verified = WholeStores.verify(config, true, told);

        assertEquals(
                List.of("account shop (live): the index by time has had orders, but the store has none; if orders are"
                        + " missing, restore a backup"),
                told.lines);
        assertEquals(new VerifyReport(1, 0, 0, 0, 0, 0, 0, 1, false), verified);
    }

    @Test
    void lostOrdersAreReportedByTheirRows() {
        Config config = config();
        putOrder(config);
        rows().change("TRUNCATE orders");
        Told told = new Told();

        VerifyReport verified = WholeStores.verify(config, false, told);

        assertEquals(1, verified.miscounted());
        assertEquals(3, verified.orphans(), told.lines::toString);
    }

    @Test
    void aDisputeWithoutItsOrderIsReported() {
        Config config = config();
        putOrder(config);
        try (Installation installation = WholeStores.openShop(config)) {
            installation
                    .evidence()
                    .putDispute(SHOP, OrderFixtures.id("A-0"), OrderFixtures.dispute("D", Dispute.Status.OPEN), NOON);
        }
        rows().change("DELETE FROM orders WHERE space = 'shop/live' AND id = 'A-0' AND kind = 0");
        rows().change("UPDATE orders SET record = null WHERE space = 'shop/live' AND id = 'A-0'");
        Told told = new Told();

        VerifyReport verified = WholeStores.verify(config, false, told);

        assertEquals(1, verified.damaged());
        assertEquals(
                "account shop (live), order A-0: it has later facts or a record, but no parts", told.lines.getFirst());
    }

    /** Otherwise, the order would be judged as without the part, and its record would be taken for wrong. */
    @Test
    void anOrderThatLostItsOnlyPartIsDamaged() {
        Config config = config();
        putOrder(config);
        rows().change("DELETE FROM orders WHERE space = 'shop/live' AND id = 'A-0' AND kind = 0");
        Told told = new Told();

        VerifyReport verified = WholeStores.verify(config, true, told);

        assertEquals(
                List.of("account shop (live), order A-0: it has later facts or a record, but no parts"), told.lines);
        assertEquals(new VerifyReport(1, 0, 1, 0, 1, 0, 0, 0, false), verified);
    }

    /** A row that was deleted later than its order was written cannot be written at the order's time. */
    @Test
    void whatCannotBeRebuiltIsNotCalledRebuilt() {
        Config config = config();
        putOrder(config);
        rows().deleteOnlyRowNow("orders_by_time");
        Told told = new Told();

        VerifyReport verified = WholeStores.verify(config, true, told);
        // Between tests, only tables that have rows are emptied. This one has a tombstone.
        rows().change("TRUNCATE orders_by_time");

        assertFalse(verified.isSound());
        assertEquals(
                "account shop (live), order A-0: is still wrong: a row was changed or deleted after the order was"
                        + " written; upload the order with a change",
                told.lines.getLast());
    }

    @Test
    void aDamagedRecordIsReportedAndTheWalkGoesOn() {
        Config config = config();
        putOrder(config);
        rows().changeRecord("keys", "{list_rank: -1772323200000, history_day: '2026-03-01'}");
        Told told = new Told();

        VerifyReport verified = WholeStores.verify(config, false, told);

        assertFalse(verified.isSound());
        assertEquals("account shop (live), order A-0: its cells cannot be read", told.lines.getFirst());
        assertTrue(verified.damaged() > 0, verified::toString);
    }

    private static void assertRebuilt(Config config, String expected) {
        Told told = new Told();
        VerifyReport verified = WholeStores.verify(config, false, told);
        assertEquals(1, told.lines.size(), told.lines::toString);
        assertTrue(told.lines.getFirst().startsWith(expected), told.lines::toString);
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 1, 0, 0, false), verified);
        Told repaired = new Told();
        assertTrue(WholeStores.verify(config, true, repaired).isSound(), repaired.lines::toString);
        assertSound(config);
    }

    private static void assertSound(Config config) {
        Told told = new Told();
        assertEquals(
                new VerifyReport(1, 1, 1, 0, 0, 0, 0, 0, true),
                WholeStores.verify(config, false, told),
                told.lines::toString);
    }

    private static KeyspaceRows rows() {
        return new KeyspaceRows(KEYSPACE);
    }

    private Config config() {
        return WholeStores.config(folder.resolve("data"), TestCluster.started().url(KEYSPACE));
    }

    private static void putOrder(Config config) {
        try (Installation installation = WholeStores.openShop(config)) {
            OrderWrite order =
                    WholeStores.write(installation, SHOP, StoreVerifyContract.order("A-0", key("card of A-0")));
            installation.evidence().put(SHOP, OrderFixtures.parts(List.of(order)), NOON);
        }
    }
}
