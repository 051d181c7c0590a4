package org.orderevidence.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.orderevidence.api.Shop;
import org.orderevidence.console.ConsoleClient.Page;
import org.orderevidence.http.FailingStore;
import org.orderevidence.http.OnSqlite;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServedStore;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.http.limits.MemoryBudget.MemoryExhausted;
import org.orderevidence.store.StoreUnavailable;
import org.slf4j.LoggerFactory;

/** Failures of the store, broken requests, and what reaches the log. */
class ConsoleFaultsTest extends OnSqlite {
    private static Page pageOf(Supplier<RuntimeException> failure) {
        ServedStore store = ServedStore.of(service.sqlite());
        ServedApi failing = ServedApi.start(
                store.evidence(FailingStore.after(store.records(), 0, failure)), store, DefaultLimits.DEFAULTS);
        try (failing;
                ConsoleClient client = new ConsoleClient("http://127.0.0.1:" + failing.port())) {
            Shop shop = failing.newShop();
            client.post("/console/sign-in", Map.of("key", shop.key().text())).is(303);
            return client.get("/console");
        }
    }

    @Test
    void aFailureOfTheStoreIsAPageThatSaysSo() {
        Page page = pageOf(() -> new StoreUnavailable("the disk of 10.0.0.7 is full"));

        page.is(503);
        assertEquals("1", page.header("retry-after"));
        assertTrue(page.html().contains("The service is not available"), page::html);
        assertFalse(page.html().contains("10.0.0.7"), page::html);
        assertTrue(page.header("content-security-policy").startsWith("default-src 'none'"));
    }

    @Test
    void tooManyLargeRequestsAreNotBlamedOnTheStore() {
        Page page = pageOf(MemoryExhausted::new);

        page.is(503);
        assertEquals("1", page.header("retry-after"));
        assertTrue(page.html().contains("The service is busy"), page::html);
        assertFalse(page.html().contains("cannot reach its store"), page::html);
    }

    @Test
    void aFormWithFileHasALimitedNumberOfFields() {
        Shop shop = service.newShop();
        try (ConsoleClient client = new ConsoleClient(service.url()).signIn(shop.key())) {
            String field = "--b\r\nContent-Disposition: form-data; name=\"\"\r\n\r\n\r\n";
            String fields = field.repeat(5_000) + "--b\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n"
                    + client.csrf() + "\r\n--b--\r\n";
            Page page = client.send(client.request("/console/upload")
                    .header("Content-Type", "multipart/form-data; boundary=b")
                    .header("Sec-Fetch-Site", "same-origin")
                    .POST(BodyPublishers.ofString(fields)));

            page.is(400);
        }
    }

    @Test
    void aBugIsAPageWithTheIdOfItsLogEntry() {
        Page page = pageOf(() -> new IllegalStateException("a bug at line 7"));

        page.is(500);
        assertTrue(page.html().contains(page.header("request-id")), page::html);
        assertFalse(page.html().contains("line 7"), page::html);
    }

    @Test
    void onlyFormsOfTheExpectedSizeAndTypeAreRead() {
        Shop shop = service.newShop();
        try (ConsoleClient client = new ConsoleClient(service.url()).signIn(shop.key())) {
            client.post("/console/search", Map.of("q", "x".repeat(70_000))).is(413);
            client.send(client.request("/console/search")
                            .header("Content-Type", "application/json")
                            .header("Sec-Fetch-Site", "same-origin")
                            .POST(BodyPublishers.ofString("{}")))
                    .is(415);
            client.get("/console/sign-out").is(405);
            assertEquals("POST", client.get("/console/sign-out").header("allow"));
            client.post("/console/search", Map.of("q", "%zz\u0000")).is(422);
        }
    }

    @Test
    void noAddressAndNoEmailReachesTheLog() {
        Logger root = (Logger) LoggerFactory.getLogger("org.orderevidence");
        ListAppender<ILoggingEvent> entries = new ListAppender<>();
        entries.start();
        root.addAppender(entries);
        Shop shop = SampleCase.upload(service.newShop());
        try (ConsoleClient client = new ConsoleClient(service.url()).signIn(shop.key())) {
            client.post("/console/search", Map.of("q", SampleCase.EMAIL)).is(200);
            client.get("/console/orders/NEW-1?asOf=2026-11-25").is(200);
            client.post("/console/orders/NEW-1/refund", Map.of("amount", "secret amount"))
                    .is(422);
            client.get("/console/sign-in?code=secret-code").is(200);
        } finally {
            root.detachAppender(entries);
        }

        for (ILoggingEvent entry : List.copyOf(entries.list)) {
            String line = entry.getFormattedMessage() + entry.getKeyValuePairs();
            for (String secret :
                    List.of("jenny", "NEW-1", "2026-11-25", "secret", shop.key().text())) {
                assertFalse(line.contains(secret), line);
            }
        }
    }
}
