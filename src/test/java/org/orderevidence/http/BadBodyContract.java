package org.orderevidence.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.api.Shop;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.wire.Problem;

/** Bodies that no client should send. */
@SuppressWarnings("StringConcatToTextBlock") // Lines of HTTP end with CR LF; those of text blocks do not.
public interface BadBodyContract extends ServesApi {
    String SIGHTING = "{\"email\": \"a@example.com\", \"ip\": \"1.1.1.1\"}";

    private Reply sendBytes(byte[] body) {
        Shop shop = api().newShop();
        return api().send(shop.request("POST", "/api/v2/track", BodyPublishers.ofByteArray(body))
                .header("Content-Type", "application/json"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "nul",
                "{\"email\": \"a\", \"email\": \"a\"}",
                "{} {}",
                "{}x",
                "[1,]",
                "{'a': 1}",
                "// x\n{}",
                "{\"a\": NaN}",
                "{\"a\": 01}",
                "\u0000{}",
                "{\"a\": \"\u0001\"}",
                "{\"a\": \"\\x\"}"
            })
    default void whatIsNotJsonIsMalformed(String body) {
        sendBytes(body.getBytes(StandardCharsets.UTF_8)).isProblem(Problem.MALFORMED_JSON);
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
        api().newShop().send("POST", "/api/v2/track", contentType, SIGHTING).is(status);
    }

    @Test
    default void aMissingTypeIsAnsweredWithWhatToSend() {
        Shop shop = api().newShop();

        Reply reply = api().send(shop.request("POST", "/api/v2/track", BodyPublishers.ofString(SIGHTING)));

        String detail =
                reply.isProblem(Problem.UNSUPPORTED_MEDIA_TYPE).at("/detail").asString();
        assertTrue(detail.contains("application/json"), detail);
        String uploadDetail = api().send(shop.request("POST", "/api/v2/orders/upload", BodyPublishers.ofString("{}")))
                .isProblem(Problem.UNSUPPORTED_MEDIA_TYPE)
                .at("/detail")
                .asString();
        assertTrue(uploadDetail.contains("application/x-ndjson"), uploadDetail);
    }

    @ParameterizedTest
    @CsvSource({"gzip, 415", "br, 415", "'gzip, identity', 415", "identity, 200"})
    default void noContentEncodingIsRead(String encoding, int status) {
        Shop shop = api().newShop();

        api().send(shop.request("POST", "/api/v2/track", BodyPublishers.ofString(SIGHTING))
                        .header("Content-Type", "application/json")
                        .header("Content-Encoding", encoding))
                .is(status);
    }

    @Test
    default void aHugeBodyIsRefusedBeforeItIsRead() {
        Shop shop = api().newShop();
        Reply reply = answer("POST /api/v2/orders/upload HTTP/1.1\r\nHost: x\r\nContent-Length: 104857600\r\n"
                + "Content-Type: application/json\r\nX-API-Key: "
                + shop.key().text() + "\r\n\r\n{");

        assertEquals("close", reply.isProblem(Problem.TOO_LARGE).header("Connection"));
    }

    @Test
    default void aClientThatSendsAHugeBodyAllTheSameCanReadTheAnswer() {
        Shop shop = api().newShop();
        byte[] hundredMegabytes = new byte[100 * 1024 * 1024];

        HttpRequest.Builder known = shop.request(
                        "POST", "/api/v2/orders/upload", BodyPublishers.ofByteArray(hundredMegabytes))
                .header("Content-Type", "application/json");
        api().send(known).isProblem(Problem.TOO_LARGE);
        HttpRequest.Builder chunked = shop.request(
                        "POST",
                        "/api/v2/orders/upload",
                        BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(hundredMegabytes)))
                .header("Content-Type", "application/json");
        api().send(chunked).isProblem(Problem.TOO_LARGE);
    }

    @Test
    default void aChunkedBodyIsReadUpToTheLimit() {
        Shop shop = api().newShop();
        byte[] padded = (SIGHTING + " ".repeat(DefaultLimits.DEFAULTS.bodyBytes() - SIGHTING.length()))
                .getBytes(StandardCharsets.UTF_8);

        api().send(shop.request(
                                "POST",
                                "/api/v2/track",
                                BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(padded)))
                        .header("Content-Type", "application/json"))
                .is(200);
    }

    @Test
    default void noHundredIsSentForARefusedBody() {
        Shop shop = api().newShop();
        String head = "POST /api/v2/track HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: %d\r\n"
                + "Content-Type: application/json\r\nX-API-Key: %s\r\n\r\n";
        try (RawClient client = new RawClient(api().port())) {
            client.send(head.formatted(SIGHTING.length(), "unknown-key")).read().isProblem(Problem.KEY_UNKNOWN);
            assertTrue(client.isEnded());
        }
        try (RawClient client = new RawClient(api().port())) {
            client.send(head.formatted(SIGHTING.length(), shop.key().text()))
                    .read(false)
                    .is(100);
            client.send(SIGHTING).read().is(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"zz\r\n{}", "-1\r\n", "7fffffff\r\n{", "ffffffffffffffff\r\n{", "2\r\n{}xx\r\n0\r\n\r\n"})
    default void brokenChunksAreAnswered(String chunks) {
        Shop shop = api().newShop();
        try (RawClient client = new RawClient(api().port())) {
            Reply reply = client.send("POST /api/v2/track HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
                            + "Content-Type: application/json\r\nX-API-Key: "
                            + shop.key().text() + "\r\n\r\n" + chunks)
                    .endOutput()
                    .read();

            assertTrue(reply.status() == 400 || reply.status() == 413, reply::text);
            assertEquals("close", reply.header("Connection"));
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
