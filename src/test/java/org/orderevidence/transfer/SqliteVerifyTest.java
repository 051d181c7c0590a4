package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.NOON;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.installation.CannotStart;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Installation;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.OrderWrite;
import org.orderevidence.transfer.StoreVerify.VerifyReport;
import org.orderevidence.transfer.WholeStores.Told;
import org.orderevidence.waiting.Waits;

/** Reading back a SQLite file. */
@Tag("slow")
final class SqliteVerifyTest implements StoreVerifyContract {
    @TempDir
    private Path folder;

    @Override
    public Path folder() {
        return folder;
    }

    @Override
    public String store() {
        return "sqlite:" + folder.resolve("evidence.db");
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
                            installation,
                            WholeStores.SHOP,
                            StoreVerifyContract.order("new " + i, i % 2 == 0 ? CARD : STRAY));
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
