package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.http.OnSqlite;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.waiting.LogLines;
import org.orderevidence.waiting.Waits;
import org.orderevidence.wire.Problem;

/** The page of a link: what the log has of it, and how often it can be opened. */
class ReceiptPageTest extends OnSqlite {
    private static final int CLIENTS = 16;

    private static ServedApi served(int visitsPerMinute) {
        return ServedApi.startLimited(service.store(), DefaultLimits.DEFAULTS, visitsPerMinute);
    }

    private static String link(Shop shop) {
        shop.uploadOne("A-1");
        String url = shop.post("/api/v2/orders/A-1/receipt-link", "{}").is(201).text("/url");
        return url.substring(ServedApi.PUBLIC_URL.toString().length());
    }

    private static int status(ServedApi served, String path, String header, String value) {
        return served.send(served.request("GET", path, HttpRequest.BodyPublishers.noBody())
                        .header(header, value))
                .status();
    }

    @Test
    void theLogDoesNotHaveTheToken() {
        String path;
        List<String> lines;
        try (ServedApi served = served(0);
                LogLines log = new LogLines(Level.DEBUG)) {
            path = link(served.newShop());
            served.send("GET", path).is(200);
            served.send("GET", path + "A").is(404);
            served.send("GET", path + "?x=%41").is(200);
            served.send("POST", path);
            lines = log.texts();
        }

        String token = path.substring("/r/".length());
        assertTrue(lines.stream().anyMatch(line -> line.contains("/r/{token}")), lines::toString);
        for (String line : lines) {
            assertFalse(line.contains(token), line);
        }
    }

    @Test
    void anAddressOpensAsManyPagesAsItMay() {
        try (ServedApi served = served(3)) {
            Shop shop = served.newShop();
            String path = link(shop);
            for (int i = 0; i < 3; i++) {
                served.send("GET", path).is(200);
            }

            Reply refused = served.send("GET", path).is(429);

            assertTrue(refused.text().contains("Too many requests"), refused.text());
            assertEquals("text/html; charset=utf-8", refused.header("Content-Type"));
            assertTrue(Integer.parseInt(refused.header("Retry-After")) >= 1);
            served.send("GET", "/r/unknown").is(429);
            assertEquals(429, status(served, path, "Forwarded", "for=203.0.113.7"), "no proxy's header");
            assertEquals(200, status(served, path, "X-Forwarded-For", "203.0.113.7"), "another client of the proxy");
            shop.get("/api/v2/orders/A-1").is(200);
        }
    }

    private static List<Reply> answers(Duration patience) throws ExecutionException {
        try (ServedApi served = ServedApi.startPatient(service.store(), DefaultLimits.DEFAULTS, patience)) {
            Shop shop = served.newShop();
            String item = "{\"productName\": \"Tea of the season\", \"quantity\": 2, \"price\": 3}";
            shop.upload("""
                    {"id": "R-1", "amount": 300, "currency": "USD", "transactionDate": "2026-11-01",
                     "receipt": {"lineItems": [%s]}}""".formatted(String.join(",", Collections.nCopies(100, item))))
                    .is(200);
            return Waits.together(Collections.nCopies(CLIENTS, () -> shop.get("/api/v2/orders/R-1/receipt.pdf")));
        }
    }

    @Tag("slow")
    @Test
    void eachClientGetsItsPdf() throws ExecutionException {
        answers(Duration.ofMinutes(2)).forEach(answer -> answer.is(200));
    }

    @Tag("slow")
    @Test
    void aClientThatWaitsTooLongIsToldWhenToRetry() throws ExecutionException {
        List<Reply> answers = answers(Duration.ofMillis(1));

        assertTrue(answers.stream().anyMatch(answer -> answer.status() == 200));
        List<Reply> refused =
                answers.stream().filter(answer -> answer.status() != 200).toList();
        assertTrue(refused.size() > 0);
        for (Reply answer : refused) {
            answer.isProblem(Problem.OVERLOADED);
            assertEquals("5", answer.header("Retry-After"));
        }
    }
}
