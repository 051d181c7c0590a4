package org.orderevidence.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.account.ApiKey;
import org.orderevidence.account.Scope;
import org.orderevidence.api.Shop;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.wire.Problem;

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
                "/api/v2/track/",
                "/api/v2/orders/",
                "/api/v2//track",
                "/api/v2/orders/x/",
                "/api/v2/orders/x/y",
                "/api/v2/orders/x/disputes/",
                "/API/v2/track",
                "/api/v2/./track",
                "/api/v2/orders/../track",
                "/favicon.ico",
                "/problems",
                "/problems/",
                "/problems/not_found",
                "/problems/nothing",
                "/api/v2/keys/",
                "/api/v2/keys/x/",
                "/api/v2/keys/x/y",
                "/api/v2/keys/x/rotate/",
                "/api/v2/account/",
                "/api/v2/accounts",
                "/api/v2/customers/export"
            })
    default void anUnknownPathIsNotFoundForEveryMethod(String path) {
        for (String method : List.of("GET", "POST", "PUT", "OPTIONS")) {
            api().send(method, path).isProblem(Problem.NOT_FOUND);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /api/v2/track                   | POST, OPTIONS
            /api/v2/orders                  | GET, HEAD, OPTIONS
            /api/v2/orders/upload           | GET, HEAD, PATCH, POST, OPTIONS
            /api/v2/orders/search           | GET, HEAD, PATCH, POST, OPTIONS
            /api/v2/orders/x                | GET, HEAD, PATCH, OPTIONS
            /api/v2/orders/x/disputes/d     | PATCH, OPTIONS
            /api/v2/orders/x/disputes       | GET, HEAD, POST, OPTIONS
            /api/v2/orders/x/fraud-reports  | GET, HEAD, POST, OPTIONS
            /api/v2/keys                    | GET, HEAD, POST, OPTIONS
            /api/v2/keys/x                  | DELETE, OPTIONS
            /api/v2/keys/x/rotate           | POST, OPTIONS
            /api/v2/account                 | GET, HEAD, PUT, OPTIONS
            /api/v2/account/audit           | GET, HEAD, OPTIONS
            /livez                          | GET, HEAD, OPTIONS
            /readyz                         | GET, HEAD, OPTIONS
            /openapi.json                   | GET, HEAD, OPTIONS
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
    default void anEndedKeyLooksUnknown() {
        Shop shop = api().newShop();
        ApiKey ended = api().accounts()
                .createKey(shop.account(), Mode.LIVE, Set.of(Scope.ADMIN), Instant.parse("2026-11-20T12:00:00Z"))
                .orElseThrow()
                .key();

        shop.with(ended).get("/api/v2/orders").isProblem(Problem.KEY_UNKNOWN);
    }

    @Test
    default void aKeyMayDoWhatItsScopesAllow() {
        Shop shop = api().newShop();
        shop.uploadOne("S");
        Shop reader = shop.with(api().key(shop.account(), Mode.LIVE, Scope.READ));
        Shop writer = shop.with(api().key(shop.account(), Mode.LIVE, Scope.WRITE));

        reader.get("/api/v2/orders").is(200);
        reader.get("/api/v2/orders/S").is(200);
        reader.uploadForbidden();
        reader.post("/api/v2/track", "{}").isProblem(Problem.KEY_SCOPE);
        reader.patch("/api/v2/orders/S", "{}").isProblem(Problem.KEY_SCOPE);
        writer.get("/api/v2/orders").isProblem(Problem.KEY_SCOPE);
        writer.get("/api/v2/orders/S").isProblem(Problem.KEY_SCOPE);
        writer.uploadOne("S");
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
        assertEquals(
                "3.1.0",
                api().send("GET", "/openapi.json").is(200).at("/openapi").asString());
    }
}
