package org.orderevidence.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Json;
import tools.jackson.databind.JsonNode;

/**
 * The upload operations, as far as the commands need them. An order without an amount, and a sighting
 * without an e-mail, is rejected. Faults are answered on demand, one a request.
 */
public final class FakeService implements AutoCloseable {
    /** Answered instead of the truth: a status, 0 for a lost connection, or a Retry-After behind the status. */
    public record Fault(int status, String retryAfter) {
        public static final Fault LOST_CONNECTION = new Fault(0, "");

        public static Fault of(int status) {
            return new Fault(status, "");
        }
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Deque<Fault> faults = new ArrayDeque<>();
    private final Map<String, JsonNode> orders = new LinkedHashMap<>();
    private final List<String> sightings = new ArrayList<>();
    private final List<Integer> batches = new ArrayList<>();
    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private int failsAfter = Integer.MAX_VALUE;
    private String heldId = "none";

    public FakeService() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/api/v2/orders/upload", exchange -> answer(exchange, true));
        server.createContext("/api/v2/sightings/upload", exchange -> answer(exchange, false));
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** The next requests are answered so, one each. */
    public synchronized void fault(Fault... next) {
        faults.addAll(List.of(next));
    }

    /** After this many good requests, and from then on, the key is unknown. */
    public synchronized void failAfter(int requests) {
        failsAfter = requests;
    }

    /** A request with this order is not answered until it is released. */
    public synchronized void hold(String id) {
        heldId = id;
    }

    /** Waits until that request has come. Returns false if it does not come in time. */
    public boolean awaitHeld(Duration patience) throws InterruptedException {
        return held.await(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    public void release() {
        released.countDown();
    }

    /** The stored amounts by order id. */
    public synchronized Map<String, Long> amounts() {
        Map<String, Long> amounts = new LinkedHashMap<>();
        orders.forEach((id, order) -> amounts.put(id, order.path("amount").asLong()));
        return amounts;
    }

    /** E-mails in the order in which they came. */
    public synchronized List<String> sightings() {
        return List.copyOf(sightings);
    }

    /** How many orders each good request had. */
    public synchronized List<Integer> batches() {
        return List.copyOf(batches);
    }

    private void answer(HttpExchange exchange, boolean upload) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        Fault fault = nextFault();
        if (fault != null) {
            if (fault.status() > 0) {
                if (!fault.retryAfter().isEmpty()) {
                    exchange.getResponseHeaders().add("Retry-After", fault.retryAfter());
                }
                send(exchange, fault.status(), "{\"code\":\"fault\",\"detail\":\"on demand\"}");
            }
            exchange.close();
            return;
        }
        String answer;
        if (upload) {
            JsonNode json = Json.read(body);
            holdIfAsked(json);
            answer = upload(json);
        } else {
            answer = record(new String(body, StandardCharsets.UTF_8).lines().toList());
        }
        send(exchange, answer.startsWith("{\"code\"") ? 422 : 200, answer);
        exchange.close();
    }

    private void holdIfAsked(JsonNode json) throws IOException {
        synchronized (this) {
            if (json.path("orders")
                    .valueStream()
                    .noneMatch(order -> heldId.equals(order.path("id").asString("")))) {
                return;
            }
        }
        held.countDown();
        try {
            if (!released.await(2, TimeUnit.MINUTES)) {
                throw new IOException("the held order was not released");
            }
        } catch (InterruptedException stopped) {
            throw new InterruptedIOException();
        }
    }

    private synchronized @Nullable Fault nextFault() {
        if (failsAfter == 0) {
            return Fault.of(401);
        }
        Fault fault = faults.poll();
        if (fault == null) {
            failsAfter--;
        }
        return fault;
    }

    private synchronized String upload(JsonNode json) {
        if (json.path("orders").valueStream().anyMatch(order -> order.has("poison"))) {
            return "{\"code\":\"too_deep\",\"detail\":\"no batch with this one\"}";
        }
        batches.add(json.path("orders").size());
        List<Map<String, Object>> results = new ArrayList<>();
        int index = 0;
        for (JsonNode order : json.path("orders")) {
            String id = order.path("id").asString("");
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("index", index);
            result.put("id", id);
            if (order.has("amount")) {
                JsonNode held = orders.put(id, order);
                result.put("outcome", held == null ? "created" : held.equals(order) ? "unchanged" : "updated");
            } else {
                result.put("outcome", "rejected");
                result.put(
                        "errors",
                        List.of(Map.of(
                                "pointer", "/orders/" + index + "/amount", "code", "required", "detail", "missing")));
            }
            results.add(result);
            index++;
        }
        return Json.line(Map.of("results", results));
    }

    private synchronized String record(List<String> lines) {
        List<Map<String, Object>> results = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            JsonNode sighting = Json.read(lines.get(i).getBytes(StandardCharsets.UTF_8));
            if (sighting.has("email")) {
                sightings.add(sighting.path("email").asString());
            } else {
                Map<String, String> fault =
                        Map.of("pointer", "/" + (i + 1) + "/email", "code", "required", "detail", "missing");
                results.add(Map.of("index", i + 1, "outcome", "rejected", "errors", List.of(fault)));
            }
        }
        return Json.line(Map.of("results", results));
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
