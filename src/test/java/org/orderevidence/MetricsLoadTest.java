package org.orderevidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.waiting.FreePort;
import org.orderevidence.waiting.Waits;

/**
 * Prometheus scrapes a service under a steady load, and has counted exactly what the clients received. Set {@code
 * load.seconds} and {@code load.rate} for another length or rate.
 */
@Tag("faults")
@EnabledIf(
        value = "org.orderevidence.Prometheus#isInstalled",
        disabledReason = "the Debian package prometheus is not installed")
@Tag("alone")
class MetricsLoadTest {
    private static final Duration BETWEEN_SCRAPES = Duration.ofSeconds(5);
    private static final long SECONDS = Long.getLong("load.seconds", Boolean.getBoolean("faults.full") ? 60 : 10);
    private static final long RATE = Long.getLong("load.rate", 1_000);
    private static final int CLIENTS = 16;

    /** Requests that the load repeats. */
    private static final int VARIETY = 10;

    private final HttpClient client = HttpClient.newHttpClient();
    private final Map<String, Long> received = new ConcurrentHashMap<>();
    private final List<Long> micros = Collections.synchronizedList(new ArrayList<>());

    @TempDir
    private Path folder;

    private void send(String url, String key, long number) throws IOException, InterruptedException {
        String order = "/api/v2/orders/A-" + number % 1_000 / VARIETY * VARIETY;
        String named = "method=\"GET\",route=\"/api/v2/orders/{id}\"";
        switch ((int) (number % VARIETY)) {
            case 0 -> {
                String body = "{\"orders\": [{\"id\": \"A-" + number
                        + "\", \"amount\": 1999, \"currency\": \"USD\", \"transactionDate\": \"2026-11-01\"}]}";
                post(url, key, "/api/v2/orders/upload", body);
            }
            case 1, 2 -> post(url, key, "/api/v2/track", "{\"email\": \"ann@example.com\", \"ip\": \"203.0.113.7\"}");
            case 3 -> count(named, request(url + order, "none"));
            case 4 -> count(named, request(url + order + "-unknown", key));
            default -> count(named, request(url + order, key));
        }
    }

    private void post(String url, String key, String path, String body) throws IOException, InterruptedException {
        HttpRequest.Builder request = request(url + path, key)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body));
        count("method=\"POST\",route=\"" + path + "\"", request);
    }

    private static HttpRequest.Builder request(String url, String key) {
        return HttpRequest.newBuilder(URI.create(url)).header("X-API-Key", key);
    }

    private void count(String route, HttpRequest.Builder request) throws IOException, InterruptedException {
        int status = client.send(request.build(), BodyHandlers.discarding()).statusCode();
        received.merge(route + ",status=\"" + status + "\"", 1L, Long::sum);
    }

    /** Sends each request when it is due. One that is late does not delay the next ones. */
    private void load(String url, String key, AtomicLong next, long start) {
        for (long i = next.getAndIncrement(); i < RATE * SECONDS; i = next.getAndIncrement()) {
            long due = start + i * Duration.ofSeconds(1).toNanos() / RATE;
            while (System.nanoTime() - due < 0) {
                LockSupport.parkNanos(due - System.nanoTime());
            }
            try {
                send(url, key, i);
            } catch (IOException | InterruptedException failed) {
                received.merge(failed.toString(), 1L, Long::sum);
            }
            micros.add((System.nanoTime() - due) / 1_000);
        }
    }

    @Test
    void prometheusHasCountedEachRequestOnce() throws IOException, InterruptedException {
        int metrics = FreePort.find();
        ServeProcess.Jvm jvm =
                ServeProcess.Jvm.ofLauncher().set(Map.of("EVIDENCE_MANAGEMENT_ADDRESS", "127.0.0.1:" + metrics));
        try (ServeProcess service = ServeProcess.start(folder.resolve("data"), jvm);
                Prometheus prometheus = new Prometheus(folder, metrics, BETWEEN_SCRAPES)) {
            Waits.until(() -> prometheus.query("up").equals(List.of("1")), "Prometheus does not scrape");
            String url = "http://127.0.0.1:" + service.port();
            String key = service.key();
            AtomicLong next = new AtomicLong();
            long start = System.nanoTime();

            List<Thread> clients = Stream.generate(() -> Thread.ofVirtual().start(() -> load(url, key, next, start)))
                    .limit(CLIENTS)
                    .toList();
            for (Thread each : clients) {
                assertTrue(each.join(Duration.ofSeconds(SECONDS).plusMinutes(1)), "the load has no end");
            }

            double seconds = (System.nanoTime() - start) / 1e9;
            Collections.sort(micros);
            System.out.printf(
                    "%d requests in %.1f s, p50 %.1f ms, p99 %.1f ms%n%s%n",
                    micros.size(),
                    seconds,
                    micros.get(micros.size() / 2) / 1e3,
                    micros.get(micros.size() * 99 / 100) / 1e3,
                    new TreeMap<>(received));
            assertEquals(
                    RATE * SECONDS,
                    received.values().stream().mapToLong(Long::longValue).sum());
            assertTrue(received.size() >= 5, received::toString);
            for (Map.Entry<String, Long> each : received.entrySet()) {
                String counted = "evidence_http_requests_seconds_count{" + each.getKey() + "}";
                Waits.until(
                        () -> prometheus
                                .query(counted)
                                .equals(List.of(each.getValue().toString())),
                        () -> each + " is not what Prometheus has counted");
            }
            assertEquals(
                    List.of(Long.toString(RATE * SECONDS)),
                    prometheus.query("sum(evidence_http_requests_seconds_count)"));
            assertEquals(List.of("1"), prometheus.query("min_over_time(up[1h])"), "a scrape failed");
        }
    }
}
