package org.orderevidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.orderevidence.store.OrderFixtures.DAY;
import static org.orderevidence.store.OrderFixtures.NOON;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.StoreTasks.Verified;
import org.orderevidence.WholeStores.Told;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderId;
import org.orderevidence.store.OrderWrite;

/** Reading back a SQLite file. */
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

    @Override
    public void damage(AccountSpace space, OrderId order) {
        change(
                "UPDATE orders SET document = substr(document, 1, 9) || x'FF' || substr(document, 11)"
                        + " WHERE id = ? AND space = (SELECT number FROM spaces WHERE account = ? AND mode = ?)",
                order.value(),
                space.account(),
                space.mode().name().toLowerCase(Locale.ROOT));
    }

    private void change(String sql, String... parameters) {
        try (Connection connection = DriverManager.getConnection("jdbc:" + store());
                PreparedStatement update = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                update.setString(i + 1, parameters[i]);
            }
            assertEquals(1, update.executeUpdate());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aRowWithoutAnyOrderIsToldAndDeleted() {
        putRight();
        change("DELETE FROM orders WHERE id = ?", "A-0");
        Told told = new Told();

        Verified verified = repair(told);

        assertEquals(
                List.of("account shop (live), order A-0, history row of " + DAY + " under credential key " + CARD
                        + ": does not follow from any order; deleted"),
                told.lines);
        assertEquals(new Verified(0, 0, 1, 0, 0, 0, 1, true), verified);
        assertEquals(new Verified(0, 0, 0, 0, 0, 0, 0, true), verify(new Told()));
    }

    @Test
    void wrongMarksAndVersionsAreTold() {
        putRight();
        change("UPDATE history SET marks = 2, version = version - 1 WHERE order_id = ?", "A-0");
        Told told = new Told();

        verify(told);

        long version = 1_795_176_000_123_456L;
        assertEquals(
                List.of("account shop (live), order A-0, history row of " + DAY + " under credential key " + CARD
                        + ": is wrong: version " + (version - 1) + " instead of " + version
                        + ", not marked as disputed, marked as fraud reported"),
                told.lines);
    }

    @Test
    void aDamagedDisputeDamagesItsOrder() {
        putRight();
        change("UPDATE disputes SET document = x'00' WHERE order_id = ?", "A-0");
        Told told = new Told();

        Verified verified = verify(told);

        assertEquals(
                List.of("account shop (live), order A-0: a later fact: a stored document has 1 bytes"), told.lines);
        assertEquals(new Verified(0, 0, 1, 0, 1, 0, 0, false), verified);
    }

    @Test
    void aDamagedAddressOfASightingIsTold() {
        WholeStores.fill(config(), 1);
        change("UPDATE sightings SET ip = x'00' WHERE space = (SELECT number FROM spaces WHERE mode = ?)", "live");
        Told told = new Told();

        Verified verified = verify(told);

        assertEquals(1, told.lines.size());
        assertEquals(
                "an address has 4 or 16 bytes",
                told.lines.getFirst().substring(told.lines.getFirst().indexOf(": ") + 2));
        assertEquals(1, verified.damaged());
    }

    @Test
    void aDamagedProfileIsTold() {
        WholeStores.fill(config(), 1);
        change("UPDATE accounts SET profile = x'00' WHERE id = ?", "shop");
        Told told = new Told();

        Verified verified = verify(told);

        assertEquals(List.of("one of the accounts behind the first 0: a stored document has 1 bytes"), told.lines);
        assertEquals(false, verified.isSound());
    }

    @Test
    void aBackupIsOfOneMomentWhileOrdersAreUploaded() throws Exception {
        WholeStores.fill(config(), 100);
        Path backup = folder.resolve("backup");
        try (Installation installation = WholeStores.open(config())) {
            AtomicBoolean done = new AtomicBoolean();
            Thread uploader = Thread.ofVirtual().start(() -> {
                for (int i = 0; !done.get(); i++) {
                    OrderWrite write = WholeStores.write(
                            installation,
                            WholeStores.SHOP,
                            StoreVerifyContract.order("new " + i, i % 2 == 0 ? CARD : STRAY));
                    installation.evidence().put(WholeStores.SHOP, List.of(write), NOON.plusSeconds(i));
                }
            });
            StoreTasks.backup(config(), backup);
            done.set(true);
            uploader.join();
        }
        Told told = new Told();

        Config restored = WholeStores.config(backup, "sqlite:" + backup.resolve("evidence.db"));
        Verified verified = StoreTasks.verify(restored, false, told);

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

    @Test
    void aStoreThatIsNotThereIsNotMade() {
        CannotStart refused = assertThrows(CannotStart.class, () -> verify(new Told()));

        assertEquals("there is no store at " + store(), refused.getMessage());
        assertFalse(Files.exists(folder.resolve("evidence.db")));
    }
}
