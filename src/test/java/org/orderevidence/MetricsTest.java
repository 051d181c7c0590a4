package org.orderevidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.installation.Config;
import org.orderevidence.waiting.Waits;

/** What a service says about itself to Prometheus. */
class MetricsTest {
    private static final Pattern COUNTED = Pattern.compile(
            "evidence_http_requests_seconds_count\\{method=\"(.*?)\",route=\"(.*?)\",status=\"(.*?)\"} (\\d+)(?:\\.0)?");

    private static final String ORDERS = """
            {"orders": [{"id": "A-%d", "amount": 1999, "currency": "USD", "transactionDate": "2026-11-01",
              "receipt": {"customerEmail": "ann@example.com"}}, {"id": "B-%d"}]}""";

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();

    private App start(String management) {
        return App.start(Call.accepted(Config.read(
                null,
                Map.of(),
                Map.of(
                        "data",
                        folder.resolve("data").toString(),
                        "port",
                        "0",
                        "management.address",
                        management,
                        "limits.uploads",
                        "0"))));
    }

    private int send(App app, String method, String path, String body) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + app.port() + path))
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!path.endsWith("without-key")) {
            request.header("X-API-Key", app.firstKey().orElseThrow().key().text());
        }
        return client.send(request.build(), BodyHandlers.discarding()).statusCode();
    }

    private HttpResponse<String> get(App app, String path) throws IOException, InterruptedException {
        URI address = URI.create("http://127.0.0.1:" + app.metricsPort().orElseThrow() + path);
        return client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
    }

    private Map<String, Long> counted(App app) throws IOException, InterruptedException {
        Map<String, Long> counted = new TreeMap<>();
        COUNTED.matcher(get(app, "/metrics").body())
                .results()
                .forEach(line -> counted.put(
                        line.group(1) + " " + line.group(2) + " " + line.group(3), Long.parseLong(line.group(4))));
        return counted;
    }

    @Test
    void countsExactlyWhatClientsReceive() throws IOException, InterruptedException, ExecutionException {
        try (App app = start("127.0.0.1:0")) {
            Map<String, Long> received = new ConcurrentHashMap<>();
            Callable<Boolean> load = () -> {
                for (int i = 0; i < 12; i++) {
                    Map<String, Integer> answers = new LinkedHashMap<>();
                    answers.put(
                            "POST /api/v2/orders/upload",
                            send(app, "POST", "/api/v2/orders/upload", ORDERS.formatted(i, i)));
                    answers.put("GET /api/v2/orders/{id}", send(app, "GET", "/api/v2/orders/A-" + i, ""));
                    answers.put("GET /api/v2/orders/{id} ", send(app, "GET", "/api/v2/orders/C-" + i, ""));
                    answers.put("GET /api/v2/orders/{id}  ", send(app, "GET", "/api/v2/orders/without-key", ""));
                    answers.put("GET -", send(app, "GET", "/api/v2/nothing-here/" + i, ""));
                    answers.put("OTHER /livez", send(app, "BREW" + i, "/livez", ""));
                    answers.forEach(
                            (route, status) -> received.merge(route.stripTrailing() + " " + status, 1L, Long::sum));
                }
                return true;
            };

            Waits.together(Collections.nCopies(4, load));

            assertEquals(48, received.get("GET /api/v2/orders/{id} 401"));
            // The answer is with the client a little before it is counted.
            Waits.until(() -> counted(app).equals(new TreeMap<>(received)), () -> received.toString());
        }
    }

    @Test
    void noLabelHasWhatClientsChoose() throws IOException, InterruptedException {
        try (App app = start("127.0.0.1:0")) {
            assertEquals(200, send(app, "POST", "/api/v2/orders/upload", ORDERS.formatted(4711, 4711)));
            assertEquals(200, send(app, "GET", "/api/v2/orders/A-4711", ""));
            assertEquals(404, send(app, "GET", "/api/v2/orders/Z-4711", ""));
            assertEquals(404, send(app, "GET", "/path-4711", ""));

            String metrics = get(app, "/metrics").body();

            assertTrue(metrics.contains("route=\"/api/v2/orders/{id}\""), metrics);
            for (String chosen : List.of("4711", "\"default\"", "ann@", "oe_live")) {
                assertFalse(metrics.contains(chosen), () -> chosen + " in\n" + metrics);
            }
        }
    }

    @Test
    void countsOrdersVerdictsAndCallsOfTheStore() throws IOException, InterruptedException {
        try (App app = start("127.0.0.1:0")) {
            assertEquals(200, send(app, "POST", "/api/v2/orders/upload", ORDERS.formatted(1, 1)));
            assertEquals(200, send(app, "GET", "/api/v2/orders/A-1", ""));

            HttpResponse<String> answer = get(app, "/metrics");

            assertEquals(
                    "text/plain; version=0.0.4; charset=utf-8",
                    answer.headers().firstValue("Content-Type").orElse("").replace("UTF-8", "utf-8"));
            for (String line : List.of(
                    "evidence_uploaded_orders_total{outcome=\"created\"} 1.0",
                    "evidence_uploaded_orders_total{outcome=\"rejected\"} 1.0",
                    "evidence_verdicts_total{status=\"requires_action\"} 1.0",
                    "evidence_store_waiting_rows 0.0",
                    "evidence_http_connections_max 10000.0")) {
                assertTrue(answer.body().contains(line + "\n"), () -> line + " is not in\n" + answer.body());
            }
            assertTrue(answer.body().contains("evidence_store_operations_seconds_count{operation=\"update\"}"));
        }
    }

    @Test
    void servesNothingElse() throws IOException, InterruptedException {
        try (App app = start("127.0.0.1:0")) {
            assertEquals(404, get(app, "/").statusCode());
            assertEquals(404, get(app, "/livez").statusCode());
        }
    }

    @Test
    void anEmptyAddressTurnsItOff() {
        try (App app = start("")) {
            assertTrue(app.metricsPort().isEmpty());
        }
    }

    @Test
    void aTakenAddressDoesNotStopTheService() throws IOException, InterruptedException {
        try (App first = start("127.0.0.1:0");
                App second = start("127.0.0.1:" + first.metricsPort().orElseThrow())) {
            assertTrue(second.metricsPort().isEmpty());
            assertEquals(200, new ServiceClient(second.port(), "").ready().status());
        }
    }
}
