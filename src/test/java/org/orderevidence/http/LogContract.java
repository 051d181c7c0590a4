package org.orderevidence.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.orderevidence.api.Shop;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.wire.Problem;
import org.slf4j.LoggerFactory;

/** What is written to the log about requests. */
public interface LogContract extends ServesApi {
    ServedStore store();

    private static List<ILoggingEvent> logged(Runnable requests) {
        Logger root = (Logger) LoggerFactory.getLogger("org.orderevidence.http");
        ListAppender<ILoggingEvent> entries = new ListAppender<>();
        entries.start();
        // Another test of the same JVM may have set another level.
        Level before = root.getLevel();
        root.setLevel(Level.INFO);
        root.addAppender(entries);
        try {
            requests.run();
        } finally {
            root.detachAppender(entries);
            root.setLevel(before);
        }
        return List.copyOf(entries.list);
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
                        .map(LogContract::fields)
                        .map(f ->
                                f.get("method") + " " + f.get("route") + " " + f.get("status") + " " + f.get("account"))
                        .toList());
        Map<String, Object> first = fields(entries.getFirst());
        assertEquals(track[0].header("Request-Id"), first.get("requestId"));
        assertEquals("live", first.get("mode"));
        assertEquals(track[0].body().length(), first.get("bytes"));
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
            shop.get("/api/v2/orders").isProblem(Problem.INTERNAL);
            broken.close();
        });

        assertEquals(2, entries.size());
        assertEquals("a bug, on purpose", entries.getFirst().getThrowableProxy().getMessage());
        assertEquals(
                fields(entries.getFirst()).get("requestId"),
                fields(entries.getLast()).get("requestId"));
    }
}
