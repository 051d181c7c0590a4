package org.orderevidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
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
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    @AutoClose
    private final LogLines lines = new LogLines(Level.INFO);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private String key = "";

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

    private HttpResponse<String> upload(App app, String id, int amount) throws Exception {
        String order = "{\"orders\":[{\"id\":\"" + id + "\",\"amount\":" + amount + ",\"currency\":\"USD\","
                + "\"transactionDate\":\"2026-11-01\",\"receipt\":{\"customerEmail\":\"ann@example.com\"}}]}";
        return client.send(
                request(app, "/api/v2/orders/upload")
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(order))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> refund(App app, String id) throws Exception {
        return client.send(
                request(app, "/api/v2/orders/" + id)
                        .header("Content-Type", "application/merge-patch+json")
                        .method("PATCH", HttpRequest.BodyPublishers.ofString("{\"refundedAmount\":500}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> fetch(App app, String id) throws Exception {
        return client.send(request(app, "/api/v2/orders/" + id).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(App app, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + app.port() + path))
                .header("X-API-Key", key)
                .timeout(PATIENCE);
    }

    /** The service reads the changed file by itself. */
    private HttpResponse<String> fetchUntil(App app, String id, Predicate<HttpResponse<String>> isExpected)
            throws Exception {
        Waits.until(() -> isExpected.test(fetch(app, id)), "the service does not read the changed file");
        return fetch(app, id);
    }

    /** The services look every ten seconds. */
    private void awaitNoteOfTheOldKey() {
        Waits.until(
                () -> SecretTasks.status(config("first")).olderKeyUsed() != null,
                "the use of the old key is not noted");
    }

    @Test
    void anInstanceWithoutTheNewKeyAnswersUnavailableUntilTheFileArrives() throws Exception {
        try (App first = App.start(config("first"))) {
            key = first.firstKey().orElseThrow().key().text();
            Path secret = folder.resolve("first/secret");
            Path copy = folder.resolve("second/secret");
            Files.createDirectories(copy.getParent());
            Files.copy(secret, copy);
            try (App second = App.start(config("second"))) {
                assertEquals(200, upload(first, "A-1", 1999).statusCode());
                assertEquals(200, fetch(second, "A-1").statusCode());

                new SecretFile(secret).addSealingKey(new Random(5), Instant.EPOCH);
                // The first instance reads the new file within seconds. Each new amount is another write.
                AtomicInteger amount = new AtomicInteger(1999);
                Waits.until(
                        () -> {
                            assertEquals(
                                    200,
                                    upload(first, "A-1", amount.incrementAndGet())
                                            .statusCode());
                            return fetch(second, "A-1").statusCode() != 200;
                        },
                        "the first instance does not use the new key");

                HttpResponse<String> refused = fetch(second, "A-1");
                assertEquals(503, refused.statusCode());
                assertTrue(refused.body().contains("\"store_unavailable\""), refused.body());
                assertEquals("1", refused.headers().firstValue("Retry-After").orElse(""));
                assertEquals(503, refund(second, "A-1").statusCode(), "what cannot be read is not changed");
                List<String> warned = warnings().stream()
                        .filter(line -> line.startsWith("the store failed a request"))
                        .toList();
                assertEquals(1, warned.size(), warned::toString);
                assertTrue(
                        warned.getFirst()
                                .contains("the record is sealed with sealing key 2, which this process does not have;"
                                        + " copy the newest secret file to this machine"),
                        warned::toString);
                assertEquals(200, upload(second, "A-2", 500).statusCode());
                assertEquals(200, fetch(first, "A-1").statusCode());
                assertEquals(200, fetch(first, "A-2").statusCode());

                Files.copy(secret, folder.resolve("copied"));
                Files.move(
                        folder.resolve("copied"),
                        copy,
                        StandardCopyOption.REPLACE_EXISTING,
                        StandardCopyOption.ATOMIC_MOVE);
                HttpResponse<String> read = fetchUntil(second, "A-1", answer -> answer.statusCode() == 200);

                assertTrue(read.body().contains(String.valueOf(amount)), read.body());
                assertEquals(200, refund(second, "A-1").statusCode());
                assertTrue(
                        fetch(first, "A-1").body().contains("\"refundedAmount\":500"), "the first instance reads it");
                // A walk proves nothing while an instance has the old key.
                awaitNoteOfTheOldKey();
            }
        }
    }
}
