package org.orderevidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The service is killed while orders are uploaded, again and again, at other moments each time: what it answered for is
 * there afterwards, and nothing is there by half.
 */
@Tag("slow")
class CrashTest {
    private static final int ROUNDS = 20;
    private static final int UPLOADERS = 8;
    private static final int MOST_ORDERS = 5;
    private static final int LONGEST_LIFE_MILLIS = 250;
    private static final long SEED = 20_261_120L;
    private static final JsonMapper JSON = JsonMapper.shared();

    /** An upload: ids {@code <name>-0} to {@code <name>-<orders - 1>}; each order's amount is its index. */
    private record Upload(String name, int orders) {
        String body() {
            List<String> all = IntStream.range(0, orders)
                    .mapToObj(i -> "{\"id\":\"" + name + "-" + i + "\",\"amount\":" + i
                            + ",\"currency\":\"USD\",\"transactionDate\":\"2026-11-01\",\"bin\":\"424242\",\"last4\":\"4242\","
                            + "\"receipt\":{\"customerEmail\":\"" + name + "@example.com\",\"description\":\"" + name
                            + "\"}}")
                    .toList();
            return "{\"orders\":[" + String.join(",", all) + "]}";
        }
    }

    @TempDir
    private Path folder;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final List<Upload> acknowledged = new ArrayList<>();
    private final List<Upload> unanswered = new ArrayList<>();

    @Test
    void killingTheServiceDuringUploadsLosesNothingThatWasAnswered() throws Exception {
        Random random = new Random(SEED);
        Path data = folder.resolve("data");
        for (int round = 0; round < ROUNDS; round++) {
            try (ServeProcess service = ServeProcess.start(data)) {
                check(service, acknowledged.subList(Math.max(0, acknowledged.size() - 20), acknowledged.size()));
                uploadUntilKilled(service, round, random);
            }
        }
        try (ServeProcess service = ServeProcess.start(data)) {
            check(service, acknowledged);
            for (Upload upload : unanswered) {
                for (int i = 0; i < upload.orders; i++) {
                    HttpResponse<String> answer = fetch(service, upload.name + "-" + i);
                    assertTrue(answer.statusCode() == 404 || isWhole(answer, upload, i), () -> "half kept: " + upload);
                }
            }
            assertEquals(143, service.stop());
        }
        assertTrue(acknowledged.size() >= ROUNDS, "seed " + SEED + " answered only " + acknowledged.size());
    }

    private void uploadUntilKilled(ServeProcess service, int round, Random random) throws Exception {
        ConcurrentLinkedQueue<Upload> answered = new ConcurrentLinkedQueue<>();
        ConcurrentLinkedQueue<Upload> cutOff = new ConcurrentLinkedQueue<>();
        CountDownLatch firstAnswer = new CountDownLatch(1);
        List<Thread> uploaders = new ArrayList<>();
        for (int u = 0; u < UPLOADERS; u++) {
            Random mine = new Random(random.nextLong());
            String prefix = "r" + round + "u" + u + "n";
            uploaders.add(Thread.ofVirtual().start(() -> {
                for (int n = 0; ; n++) {
                    Upload upload = new Upload(prefix + n, 1 + mine.nextInt(MOST_ORDERS));
                    try {
                        if (post(service, upload).statusCode() == 200) {
                            answered.add(upload);
                            firstAnswer.countDown();
                        }
                    } catch (IOException | InterruptedException killed) {
                        cutOff.add(upload);
                        return;
                    }
                }
            }));
        }
        assertTrue(firstAnswer.await(30, TimeUnit.SECONDS), "no upload was answered");
        TimeUnit.MILLISECONDS.sleep(random.nextInt(LONGEST_LIFE_MILLIS)); // the moment is what the test is about
        service.kill();
        for (Thread uploader : uploaders) {
            uploader.join();
        }
        acknowledged.addAll(answered);
        unanswered.addAll(cutOff);
    }

    private void check(ServeProcess service, List<Upload> uploads) throws Exception {
        for (Upload upload : uploads) {
            for (int i = 0; i < upload.orders; i++) {
                HttpResponse<String> answer = fetch(service, upload.name + "-" + i);
                assertTrue(isWhole(answer, upload, i), "seed " + SEED + ": lost " + upload.name + "-" + i);
            }
        }
    }

    private static boolean isWhole(HttpResponse<String> answer, Upload upload, int index) {
        if (answer.statusCode() != 200) {
            return false;
        }
        JsonNode order = JSON.readTree(answer.body());
        return order.at("/charge/amount").asInt(-1) == index
                && order.at("/digitalReceipt/accountProfile/email").asString("").equals(upload.name + "@example.com");
    }

    private HttpResponse<String> post(ServeProcess service, Upload upload) throws IOException, InterruptedException {
        HttpRequest request = request(service, "upload")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(upload.body()))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> fetch(ServeProcess service, String id) throws IOException, InterruptedException {
        return client.send(request(service, id).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(ServeProcess service, String path) throws IOException {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + "/api/v2/orders/" + path))
                .header("X-API-Key", service.key())
                .timeout(Duration.ofSeconds(30));
    }
}
