package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.transfer.WholeStores.SHOP;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.installation.CannotStart;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Installation;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.OrderInHistory.HistoryRow;
import org.orderevidence.store.OrderWrite;
import org.orderevidence.store.Stored;
import org.orderevidence.transfer.StoreVerify.VerifyReport;
import org.orderevidence.transfer.WholeStores.Told;
import org.orderevidence.waiting.Waits;

/** What reading back a store finds. */
@Tag("slow")
final class StoreVerifyTest extends VerifiedStore {
    @Test
    void historyWithOtherFactsIsToldAndRebuilt() {
        putRight();
        List<HistoryRow> right = history(CARD);
        putWrong(List.of(CARD), "other facts");
        Told told = new Told();

        VerifyReport verified = verify(told);

        assertEquals(List.of(WRONG_HEAD, A_0 + "its row among the history rows is wrong"), told.lines);
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 1, 0, 0, false, List.of(), 0), verified);
        Told toldAtRepair = new Told();
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 1, 0, 0, true, List.of(), 0), repair(toldAtRepair));
        assertEquals(told.lines.stream().map(line -> line + "; written again").toList(), toldAtRepair.lines);
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 0, 0, 0, true, List.of(), 0), verify(new Told()));
        assertEquals(right, history(CARD), "as it was, its mark too");
    }

    @Test
    void aRowAtAnotherCardIsToldAndMovedToItsOwn() {
        putRight();
        List<HistoryRow> right = history(CARD);
        putWrong(List.of(STRAY), null);
        Told told = new Told();

        VerifyReport verified = verify(told);

        // Its head says where its rows are.
        assertEquals(List.of(WRONG_HEAD), told.lines);
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 1, 0, 0, false, List.of(), 0), verified);
        assertEquals(true, repair(new Told()).isSound());
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 0, 0, 0, true, List.of(), 0), verify(new Told()));
        assertEquals(right, history(CARD));
        assertEquals(List.of(), history(STRAY));
    }

    @Test
    void aDamagedOrderIsToldAndItsRowIsLeft() {
        putRight();
        new Tampering(config()).change("orders", Tampering::damaged);
        Told told = new Told();

        VerifyReport verified = repair(told);

        assertEquals(
                List.of(
                        "account shop (live), order A-0: the sealed record is damaged, or was moved from another place; restore it from a backup"),
                told.lines);
        assertEquals(new VerifyReport(1, 0, 1, 0, 1, 0, 0, 0, false, List.of(), 0), verified);
        assertEquals(1, history(CARD).size());
    }

    @Test
    void ofManyFaultsAHundredAreToldAndAllAreCounted() {
        List<OrderWrite> wrong = new ArrayList<>();
        try (Installation installation = WholeStores.openShop(config())) {
            for (int i = 0; i < 150; i++) {
                OrderWrite right = WholeStores.write(installation, SHOP, order("A-" + i, CARD));
                wrong.add(OrderFixtures.withFacts(right, "wrong"));
            }
        }
        WholeStores.keep(config(), wrong, NOON);
        Told told = new Told();

        VerifyReport verified = verify(told);

        assertEquals(new VerifyReport(1, 150, 150, 0, 0, 150, 0, 0, false, List.of(), 0), verified);
        assertEquals(101, told.lines.size());
        assertEquals("... there are more faults; they are only counted", told.lines.getLast());
    }

    @Test
    void whatChangesMeanwhileIsNotWrong() throws Exception {
        WholeStores.fill(config(), 300);
        try (Installation installation = WholeStores.openShop(config())) {
            AtomicBoolean done = new AtomicBoolean();
            Thread uploader = Thread.ofVirtual().start(() -> {
                for (int i = 0; !done.get(); i++) {
                    OrderWrite write =
                            WholeStores.write(installation, SHOP, order("A-" + i % 300, i % 2 == 0 ? CARD : STRAY));
                    installation.evidence().put(SHOP, OrderFixtures.parts(List.of(write)), NOON.plusSeconds(i));
                }
            });
            Told told = new Told();

            VerifyReport verified = StoreTasks.verify(config(), false, told);

            done.set(true);
            Waits.end(List.of(uploader));
            assertEquals(List.of(), told.lines);
            assertEquals(true, verified.isSound());
        }
        assertEquals(true, verify(new Told()).isSound());
    }

    /** What it states of its content decides which rows it has, and whether an upload changes it. */
    @Test
    void aHeadThatDoesNotFollowFromTheContentIsReportedAndRebuilt() {
        putRight();
        Bytes withDispute = new Tampering(config()).all("orders").getFirst().head();
        try (Installation installation = WholeStores.openShop(config())) {
            installation
                    .evidence()
                    .putDispute(SHOP, id("A-0"), OrderFixtures.dispute("D", Dispute.Status.WITHDRAWN), null, NOON);
        }
        new Tampering(config()).change("orders", order -> Tampering.withHead(order, withDispute));
        Told told = new Told();

        VerifyReport verified = verify(told);

        assertEquals(
                List.of(
                        WRONG_HEAD,
                        A_0 + "its row among the history rows is wrong",
                        A_0 + "its row among the places of disputes is missing",
                        A_0 + "a row among the places of disputes follows from no record"),
                told.lines);
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 1, 1, 0, false, List.of(), 0), verified);
        assertTrue(repair(new Told()).isSound());
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 0, 0, 0, true, List.of(), 0), verify(new Told()));
    }

    @Test
    void aHeadThatIsNoneIsReportedAndTheOthersGoOn() {
        putRight();
        new Tampering(config()).change("orders", order -> Tampering.withHead(order, Bytes.wrap(new byte[] {1, 2, 3})));
        Told told = new Told();

        VerifyReport verified = repair(told);

        assertEquals(List.of(A_0 + "a stored document has 3 bytes"), told.lines);
        assertEquals(new VerifyReport(1, 0, 1, 0, 1, 0, 0, 0, false, List.of(), 0), verified);
    }

    @ParameterizedTest
    @CsvSource({"history, history rows", "order_references, references", "order_days, places in lists"})
    void aMissingRowIsReportedAndWrittenAgain(String kind, String name) {
        putRight();
        List<Stored> before = new Tampering(config()).all(kind);
        new Tampering(config()).empty(kind);
        Told told = new Told();

        VerifyReport verified = verify(told);

        assertEquals(Collections.nCopies(before.size(), A_0 + "its row among the " + name + " is missing"), told.lines);
        assertEquals(1, verified.differing());
        assertTrue(repair(new Told()).isSound());
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 0, 0, 0, true, List.of(), 0), verify(new Told()));
        assertEquals(
                before.stream().map(Stored::key).toList(),
                new Tampering(config()).all(kind).stream().map(Stored::key).toList());
    }

    @ParameterizedTest
    @CsvSource({"history, history rows", "order_references, references", "order_days, places in lists"})
    void aRowWithoutItsOrderIsReportedAndDeleted(String kind, String name) {
        putRight();
        new Tampering(config()).add(kind, Tampering::ofAnotherOrder);
        Told told = new Told();

        VerifyReport verified = verify(told);

        assertEquals(
                List.of("account shop (live), order A-01: a row among the " + name + " follows from no record"),
                told.lines);
        assertEquals(1, verified.orphans());
        assertTrue(repair(new Told()).isSound());
        assertEquals(new VerifyReport(1, 1, 1, 0, 0, 0, 0, 0, true, List.of(), 0), verify(new Told()));
    }

    @Test
    void anEmptiedStoreIsReported() {
        putRight();
        List.of("orders", "history", "order_references", "order_days", "order_disputes")
                .forEach(new Tampering(config())::empty);
        Told told = new Told();

        VerifyReport verified = repair(told);

        assertEquals(
                List.of("account shop (live): the store counted 1 orders, but has 0; if orders are missing, restore a"
                        + " backup"),
                told.lines);
        assertEquals(new VerifyReport(1, 0, 0, 0, 0, 0, 0, 1, false, List.of(), 0), verified);
    }

    @Test
    void aLostOrderIsReportedByItsRows() {
        putRight();
        new Tampering(config()).empty("orders");

        VerifyReport verified = verify(new Told());

        assertEquals(1, verified.miscounted());
        assertEquals(6, verified.orphans());
    }

    @Test
    void aBackupIsOfOneMomentWhileOrdersAreUploaded() throws Exception {
        WholeStores.fill(config(), 100);
        Path backup = folder.resolve("backup");
        try (Installation installation = WholeStores.openShop(config())) {
            AtomicBoolean done = new AtomicBoolean();
            Thread uploader = Thread.ofVirtual().start(() -> {
                for (int i = 0; !done.get(); i++) {
                    OrderWrite write = WholeStores.write(
                            installation, WholeStores.SHOP, order("new " + i, i % 2 == 0 ? CARD : STRAY));
                    installation
                            .evidence()
                            .put(WholeStores.SHOP, OrderFixtures.parts(List.of(write)), NOON.plusSeconds(i));
                }
            });
            StoreTasks.backup(config(), backup);
            done.set(true);
            Waits.end(List.of(uploader));
        }
        Told told = new Told();

        Config restored = WholeStores.config(backup, "sqlite:" + backup.resolve("evidence.db"));
        VerifyReport verified = WholeStores.verify(restored, false, told);

        assertEquals(List.of(), told.lines);
        assertEquals(true, verified.isSound());
        assertEquals(200, verified.sightings());
        try (Installation installation = WholeStores.open(restored)) {
            long counted = 0;
            for (AccountSpace space : List.of(WholeStores.SHOP, WholeStores.SHOP_TEST)) {
                counted += installation.evidence().count(space).total();
            }
            assertEquals(verified.orders(), counted, "what is counted is there");
        }
    }

    @ParameterizedTest
    @CsvSource({"orders_records, orders from ", "history_records, history from ", "sightings_records, sightings from "})
    void aDamagedPageIsReportedAndTheWalkGoesOnBehindIt(String table, String place) throws Exception {
        WholeStores.fill(config(), 1_000);
        VerifyReport before = verify(new Told());
        damagePage(table);
        Told told = new Told();

        VerifyReport verified = verify(told);

        assertFalse(verified.isSound());
        assertTrue(
                told.lines.stream()
                        .anyMatch(line -> line.contains(place) && line.endsWith("damaged; restore a backup")),
                told.lines::toString);
        assertTrue(told.lines.stream().anyMatch(line -> line.startsWith("the database file: ")), told.lines::toString);
        assertTrue(verified.orders() > before.orders() - 30, verified::toString);
        assertTrue(verified.historyRows() > before.historyRows() * 3 / 4, verified::toString);
        // How many can still be read depends on the hashes of their keys.
        assertTrue(verified.sightings() > 0, verified::toString);
    }

    @Test
    void aServiceDoesNotStartOnADamagedFile() throws Exception {
        WholeStores.fill(config(), 300);
        damagePage("history_records");

        CannotStart refused = assertThrows(CannotStart.class, () -> WholeStores.openShop(config()));

        String message = String.valueOf(refused.getMessage());
        assertTrue(message.startsWith("the database " + store() + " is damaged: "), message);
        assertTrue(
                message.endsWith(
                        "; ./evidence store verify lists what cannot be read; restore a backup, or copy what is"
                                + " left with ./evidence store copy (docs/operations.md)"),
                message);
        assertEquals(1, message.lines().count());
    }

    /** Overwrites a leaf in the middle of a table's tree. */
    private void damagePage(String table) throws Exception {
        long page;
        long size;
        try (Connection connection = DriverManager.getConnection("jdbc:" + store());
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
            try (ResultSet row = statement.executeQuery("PRAGMA page_size")) {
                size = row.getLong(1);
            }
            List<Long> leaves = new ArrayList<>();
            try (ResultSet row = statement.executeQuery(
                    "SELECT pageno FROM dbstat WHERE name = '" + table + "' AND pagetype = 'leaf' ORDER BY path")) {
                while (row.next()) {
                    leaves.add(row.getLong(1));
                }
            }
            page = leaves.get(leaves.size() / 2);
        }
        try (RandomAccessFile file =
                new RandomAccessFile(folder.resolve("evidence.db").toFile(), "rw")) {
            byte[] garbage = new byte[(int) size];
            Arrays.fill(garbage, (byte) 0xff);
            file.seek((page - 1) * size);
            file.write(garbage);
        }
    }

    @Test
    void aStoreThatIsNotThereIsNotMade() {
        CannotStart refused = assertThrows(CannotStart.class, () -> verify(new Told()));

        assertEquals("there is no store at " + store(), refused.getMessage());
        assertFalse(Files.exists(folder.resolve("evidence.db")));
    }
}
