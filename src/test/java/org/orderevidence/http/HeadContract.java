package org.orderevidence.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.api.Shop;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.wire.Problem;

/** Heads of requests and their targets. */
@SuppressWarnings("StringConcatToTextBlock") // Lines of HTTP end with CR LF; those of text blocks do not.
interface HeadContract extends ServesApi {
    String LIVEZ = "GET /livez HTTP/1.1\r\nHost: x\r\n\r\n";
    /** The first bytes of a TLS 1.2 handshake: a record of 512 bytes with a ClientHello. */
    String TLS_HELLO = "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003" + "B".repeat(501);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hello\r\n\r\n",
                "GET /livez\r\n\r\n",
                "GET /livez HTTP/9.9\r\nHost: x\r\n\r\n",
                "GET /livez HTTP/1.1\nHost: x\n\n",
                "GET /livez HTTP/1.1\rHost: x\r\n\r\n",
                "G\u0001T /livez HTTP/1.1\r\nHost: x\r\n\r\n",
                "G(T /livez HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /livez HTTP/1.1\r\nHost x\r\n\r\n",
                "GET /livez HTTP/1.1\r\nHost : x\r\n\r\n",
                "GET /livez HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n",
                "GET /livez HTTP/1.1\r\nHost: x\r\nA B: y\r\n\r\n",
                "GET /livez HTTP/1.1\r\nHost: x\r\nX : y\r\n\r\n",
                "GET /livez HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n",
                "GET /livez HTTP/1.1\r\n X: a\r\nHost: x\r\n\r\n",
                "GET /livez HTTP/1.1\r\nHost: x\r\nX: \u0001\r\n\r\n",
                "GET /livez HTTP/1.1\r\nHost: x\r\nX: \u0000\r\n\r\n",
                "GET /livez HTTP/1.1\r\nHost: x\r\nX: a\rb\r\n\r\n",
                "GET /livez HTTP/1.1\r\n\r\n",
                "GET /livez HTTP/1.1\r\nHost:\r\n\r\n",
                "GET /livez HTTP/1.1\r\nHost: a b\r\n\r\n",
                "GET /livez HTTP/1.1\r\nHost: a/b\r\n\r\n",
                "GET /livez HTTP/1.1\r\nHost: u@a\r\n\r\n",
                "GET /livez HTTP/1.1\r\nHost: [::1\r\n\r\n",
                "GET /livez HTTP/1.1\r\nHost: a:xyz\r\n\r\n",
                "GET /livez HTTP/1.1\r\nHost: a,b\r\n\r\n",
                "GET /livez HTTP/1.1\r\nHost: a:99999\r\n\r\n",
                "GET /livez HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
                "GET /livez HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n",
                "GET http://a b/livez HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET http:///livez HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET http://x:99999/livez HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET http://u@x:y/livez HTTP/1.1\r\nHost: x\r\n\r\n"
            })
    default void aHeadThatIsNotOneIsABadRequest(String head) {
        refusal(head, 400, "invalid_parameter");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            GET /livez HTTP/1.1 | The header Host is missing; HTTP/1.1 requires one.
            GET /livez HTTP/1.1~Host: x~Host: x | The header Host is sent more than once; send it once.
            GET /livez HTTP/1.1~Host: x~Content-Length: 1~Content-Length: 2 | There is more than one Content-Length; send it once.
            GET /livez HTTP/1.1~Host: x~Content-Length: x | Content-Length must be a number of bytes.
            GET /api/v2/orders/A 1 HTTP/1.1~Host: x | There is a blank where none may be. Encode each blank in the path as %20, and write no blank into the name of a header.
            """)
    default void theFaultOfAHeadIsNamed(String lines, String detail) {
        Reply reply = refusal(lines.replace("~", "\r\n") + "\r\n\r\n", 400, "invalid_parameter");

        assertEquals(detail, reply.text("/detail"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "X.example:8080", "127.0.0.1", "[::1]", "[::1]:65535", "xn--bcher-kva.example"})
    default void everyGoodHostIsServed(String host) {
        answer("GET /livez HTTP/1.1\r\nHost: " + host + "\r\n\r\n").is(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Host: x\r\n", "Host: x\r\nConnection: close\r\n"})
    default void http10IsAnsweredAndClosed(String headers) {
        try (RawClient client = new RawClient(api().port())) {
            Reply reply =
                    client.send("GET /livez HTTP/1.0\r\n" + headers + "\r\n").read();

            assertEquals("{\"status\":\"ok\"}", reply.is(200).text());
            assertTrue(client.isEnded());
        }
    }

    @Test
    default void http10KeepsTheConnectionWhenAskedTo() {
        try (RawClient client = new RawClient(api().port())) {
            for (int i = 0; i < 2; i++) {
                Reply reply = client.send("GET /livez HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                        .read();
                assertEquals("keep-alive", reply.is(200).header("Connection").toLowerCase(java.util.Locale.ROOT));
            }
            client.send("GET /livez HTTP/1.0\r\n\r\n").read().is(200);
            assertTrue(client.isEnded());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"get", "Get", "gET", "head", "options"})
    default void methodsAreCaseSensitive(String method) {
        Reply reply = answer(method + " /livez HTTP/1.1\r\nHost: x\r\n\r\n");

        assertEquals("method_not_allowed", reply.is(405).text("/code"));
    }

    /** Host is one of the 100. */
    @Test
    default void aHeadHasAtMost100Lines() {
        try (RawClient client = new RawClient(api().port())) {
            client.send("GET /livez HTTP/1.1\r\nHost: x\r\n" + "a:b\r\n".repeat(99) + "\r\n")
                    .read()
                    .is(200);
            client.send("GET /livez HTTP/1.1\r\nHost: x\r\n" + "a:b\r\n".repeat(100) + "\r\n")
                    .refusal(431, "too_large");
        }
    }

    /** It is refused before its end arrives. */
    @Test
    default void anUnfinishedHeadHasAtMost100Lines() {
        refusal("GET /livez HTTP/1.1\r\nHost: x\r\n" + "a:b\r\n".repeat(2_800), 431, "too_large");
    }

    @Test
    default void aHeadHasAtMost100LinesAlsoWhenItArrivedWithTheOneBefore() {
        try (RawClient client = new RawClient(api().port())) {
            client.send(LIVEZ + "GET /livez HTTP/1.1\r\nHost: x\r\n" + "a:b\r\n".repeat(100) + "\r\n")
                    .read()
                    .is(200);
            client.refusal(431, "too_large");
        }
    }

    @Test
    default void aHeadOfMoreThan16KbIsTooLarge() {
        for (String headers : List.of("X-Long: " + "x".repeat(20_000) + "\r\n", "X: y\r\n".repeat(5_000))) {
            refusal("GET /livez HTTP/1.1\r\nHost: x\r\n" + headers + "\r\n", 431, "too_large");
        }
        refusal("GET /" + "x".repeat(20_000) + " HTTP/1.1\r\nHost: x\r\n\r\n", 414, "too_large");
    }

    @Test
    default void aHeadOf15KbIsServedAndEndsItsConnection() {
        try (RawClient client = new RawClient(api().port())) {
            String head = "GET /livez HTTP/1.1\r\nHost: x\r\nX-Long: " + "x".repeat(15_000) + "\r\n\r\n";
            assertEquals("close", client.send(head).read().is(200).header("Connection"));
            assertTrue(client.isEnded());
        }
    }

    @Test
    default void headIsAnsweredLikeGetWithoutABody() {
        try (RawClient client = new RawClient(api().port())) {
            Reply get = client.send(LIVEZ).read().is(200);
            Reply head = client.send("HEAD /livez HTTP/1.1\r\nHost: x\r\n\r\n").read(false);

            assertEquals(get.header("Content-Length"), head.is(200).header("Content-Length"));
            assertEquals(get.header("Content-Type"), head.header("Content-Type"));
            // A body would be read as the start of this answer.
            client.send(LIVEZ).read().is(200);
        }
    }

    @Test
    default void optionsOfTheWholeServerAreAnswered() {
        try (RawClient client = new RawClient(api().port())) {
            Reply reply = client.send("OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n").read();

            assertTrue(reply.status() == 200 || reply.status() == 204, reply::text);
            client.send(LIVEZ).read().is(200);
        }
    }

    @Test
    default void tlsOnThePortIsEndedAtOnce() {
        Reply reply = refusal(TLS_HELLO, 400, "invalid_parameter");

        assertEquals(
                "This port expects HTTP and received TLS. Use http://, or put a proxy that ends TLS before it.",
                reply.text("/detail"));
    }

    private static String get(String target, String more) {
        return "GET " + target + " HTTP/1.1\r\nHost: x\r\n" + more + "\r\n";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v2/orders/%",
                "/api/v2/orders/%2",
                "/api/v2/orders/%zz",
                "/%gg",
                "/api/v2/orders/a#b",
                "/livez#",
                "/api/v2/orders/\u00e9",
                "/api/v2/orders/\u00c3\u00a9",
                "/api/v2/orders/a\u0001b",
                "/api/v2/orders/a\tb"
            })
    default void aBrokenTargetIsABadRequest(String target) {
        Reply reply = answer(get(target, ""));

        assertEquals("400 invalid_parameter", reply.status() + " " + reply.text("/code"));
        assertEquals("application/problem+json", reply.header("Content-Type"));
        assertEquals(reply.header("Request-Id"), reply.text("/requestId"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"livez", "x:80", "*"})
    default void aTargetThatIsNoPathIsABadRequest(String target) {
        Reply reply = answer(get(target, ""));

        assertTrue(reply.status() == 400 || reply.status() == 404, reply::text);
        assertEquals("application/problem+json", reply.header("Content-Type"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v2/orders/%00",
                "/api/v2/orders/a%00b",
                "/api/v2/orders/%C3%28",
                "/api/v2/orders/../../../../livez",
                "/../livez",
                "/livez/../../livez",
                "/api/v2/orders/%2e%2e/%2e%2e/%2e%2e/%2e%2e/livez"
            })
    default void whatNamesNothingIsRefusedAndNeverAnError(String target) {
        Shop shop = api().newShop();
        Reply reply = answer(get(target, "X-API-Key: " + shop.key().text() + "\r\n"));

        assertTrue(reply.status() == 400 || reply.status() == 404, reply::text);
        assertEquals("application/problem+json", reply.header("Content-Type"));
    }

    @ParameterizedTest
    @CsvSource({
        "a/b, a%2Fb",
        "a/../b, a%2F..%2Fb",
        "a//b, a%2F%2Fb",
        "%2F, %252F",
        "a;x=1, a;x=1",
        "a b, a%20b",
        "a+b, a+b",
        "a?b, a%3Fb",
        "a#b, a%23b",
        "\u00e9, %C3%A9",
        "..., ...",
        "a..b, a%2e.b"
    })
    default void anOrderIdIsDecodedOnce(String id, String encoded) {
        Shop shop = api().newShop();
        shop.uploadOne(id);
        Reply reply = answer(
                get("/api/v2/orders/" + encoded, "X-API-Key: " + shop.key().text() + "\r\n"));

        assertEquals(id, reply.is(200).text("/digitalReceipt/order/merchantOrderId"));
    }

    @Test
    default void aTargetInAbsoluteFormIsReadAsItsPath() {
        for (String target :
                List.of("http://x/livez", "http://x:1/livez", "HTTP://x/livez", "http://elsewhere/livez")) {
            try (RawClient client = new RawClient(api().port())) {
                client.send(get(target, "")).read().is(200);
                client.send(HeadContract.LIVEZ).read().is(200);
            }
        }
    }

    @Test
    default void connectIsNotAllowed() {
        Reply reply = answer("CONNECT x:80 HTTP/1.1\r\nHost: x:80\r\n\r\n");

        assertTrue(List.of(400, 404, 405, 501).contains(reply.status()), reply::text);
        assertEquals("application/problem+json", reply.header("Content-Type"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            application/json; charset=UTF-8 | 200
            Application/JSON;charset="utf-8" | 200
            application/json; version=2 | 200
            application/json; charset=latin1 | 415
            text/json | 415
            application/x-www-form-urlencoded | 415
            application/x-ndjson | 415
            application/merge-patch+json | 415
            json | 415
            application/json, text/plain | 415
            """)
    default void onlyJsonInUtf8IsRead(String contentType, int status) {
        api().newShop()
                .send("POST", "/api/v2/track", contentType, Bodies.SIGHTING)
                .is(status);
    }

    @Test
    default void aMissingTypeIsAnsweredWithWhatToSend() {
        Shop shop = api().newShop();

        Reply reply = api().send(shop.request("POST", "/api/v2/track", BodyPublishers.ofString(Bodies.SIGHTING)));

        String detail = reply.isProblem(Problem.UNSUPPORTED_MEDIA_TYPE).text("/detail");
        assertTrue(detail.contains("application/json"), detail);
        String uploadDetail = api().send(shop.request("POST", "/api/v2/orders/upload", BodyPublishers.ofString("{}")))
                .isProblem(Problem.UNSUPPORTED_MEDIA_TYPE)
                .text("/detail");
        assertTrue(uploadDetail.contains("application/x-ndjson"), uploadDetail);
    }

    @Test
    default void aChunkedBodyIsReadUpToTheLimit() {
        Shop shop = api().newShop();
        String longest = Bodies.SIGHTING + " ".repeat(DefaultLimits.DEFAULTS.bodyBytes() - Bodies.SIGHTING.length());

        chunked(shop, longest).is(200);
        chunked(shop, longest + " ").isProblem(Problem.TOO_LARGE);
    }

    private Reply chunked(Shop shop, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return api().send(shop.request(
                        "POST", "/api/v2/track", BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes)))
                .header("Content-Type", "application/json"));
    }

    @Test
    default void noHundredIsSentForARefusedBody() {
        Shop shop = api().newShop();
        String head = "POST /api/v2/track HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: %d\r\n"
                + "Content-Type: application/json\r\nX-API-Key: %s\r\n\r\n";
        try (RawClient client = new RawClient(api().port())) {
            client.send(head.formatted(Bodies.SIGHTING.length(), "unknown-key"))
                    .read()
                    .isProblem(Problem.KEY_UNKNOWN);
            assertTrue(client.isEnded());
        }
        try (RawClient client = new RawClient(api().port())) {
            client.send(head.formatted(Bodies.SIGHTING.length(), shop.key().text()))
                    .read(false)
                    .is(100);
            client.send(Bodies.SIGHTING).read().is(200);
        }
    }

    @Test
    default void aHalfSentBodyIsAnsweredAndKeepsNothing() {
        Shop shop = api().newShop();
        String body = "{\"orders\": [" + Shop.ORDER.formatted("HALF") + "]}";
        try (RawClient client = new RawClient(api().port())) {
            client.send("POST /api/v2/orders/upload HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                            + "X-API-Key: " + shop.key().text() + "\r\nContent-Length: " + (body.length() + 1)
                            + "\r\n\r\n" + body)
                    .endOutput()
                    .read()
                    .isProblem(Problem.MALFORMED_JSON);
        }
        try (RawClient lost = new RawClient(api().port())) {
            lost.send("POST /api/v2/orders/upload HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                    + "X-API-Key: " + shop.key().text() + "\r\nContent-Length: " + (body.length() + 1) + "\r\n\r\n"
                    + body);
        }
        shop.get("/api/v2/orders/HALF").isProblem(Problem.ORDER_NOT_FOUND);
    }

    @Test
    default void aRefusedBodyDoesNotSpoilTheConnection() {
        Shop shop = api().newShop();
        String refused = "POST /api/v2/track HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}";
        try (RawClient client = new RawClient(api().port())) {
            client.send(refused).read().isProblem(Problem.KEY_MISSING);
            client.send(refused + refused).read().isProblem(Problem.KEY_MISSING);
            client.read().isProblem(Problem.KEY_MISSING);
            client.send("GET /api/v2/orders HTTP/1.1\r\nHost: x\r\nX-API-Key: "
                    + shop.key().text() + "\r\n\r\n");
            assertFalse(client.read().is(200).header("Request-Id").isEmpty());
        }
    }
}
