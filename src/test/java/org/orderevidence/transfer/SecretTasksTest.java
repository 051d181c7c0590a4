package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.SecretFile;
import org.orderevidence.installation.SecretOfStore;
import org.orderevidence.installation.Stores;
import org.orderevidence.store.OpenStore;

/** What is left of a rotation that was interrupted. */
@Tag("slow")
class SecretTasksTest {
    private static final Duration DELAY = Duration.ofMinutes(10);

    @TempDir
    private Path folder;

    /** Another process locks the file, so that the key is in the secret file and cannot be noted in the store. */
    @Test
    void aRotationThatTheStoreInterruptedIsFinishedByTheNextRun() throws Exception {
        String store = "sqlite:" + folder.resolve("evidence.db");
        Config config = WholeStores.config(folder, store);
        WholeStores.open(config).close();
        SecretOfStore secret = new SecretOfStore(config.secretFile(), SecretOfStore.Use.READ, store, Clock.systemUTC());
        SecretTasks.Rotated first;
        try (OpenStore open = Stores.openExisting(config.store(), Clock.systemUTC(), secret);
                Connection other = DriverManager.getConnection("jdbc:" + store);
                Statement statement = other.createStatement()) {
            statement.executeUpdate("BEGIN IMMEDIATE");
            first = SecretTasks.rotate(open, secret, Instant.now(), DELAY);
            statement.executeUpdate("ROLLBACK");
        }
        assertEquals(2, first.key());
        assertFalse(first.isNoted());
        String text = Files.readString(config.secretFile());

        SecretTasks.Rotated finished = SecretTasks.rotate(config, Duration.ofHours(1));

        assertEquals(new SecretTasks.Rotated(2, first.from(), false, true), finished);
        assertEquals(text, Files.readString(config.secretFile()));
        SecretTasks.Rotated next = SecretTasks.rotate(config, DELAY);
        assertEquals(3, next.key());
        assertTrue(next.isAdded());
    }

    @Test
    void aKeyThatIsInUseAlreadyIsNotTakenForAnInterruptedRotation() {
        Config config = WholeStores.config(folder, "sqlite:" + folder.resolve("evidence.db"));
        WholeStores.open(config).close();
        new SecretFile(config.secretFile())
                .addSealingKey(new Random(5), Instant.now().minusSeconds(60));

        assertEquals(3, SecretTasks.rotate(config, DELAY).key());
    }
}
