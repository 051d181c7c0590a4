package org.orderevidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.SecretFile;
import org.orderevidence.transfer.SecretTasks;
import org.orderevidence.transfer.WholeStores;
import org.orderevidence.waiting.LogLines;
import org.orderevidence.waiting.Waits;

/** Two instances on one store, of which one gets the new secret file too late. */
@Tag("slow")
class SecretRotationTest {
    @TempDir
    private Path folder;

    @AutoClose
    private final LogLines lines = new LogLines(Level.INFO);

    /** Warnings with their fields. */
    private List<String> warnings() {
        return lines.list().stream()
                .filter(line -> line.getLevel() == Level.WARN)
                .map(line -> line.getFormattedMessage() + " " + line.getKeyValuePairs())
                .toList();
    }

    private Config config(String name) {
        return WholeStores.configOfService(folder.resolve(name), "sqlite:" + folder.resolve("evidence.db"));
    }

    /** The services look every ten seconds. */
    private void awaitNoteOfTheOldKey() {
        Waits.until(
                () -> SecretTasks.status(config("first")).olderKeyUsed() != null,
                "the use of the old key is not noted");
    }

    @Test
    void anInstanceWithoutTheNewKeyAnswersUnavailableUntilTheFileArrives() throws Exception {
        try (App firstApp = App.start(config("first"))) {
            String key = firstApp.firstKey().orElseThrow().key().text();
            ServiceClient first = new ServiceClient(firstApp.port(), key);
            Path secret = folder.resolve("first/secret");
            Path copy = folder.resolve("second/secret");
            Files.createDirectories(copy.getParent());
            Files.copy(secret, copy);
            try (App secondApp = App.start(config("second"))) {
                ServiceClient second = new ServiceClient(secondApp.port(), key);
                assertEquals(200, first.upload("A-1", 1999).status());
                assertEquals(200, second.fetch("A-1").status());

                new SecretFile(secret).addSealingKey(new Random(5), Instant.EPOCH);
                // The first instance reads the new file within seconds. Each new amount is another write.
                AtomicInteger amount = new AtomicInteger(1999);
                Waits.until(
                        () -> {
                            assertEquals(
                                    200,
                                    first.upload("A-1", amount.incrementAndGet())
                                            .status());
                            return second.fetch("A-1").status() != 200;
                        },
                        "the first instance does not use the new key");

                ServiceClient.Answer refused = second.fetch("A-1");
                assertEquals(503, refused.status());
                assertTrue(refused.body().contains("\"store_unavailable\""), refused.body());
                assertEquals("1", refused.retryAfter());
                assertEquals(
                        503,
                        second.patch("A-1", "{\"refundedAmount\":500}").status(),
                        "what cannot be read is not changed");
                List<String> warned = warnings().stream()
                        .filter(line -> line.startsWith("the store failed a request"))
                        .toList();
                assertEquals(1, warned.size(), warned::toString);
                assertTrue(
                        warned.getFirst()
                                .contains("the record is sealed with sealing key 2, which this process does not have;"
                                        + " copy the newest secret file to this machine"),
                        warned::toString);
                assertEquals(200, second.upload("A-2", 500).status());
                assertEquals(200, first.fetch("A-1").status());
                assertEquals(200, first.fetch("A-2").status());

                Files.copy(secret, folder.resolve("copied"));
                Files.move(
                        folder.resolve("copied"),
                        copy,
                        StandardCopyOption.REPLACE_EXISTING,
                        StandardCopyOption.ATOMIC_MOVE);
                Waits.until(
                        () -> second.fetch("A-1").body().contains(String.valueOf(amount)),
                        "the service does not read the changed file");
                assertEquals(
                        200, second.patch("A-1", "{\"refundedAmount\":500}").status());
                assertTrue(first.fetch("A-1").body().contains("\"refundedAmount\":500"), "the first instance reads it");
                // A walk proves nothing while an instance has the old key.
                awaitNoteOfTheOldKey();
            }
        }
    }
}
