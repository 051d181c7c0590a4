package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.orderevidence.account.Scope;
import org.orderevidence.http.RawClient;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServesApi;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.waiting.Waits;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;

/** What {@code POST /api/v2/sightings/upload} promises. */
interface SightingUploadContract extends ServesApi {
    String SIGHTINGS = "/api/v2/sightings/upload";

    private static Reply upload(Shop shop, String lines) {
        return shop.send("POST", SIGHTINGS, "application/x-ndjson", lines);
    }

    private static String line(String ip, Duration ago) {
        return "{\"email\": \"ann@example.com\", \"ip\": \"" + ip + "\", \"observedAt\": \"" + ServedApi.NOW.minus(ago)
                + "\"}\n";
    }

    /** The addresses at which the customer of all lines was seen. */
    private static List<String> addresses(Shop shop) {
        return shop
                .post("/api/v2/customers/export", "{\"email\": \"ann@example.com\"}")
                .is(200)
                .rows("/sightings", "ip")
                .stream()
                .sorted()
                .toList();
    }

    @Test
    default void manySightingsAreRecordedAndTheSameAgainAreNotStoredTwice() {
        Shop shop = api().newShop();
        String lines = IntStream.range(0, 450)
                .mapToObj(i -> line("203.0.113." + i % 200, Duration.ofMinutes(i)))
                .collect(Collectors.joining());

        JsonNode first = upload(shop, lines).is(200).json();
        List<String> stored = addresses(shop);
        JsonNode again = upload(shop, lines).is(200).json();

        assertEquals("450 recorded", first.path("message").asString());
        assertEquals(450, first.path("lines").asInt());
        assertFalse(first.has("endedBecause"));
        assertEquals(first, again);
        assertEquals(450, stored.size());
        assertEquals(stored, addresses(shop));
        assertEquals(List.of(), addresses(api().newShop()), "another account");
        assertEquals(List.of(), addresses(shop.with(api().key(shop.account(), Mode.TEST, Scope.ADMIN))), "test data");
    }

    @Test
    default void anUploadedSightingIsEvidence() {
        Shop shop = api().newShop();
        upload(shop, line("198.51.100.9", Duration.ofHours(2))).is(200);
        shop.upload("""
                {"id": "A-1", "amount": 1999, "currency": "USD", "transactionDate": "2026-11-20T10:30:00Z",
                 "bin": "424242", "last4": "4242", "receipt": {"customerEmail": "ann@example.com"}}""").is(200);

        JsonNode ip = shop.get("/api/v2/orders/A-1").is(200).at("/compellingEvidence/evidence/ip");

        assertEquals(
                "198.51.100.9 track",
                ip.path("value").asString() + " " + ip.path("source").asString());
    }

    @Test
    default void eachFaultyLineIsNamedAndTheOthersAreRecorded() {
        Shop shop = api().newShop();
        String lines = Stream.of(
                        line("203.0.113.1", Duration.ofMinutes(1)).strip(),
                        "",
                        "  \t",
                        line("203.0.113", Duration.ZERO).strip(),
                        line("10.0.0.1", Duration.ZERO).strip(),
                        "{\"ip\": \"203.0.113.7\"}",
                        line("203.0.113.7", Duration.ofDays(-400)).strip(),
                        line("203.0.113.7", Duration.ofDays(40_000)).strip(),
                        "{\"email\": \"ann@example.com\"",
                        "[1]",
                        "{\"email\": \"" + "a".repeat(2 * 1024 * 1024) + "\"}",
                        "{\"email\": \"ann@example.com\", \"ip\": \"203.0.113.2\", \"page\": \"checkout\"}\r",
                        "{\"email\": \" ANN@example.com \", \"ip\": \"203.0.113.3\"}")
                .collect(Collectors.joining("\n"));

        Reply answer = upload(shop, lines).is(200);

        assertEquals("3 recorded, 8 rejected", answer.text("/message"));
        assertEquals(13, answer.at("/lines").asInt());
        assertEquals(1, answer.at("/linesWithWarnings").asInt());
        assertEquals(
                List.of(
                        "/4/ip ip_invalid",
                        "/5/ip ip_not_public",
                        "/6/email required",
                        "/7/observedAt out_of_range",
                        "/8/observedAt out_of_range",
                        "/9 malformed_json",
                        "/10 wrong_type",
                        "/11 too_long"),
                answer.rows("/results", "errors/0/pointer", "errors/0/code"));
        assertFalse(answer.text().contains("ann@"), answer::text);
        assertEquals(List.of("203.0.113.1", "203.0.113.2", "203.0.113.3"), addresses(shop));
    }

    @Test
    default void whatArrivedBeforeTheConnectionEndedIsRecorded() {
        Shop shop = api().newShop();
        String lines = line("203.0.113.1", Duration.ZERO) + line("203.0.113.2", Duration.ZERO);
        try (RawClient client = new RawClient(api().port())) {
            client.send("POST " + SIGHTINGS + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\n"
                    + "Content-Length: 9999\r\nX-API-Key: " + shop.key().text() + "\r\n\r\n" + lines + "{\"email\"");
        }

        Waits.until(() -> addresses(shop).size() == 2, "the lines are not stored");
        assertEquals(List.of("203.0.113.1", "203.0.113.2"), addresses(shop));
    }

    @Test
    default void anEmptyUploadIsNoneAndOtherUploadsAreRefused() {
        Shop shop = api().newShop();

        assertEquals("no sightings", upload(shop, "\n\n").is(200).text("/message"));
        shop.post(SIGHTINGS, "[]").isProblem(Problem.UNSUPPORTED_MEDIA_TYPE);
        shop.send("POST", SIGHTINGS + "?page=1", "application/x-ndjson", "").isProblem(Problem.INVALID_PARAMETER);
        shop.get(SIGHTINGS).isProblem(Problem.METHOD_NOT_ALLOWED);
        upload(shop.with(api().key(shop.account(), Mode.LIVE, Scope.READ)), "").isProblem(Problem.KEY_SCOPE);
    }
}
