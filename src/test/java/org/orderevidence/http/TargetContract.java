package org.orderevidence.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.api.Shop;

/** Request targets as they are on the wire (RFC 9112, section 3.2): nothing is normalised, an order id is decoded once. */
@SuppressWarnings("StringConcatToTextBlock") // Lines of HTTP end with CR LF; those of text blocks do not.
interface TargetContract extends ServesApi {
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
        try (RawClient client = new RawClient(api().port())) {
            Reply reply = client.send(get(target, "")).read();

            assertEquals(
                    "400 invalid_parameter",
                    reply.status() + " " + reply.json().path("code").asString());
            assertEquals("application/problem+json", reply.header("Content-Type"));
            assertEquals(
                    reply.header("Request-Id"), reply.json().path("requestId").asString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"livez", "x:80", "*"})
    default void aTargetThatIsNoPathIsABadRequest(String target) {
        try (RawClient client = new RawClient(api().port())) {
            Reply reply = client.send(get(target, "")).read();

            assertTrue(reply.status() == 400 || reply.status() == 404, reply::text);
            assertEquals("application/problem+json", reply.header("Content-Type"));
        }
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
        try (RawClient client = new RawClient(api().port())) {
            Reply reply = client.send(get(target, "X-API-Key: " + shop.key().text() + "\r\n"))
                    .read();

            assertTrue(reply.status() == 400 || reply.status() == 404, reply::text);
            assertEquals("application/problem+json", reply.header("Content-Type"));
        }
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
        try (RawClient client = new RawClient(api().port())) {
            Reply reply = client.send(get(
                            "/api/v2/orders/" + encoded,
                            "X-API-Key: " + shop.key().text() + "\r\n"))
                    .read();

            assertEquals(
                    id,
                    reply.is(200)
                            .json()
                            .at("/digitalReceipt/order/merchantOrderId")
                            .asString());
        }
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

    @ParameterizedTest
    @ValueSource(strings = {"http://a b/livez", "http:///livez", "http://x:99999/livez", "http://u@x:y/livez"})
    default void anAbsoluteFormWithABadAuthorityIsABadRequest(String target) {
        try (RawClient client = new RawClient(api().port())) {
            client.send(get(target, "")).refusal(400, "invalid_parameter");
        }
    }

    @Test
    default void connectIsNotAllowed() {
        try (RawClient client = new RawClient(api().port())) {
            Reply reply =
                    client.send("CONNECT x:80 HTTP/1.1\r\nHost: x:80\r\n\r\n").read();

            assertTrue(List.of(400, 404, 405, 501).contains(reply.status()), reply::text);
            assertEquals("application/problem+json", reply.header("Content-Type"));
        }
    }
}
