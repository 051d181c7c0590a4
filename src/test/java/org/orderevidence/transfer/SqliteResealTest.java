package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.store.OpenStore;

/** A new sealing key for a SQLite file. */
final class SqliteResealTest implements ResealContract {
    /** The document of one order, written into the row of another one. */
    static final String MOVE = """
            UPDATE orders SET document = (SELECT o.document FROM orders o WHERE o.space = orders.space AND o.id = '%s')
            WHERE id = '%s' AND space = (SELECT number FROM spaces WHERE account = 'shop' AND mode = 'live')""";

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
    void anInstanceThatIsAtWorkIsLeftAlone() {
        WholeStores.fill(config(), 1);
        rotate();
        Instant now = Instant.parse("2026-11-23T15:00:00Z");
        try (OpenStore store = open()) {
            ResealNotes notes = new ResealNotes(store.accounts());
            Resealing resealing = new Resealing(store, () -> now, Resealing.Pace.USUAL);
            assertTrue(resealing.isDue());

            notes.note(new ResealNotes.Progress(2, 0, 0, now.minusSeconds(59), "another", "ORDERS:"));
            assertFalse(resealing.isDue());
            notes.note(new ResealNotes.Progress(1, 0, 0, now.minusSeconds(59), "another", "ORDERS:"));
            assertTrue(resealing.isDue(), "that one is for an older key");
            notes.note(new ResealNotes.Progress(2, 0, 0, now.minusSeconds(60), "another", "ORDERS:"));
            assertTrue(resealing.isDue(), "that one has stopped");

            notes.done(new ResealNotes.Done(2, 0, now));
            assertFalse(resealing.isDue());
        }
    }

    /** After an upgrade of the database, say. */
    @Test
    void aNoteThatCannotBeReadCostsAnotherWalkOnly() {
        WholeStores.fill(config(), 1);
        rotate();
        try (OpenStore store = open()) {
            store.accounts().putInstallationFact("resealing", "key=2 resealed=many");
            store.accounts().putInstallationFact("resealed", "");
        }

        assertEquals(new SecretTasks.Resealed(2, 10, 0, true), reseal());
    }

    @Override
    public void move(String from, String to) {
        try (Connection connection = DriverManager.getConnection("jdbc:" + store());
                Statement update = connection.createStatement()) {
            assertEquals(1, update.executeUpdate(MOVE.formatted(from, to)));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
