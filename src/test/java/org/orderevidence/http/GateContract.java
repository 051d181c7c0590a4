package org.orderevidence.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.account.ApiKey;
import org.orderevidence.account.Scope;
import org.orderevidence.api.Shop;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.installation.CannotStart;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.waiting.LogLines;
import org.orderevidence.waiting.Waits;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;

/** Route, method, key and scope, in this order, before anything else of a request is judged. */
@SuppressWarnings("StringConcatToTextBlock") // Lines of HTTP end with CR LF; those of text blocks do not.
public interface GateContract extends ServesApi {

    ServedStore store();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api",
                "/api/v2",
                "/api/v2/",
                "/api/v2//track",
                "/api/v2/orders/x/y",
                "/API/v2/track",
                "/api/v2/./track",
                "/api/v2/orders/../track",
                "/favicon.ico",
                "/problems/",
                "/problems/not_found",
                "/api/v2/customers/imports"
            })
    default void anUnknownPathIsNotFoundForEveryMethod(String path) {
        for (String method : List.of("GET", "POST", "PUT", "OPTIONS")) {
            api().send(method, path).isProblem(Problem.NOT_FOUND);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /api/v2/track                   | POST, OPTIONS
            /api/v2/orders/upload           | DELETE, GET, HEAD, PATCH, POST, OPTIONS
            /api/v2/orders/export           | DELETE, GET, HEAD, PATCH, OPTIONS
            /api/v2/orders/x                | DELETE, GET, HEAD, PATCH, OPTIONS
            /api/v2/orders/x/disputes/d     | PATCH, OPTIONS
            /api/v2/orders/x/hold           | DELETE, PUT, OPTIONS
            /api/v2/notifications           | DELETE, GET, HEAD, PUT, OPTIONS
            /api/v2/uploads/x/undo          | POST, OPTIONS
            /livez                          | GET, HEAD, OPTIONS
            /problems/not-found             | GET, HEAD, OPTIONS
            """)
    default void everyOtherMethodIsNotAllowed(String path, String allowed) {
        Reply options = api().send("OPTIONS", path);
        assertEquals(allowed, options.is(204).header("Allow"));
        assertEquals("", options.header("Content-Length"));

        for (String method : List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW", "PROPFIND")) {
            if (!List.of(allowed.split(", ")).contains(method)) {
                try (RawClient client = new RawClient(api().port())) {
                    client.send(method + " " + path + " HTTP/1.1\r\nHost: x\r\n\r\n");
                    Reply reply = client.read(!method.equals("HEAD"));
                    assertEquals(allowed, reply.is(405).header("Allow"), method);
                    if (!method.equals("HEAD")) {
                        reply.isProblem(Problem.METHOD_NOT_ALLOWED);
                    }
                }
            }
        }
    }

    @Test
    default void aMissingKeyIsSaidToBeMissing() {
        Reply reply = api().send("GET", "/api/v2/orders");

        assertTrue(
                reply.isProblem(Problem.KEY_MISSING).header("WWW-Authenticate").contains("X-API-Key"));
        api().send(api().request("GET", "/api/v2/orders", BodyPublishers.noBody())
                        .header("X-API-Key", "  "))
                .isProblem(Problem.KEY_MISSING);
    }

    @Test
    default void malformedIsSaidOnlyOfKeysOfOurs() {
        Shop shop = api().newShop();
        String good = shop.key().text();
        String oneOff = good.substring(0, good.length() - 1) + (good.endsWith("a") ? "b" : "a");

        for (String malformed : List.of("oe_", "oe_live_short", oneOff, good + "x")) {
            shop.with(new ApiKey(malformed)).get("/api/v2/orders").isProblem(Problem.KEY_MALFORMED);
        }
        for (String unknown : List.of("nobodys-key-0123456789", "x", "OE_live_x", "k".repeat(1_000), "kéy")) {
            shop.with(new ApiKey(unknown)).get("/api/v2/orders").isProblem(Problem.KEY_UNKNOWN);
        }
        Reply two = api().send(shop.request("GET", "/api/v2/orders", BodyPublishers.noBody())
                .header("X-API-Key", good));
        assertTrue(two.isProblem(Problem.KEY_UNKNOWN).header("WWW-Authenticate").contains("X-API-Key"));
    }

    @Test
    default void ofSeveralFaultsTheFirstIsAnswered() {
        Shop shop = api().newShop();
        Shop reader = shop.with(api().key(shop.account(), Mode.LIVE, Scope.READ));
        String tooLong = "{" + " ".repeat(DefaultLimits.DEFAULTS.bodyBytes());

        api().send("DELETE", "/nowhere").isProblem(Problem.NOT_FOUND);
        api().send("DELETE", "/api/v2/track").isProblem(Problem.METHOD_NOT_ALLOWED);
        api().send("POST", "/api/v2/track").isProblem(Problem.KEY_MISSING);
        reader.send("POST", "/api/v2/track", "text/plain", "{").isProblem(Problem.KEY_SCOPE);
        shop.send("POST", "/api/v2/track", "text/plain", tooLong).isProblem(Problem.UNSUPPORTED_MEDIA_TYPE);
        shop.send("POST", "/api/v2/track", "application/json", tooLong).isProblem(Problem.TOO_LARGE);
        shop.post("/api/v2/track", "{").isProblem(Problem.MALFORMED_JSON);
        shop.post("/api/v2/track", "{}").isProblem(Problem.INVALID_REQUEST);
        shop.post("/api/v2/orders/NOBODYS/disputes", "{}").isProblem(Problem.INVALID_REQUEST);
        shop.get("/api/v2/orders/NOBODYS?asOf=x").isProblem(Problem.INVALID_PARAMETER);
    }

    @Test
    default void healthAndDescriptionNeedNoKey() {
        assertEquals("{\"status\":\"ok\"}", api().send("GET", "/livez").is(200).text());
        assertEquals("{\"status\":\"ok\"}", api().send("GET", "/readyz").is(200).text());
        assertEquals("3.1.0", api().send("GET", "/openapi.json").is(200).text("/openapi"));
    }

    private static List<ILoggingEvent> logged(Runnable requests) {
        try (LogLines lines = new LogLines(Level.INFO, "org.orderevidence.http")) {
            requests.run();
            return lines.list();
        }
    }

    private static Map<String, Object> fields(ILoggingEvent entry) {
        Map<String, Object> fields = new TreeMap<>();
        entry.getKeyValuePairs().forEach(pair -> fields.put(pair.key, pair.value));
        return fields;
    }

    @Test
    default void eachRequestIsOneEntryWithoutAnythingPersonal() {
        // A server of its own, and stopped before the entries are read: an entry is written behind its answer.
        ServedApi own = ServedApi.start(store(), DefaultLimits.DEFAULTS);
        Shop shop = own.newShop();
        Reply[] track = new Reply[1];

        List<ILoggingEvent> entries = logged(() -> {
            track[0] = shop.post("/api/v2/track", "{\"email\": \"buyer@example.com\", \"ip\": \"203.0.113.7\"}");
            shop.get("/api/v2/orders/ORDER-77");
            own.send("BREW", "/nowhere/private?secret=query");
            own.close();
        });

        assertEquals(
                List.of(
                        "POST /api/v2/track 200 " + shop.account(),
                        "GET /api/v2/orders/{id} 404 " + shop.account(),
                        "OTHER - 404 null"),
                entries.stream()
                        .map(GateContract::fields)
                        .map(f ->
                                f.get("method") + " " + f.get("route") + " " + f.get("status") + " " + f.get("account"))
                        .toList());
        Map<String, Object> first = fields(entries.getFirst());
        assertEquals(track[0].header("Request-Id"), first.get("requestId"));
        assertEquals("live", first.get("mode"));
        assertEquals((long) track[0].body().length(), first.get("bytes"));
        for (ILoggingEvent entry : entries) {
            String all = entry.getFormattedMessage() + entry.getKeyValuePairs();
            for (String secret : List.of(
                    "buyer", "203.0", "ORDER-77", "nowhere", "query", shop.key().text())) {
                assertFalse(all.contains(secret), all);
            }
        }
    }

    /** Also if the store was unreachable before: that warning is for another fault. */
    @Test
    default void aDocumentOfANewerFormatIsUnavailableAndItsVersionIsLogged() {
        String cause = "a stored document has format version 3; this release reads up to 2: start the newer release";
        AtomicInteger calls = new AtomicInteger();
        var failing = store().evidence(FailingStore.after(
                store().records(),
                0,
                () -> calls.getAndIncrement() == 0 ? new StoreUnavailable("down") : new DocumentTooNew(cause)));
        ServedApi served = ServedApi.start(failing, store(), DefaultLimits.DEFAULTS);
        Shop shop = served.newShop();

        List<ILoggingEvent> entries = logged(() -> {
            shop.get("/api/v2/orders/A-1").isProblem(Problem.STORE_UNAVAILABLE);
            shop.get("/api/v2/orders/A-1").isProblem(Problem.STORE_UNAVAILABLE);
            Reply upload = shop.post(
                            "/api/v2/orders/upload",
                            "{\"orders\": [{\"id\": \"A-1\", \"amount\": 1999, \"currency\": \"USD\","
                                    + " \"transactionDate\": \"2026-11-01\", \"descriptor\": \"SHOP\"}]}")
                    .isProblem(Problem.STORE_UNAVAILABLE);
            assertFalse(upload.text().contains("Nothing was stored"), "other orders may be");
            served.close();
        });

        List<Object> causes = entries.stream()
                .filter(entry -> entry.getLevel() == Level.WARN)
                .map(entry -> fields(entry).get("cause"))
                .toList();
        assertEquals(List.of("down", cause), causes);
    }

    @Test
    default void aBugIsOneMoreEntryWithItsStack() {
        var buggy = store().evidence(
                        FailingStore.after(store().records(), 0, () -> new IllegalStateException("a bug, on purpose")));
        ServedApi broken = ServedApi.start(buggy, store(), DefaultLimits.DEFAULTS);
        Shop shop = broken.newShop();

        List<ILoggingEvent> entries = logged(() -> {
            assertFalse(shop.get("/api/v2/orders")
                    .isProblem(Problem.INTERNAL)
                    .text()
                    .contains("purpose"));
            broken.close();
        });

        assertEquals(2, entries.size());
        assertEquals("a bug, on purpose", entries.getFirst().getThrowableProxy().getMessage());
        assertEquals(
                fields(entries.getFirst()).get("requestId"),
                fields(entries.getLast()).get("requestId"));
    }

    /** The usual limits, but for how long a request may take, and a connection be idle. */
    static Limits limits(Duration time) {
        return limits(time, time);
    }

    /** The usual limits, but for how long a request may take, and how long a connection may be idle. */
    static Limits limits(Duration requestTime, Duration idleTime) {
        Limits usual = DefaultLimits.DEFAULTS;
        return new Limits(
                usual.headerBytes(),
                usual.bodyBytes(),
                usual.lineBytes(),
                usual.jsonDepth(),
                requestTime,
                idleTime,
                20,
                usual.uploads(),
                usual.requests(),
                Duration.ofSeconds(10));
    }

    private static String post(Shop shop, int length) {
        return "POST /api/v2/track HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: " + length
                + "\r\nX-API-Key: " + shop.key().text() + "\r\n\r\n";
    }

    @Test
    default void aTakenPortAndAnUnknownHostAreSaid() {
        var evidence = store().evidence();

        assertThrows(
                CannotStart.class,
                () -> ServedApi.start(evidence, store(), DefaultLimits.DEFAULTS, "127.0.0.1", api().port()));
        assertThrows(
                CannotStart.class,
                () -> ServedApi.start(evidence, store(), DefaultLimits.DEFAULTS, "no-such-host.invalid", 0));
    }

    @Test
    default void aStopAnswersWhatIsUnderWayAndTakesNothingNew() throws ExecutionException {
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        ServedStore slow = store().with(FailingStore.pausing(store().records(), "merge sightings", reached, released));
        ServedApi stopping = ServedApi.start(slow, DefaultLimits.DEFAULTS);
        Shop shop = stopping.newShop();
        try (RawClient idle = new RawClient(stopping.port());
                RawClient busy = new RawClient(stopping.port())) {
            idle.send("GET /livez HTTP/1.1\r\nHost: x\r\n\r\n").read().is(200);
            busy.send(post(shop, Bodies.SIGHTING.length()) + Bodies.SIGHTING);
            Waits.open(reached, "the request does not reach the store");

            CompletableFuture<Void> stopped = CompletableFuture.runAsync(stopping::stop);
            assertTrue(idle.isEnded());
            released.countDown();

            assertEquals("close", busy.read().is(200).header("Connection"));
            assertTrue(busy.isEnded());
            Waits.result(stopped);
        }
    }

    @Test
    default void aStopEndsAStreamAndAnswersWhatWasKeptOfIt() throws ExecutionException {
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        EvidenceStore slow =
                store().evidence(FailingStore.pausing(store().records(), "update orders", reached, released));
        ServedApi stopping = ServedApi.start(slow, store(), DefaultLimits.DEFAULTS);
        Shop shop = stopping.newShop();
        try (RawClient streaming = new RawClient(stopping.port())) {
            StringBuilder lines = new StringBuilder();
            for (int i = 0; i < 200; i++) {
                lines.append(Shop.ORDER.formatted("T-" + i).replace("\n", " ")).append('\n');
            }
            streaming.send("POST /api/v2/orders/upload HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
                    + "Content-Type: application/x-ndjson\r\nX-API-Key: "
                    + shop.key().text() + "\r\n\r\n"
                    + Integer.toHexString(lines.length()) + "\r\n" + lines + "\r\n");
            Waits.open(reached, "the request does not reach the store");

            CompletableFuture<Void> stopped = CompletableFuture.runAsync(stopping::stop);
            // Released only when the stop has ended the input, else the stream would be read on.
            RawClient.awaitNoListener(stopping.port());
            released.countDown();

            JsonNode json = streaming.read().is(200).json();
            assertEquals("200 created", json.path("message").asString());
            assertEquals("the service is stopping", json.path("endedBecause").asString());
            Waits.result(stopped);
        }
    }
}
