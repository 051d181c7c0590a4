package org.orderevidence.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.api.Shop;
import org.orderevidence.http.limits.DefaultLimits;

/** Where bodies and requests end, and connections that are stopped. */
@SuppressWarnings("StringConcatToTextBlock") // Lines of HTTP end with CR LF; those of text blocks do not.
interface FramingContract extends ServesApi {
    String BODY = BadBodyContract.SIGHTING;

    /** Half-sent requests have 3 s to become whole; the rest is for a busy machine. */
    Duration CUT_WITHIN = Duration.ofSeconds(7);

    /** Where nothing is half sent, nothing is waited for. */
    Duration AT_ONCE = Duration.ofMillis(2_500);

    private static String post(Shop shop, String headers) {
        return "POST /api/v2/track HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-API-Key: "
                + shop.key().text() + "\r\n" + headers + "\r\n";
    }

    private static String chunked(Shop shop) {
        return post(shop, "Transfer-Encoding: chunked\r\n");
    }

    private static String hex(int number) {
        return Integer.toHexString(number);
    }

    /** The body in two chunks, its first one ended as given, after a size line with an extension as given. */
    private static String chunks(String extension, String end) {
        String first = BODY.substring(0, 5);
        String rest = BODY.substring(5);
        return "5" + extension + "\r\n" + first + end + hex(rest.length()) + "\r\n" + rest + "\r\n0\r\n\r\n";
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ";a", ";a=b", ";a=\"b; c\"", ";a=b;c=d", "; a = b"})
    default void chunkExtensionsAreIgnored(String extension) {
        Shop shop = api().newShop();
        try (RawClient client = new RawClient(api().port())) {
            client.send(chunked(shop) + chunks(extension, "\r\n")).read().is(200);
            client.send(HeadContract.LIVEZ).read().is(200);
        }
    }

    @Test
    default void trailersAreDropped() {
        Shop shop = api().newShop();
        String body = hex(BODY.length()) + "\r\n" + BODY
                + "\r\n0\r\nX-API-Key: another\r\nContent-Length: 7\r\nHost: y\r\n\r\n";
        try (RawClient client = new RawClient(api().port())) {
            client.send(chunked(shop) + body).read().is(200);
            client.send(HeadContract.LIVEZ).read().is(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"xx", "x", "", "\n", "\r", "\n\r", " \r\n", "\r\n\r\n", "0\r\n\r\n"})
    default void onlyALineBreakMayFollowTheDataOfAChunk(String end) {
        Shop shop = api().newShop();
        refusal(chunked(shop) + chunks("", end), 400, "invalid_parameter");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "+%s",
                "-%s",
                "0x%s",
                " %s",
                "",
                "%sg",
                "g",
                "\u00b2",
                "%1$s,%1$s",
                "ffffffffffffffff",
                "10000000000000005",
                "fffffffffffffffffffffffffffffffff"
            })
    default void aChunkSizeHasHexadecimalDigitsOnly(String size) {
        Shop shop = api().newShop();
        refusal(
                chunked(shop) + size.formatted(hex(BODY.length())) + "\r\n" + BODY + "\r\n0\r\n\r\n",
                400,
                "invalid_parameter");
    }

    @Test
    default void theLinesOfChunksEndWithCrLf() {
        Shop shop = api().newShop();
        for (String body : List.of(
                hex(BODY.length()) + "\n" + BODY + "\r\n0\r\n\r\n",
                hex(BODY.length()) + "\r\n" + BODY + "\n0\r\n\r\n",
                hex(BODY.length()) + "\r\n" + BODY + "\r\n0\n\n")) {
            refusal(chunked(shop) + body, 400, "invalid_parameter");
        }
    }

    @Test
    default void extensionsAndTrailersAreBounded() {
        Shop shop = api().newShop();
        try (RawClient client = new RawClient(api().port())) {
            client.send(chunked(shop) + chunks(";a=" + "b".repeat(20_000), "\r\n"));
            Reply reply = client.read();
            assertTrue(reply.status() == 400 || reply.status() == 431, reply::text);
            assertTrue(client.isEnded());
        }
        try (RawClient client = new RawClient(api().port())) {
            client.send(chunked(shop) + hex(BODY.length()) + "\r\n" + BODY + "\r\n0\r\n" + "X: y\r\n".repeat(7_000)
                    + "\r\n");
            Reply reply = client.read();
            assertTrue(reply.status() == 400 || reply.status() == 431, reply::text);
            assertTrue(client.isEnded());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: x\r\n",
                "Content-Length: -1\r\n",
                "Content-Length: +5\r\n",
                "Content-Length:\r\n",
                "Content-Length: 5 5\r\n",
                "Content-Length: 0x5\r\n",
                "Content-Length: 99999999999999999999\r\n",
                "Content-Length: 5\r\nContent-Length: 6\r\n",
                "Content-Length: 5, 6\r\n",
                "Content-Length: 44\r\nTransfer-Encoding: chunked\r\n",
                "Transfer-Encoding: chunked\r\nContent-Length: 44\r\n",
                "Transfer-Encoding: chunked, chunked\r\n",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
                "Transfer-Encoding: chunked, gzip\r\n"
            })
    default void aLengthThatIsInDoubtIsABadRequest(String headers) {
        Shop shop = api().newShop();
        refusal(post(shop, headers), 400, "invalid_parameter");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip, chunked", "x-other, chunked", "deflate,chunked"})
    default void aTransferCodingOtherThanChunkedIsNotImplemented(String coding) {
        Shop shop = api().newShop();
        refusal(post(shop, "Transfer-Encoding: " + coding + "\r\n") + chunks("", "\r\n"), 501, "transfer_coding");
    }

    /** RFC 9112, 6.3, asks for 400 since the length is unknown; section 6.1 for 501 since the coding is. */
    @ParameterizedTest
    @ValueSource(strings = {"gzip", "identity"})
    default void aLengthThatOnlyACodingTellsIsRefused(String coding) {
        Shop shop = api().newShop();
        try (RawClient client = new RawClient(api().port())) {
            client.send(post(shop, "Transfer-Encoding: " + coding + "\r\n"));
            Reply reply = client.read();

            String refused = reply.status() + " " + reply.at("/code").asString();
            assertTrue(List.of("400 invalid_parameter", "501 transfer_coding").contains(refused), reply::text);
            assertEquals("close", reply.header("Connection"));
            assertTrue(client.isEnded());
        }
    }

    @Test
    default void theNameOfTheCodingHasNoCase() {
        Shop shop = api().newShop();
        answer(post(shop, "Transfer-Encoding: Chunked\r\n") + chunks("", "\r\n"))
                .is(200);
    }

    @Test
    default void http10HasNoTransferCoding() {
        Shop shop = api().newShop();
        refusal(chunked(shop).replace("HTTP/1.1", "HTTP/1.0") + chunks("", "\r\n"), 400, "invalid_parameter");
    }

    @Test
    default void requestsOfOneConnectionMayBeSentTogether() {
        Shop shop = api().newShop();
        String upload = post(shop, "Content-Length: " + BODY.length() + "\r\n") + BODY;
        try (RawClient client = new RawClient(api().port())) {
            client.send(HeadContract.LIVEZ.repeat(3)
                    + upload
                    + HeadContract.LIVEZ
                    + chunked(shop)
                    + chunks("", "\r\n")
                    + HeadContract.LIVEZ);
            for (int i = 0; i < 7; i++) {
                client.read().is(200);
            }
        }
    }

    @Test
    default void aLineBreakAfterABodyIsSkipped() {
        Shop shop = api().newShop();
        try (RawClient client = new RawClient(api().port())) {
            client.send(post(shop, "Content-Length: " + BODY.length() + "\r\n") + BODY + "\r\n" + HeadContract.LIVEZ);
            client.read().is(200);
            client.read().is(200);
        }
    }

    /** The rest of a refused body is not read as the next request. */
    @Test
    default void aRequestWithinABodyIsNoRequest() {
        Shop shop = api().newShop();
        String hidden = "GET /api/v2/orders HTTP/1.1\r\nHost: x\r\nX-API-Key: "
                + shop.key().text() + "\r\n\r\n";
        try (RawClient client = new RawClient(api().port())) {
            client.send(
                    post(shop, "Content-Length: " + hidden.length() + "\r\n").replace("application/json", "text/plain")
                            + hidden
                            + HeadContract.LIVEZ);
            client.read().is(415);
            long more = client.endOutput().readToItsEnd();

            assertTrue(more < 1_000, "an answer to the hidden request has a list and is longer");
        }
    }

    /** A chunk for each byte takes six bytes of the connection. They count, and each chunk takes its time. */
    @Test
    default void theLinesBetweenChunksCountAsPartsOfTheBody() {
        Shop shop = api().newShop();
        String tiny = "1\r\n \r\n";
        answer(chunked(shop) + tiny.repeat(1_000) + chunks("", "\r\n")).is(200);
        refusal(
                chunked(shop) + tiny.repeat(DefaultLimits.DEFAULTS.bodyBytes() / 4) + chunks("", "\r\n"),
                413,
                "too_large");
    }

    @Test
    default void aClientThatAsksMayGoOn() {
        Shop shop = api().newShop();
        try (RawClient client = new RawClient(api().port())) {
            client.send(post(shop, "Expect: 100-continue\r\nContent-Length: " + BODY.length() + "\r\n"));
            client.read(false).is(100);
            client.send(BODY).read().is(200);
            client.send(HeadContract.LIVEZ).read().is(200);
        }
    }

    @Test
    default void aClientThatAsksIsRefusedBeforeItSends() {
        Shop shop = api().newShop();
        refusal(post(shop, "Expect: 100-continue\r\nContent-Length: 6000000\r\n"), 413, "too_large");
        try (RawClient client = new RawClient(api().port())) {
            String request =
                    post(shop, "Expect: 100-continue\r\nContent-Length: 10\r\n").replace("POST", "DELETE");
            client.send(request).refusal(405, "method_not_allowed");
        }
    }

    @Test
    default void anotherExpectationCannotBeMet() {
        Shop shop = api().newShop();
        refusal(post(shop, "Expect: tea\r\nContent-Length: " + BODY.length() + "\r\n"), 417, "expectation_failed");
    }

    ServedStore store();

    private static String head(Shop shop, int length) {
        return "POST /api/v2/track HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-API-Key: "
                + shop.key().text() + "\r\nContent-Length: " + length + "\r\n\r\n";
    }

    /** Stops it; answers how long that took. */
    private static CompletableFuture<Duration> stop(ServedApi api) {
        return CompletableFuture.supplyAsync(() -> {
            long begun = System.nanoTime();
            api.stop();
            return Duration.ofNanos(System.nanoTime() - begun);
        });
    }

    private static void within(Duration most, CompletableFuture<Duration> stopped) throws Exception {
        Duration took = stopped.get(most.toMillis() + 20_000, TimeUnit.MILLISECONDS);
        assertTrue(took.compareTo(most) <= 0, () -> "the stop took " + took.toMillis() + " ms");
    }

    private static void awaitNoListener(int port) {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (System.nanoTime() - deadline < 0) {
            try (RawClient client = new RawClient(port)) {
                client.endOutput();
            } catch (UncheckedIOException refused) {
                return;
            }
        }
        throw new AssertionError("it still listens");
    }

    @Test
    default void connectionsWithoutARequestEndAtOnce() throws Exception {
        ServedApi stopping = ServedApi.start(store(), DefaultLimits.DEFAULTS);
        try (RawClient silent = new RawClient(stopping.port());
                RawClient idle = new RawClient(stopping.port())) {
            idle.send(HeadContract.LIVEZ).read().is(200);

            CompletableFuture<Duration> stopped = stop(stopping);

            assertTrue(idle.isEnded());
            assertTrue(silent.isEnded());
            within(AT_ONCE, stopped);
        }
    }

    @Test
    @Tag("slow")
    default void halfSentRequestsAreCutAfterAWhile() throws Exception {
        ServedApi stopping = ServedApi.start(store(), DefaultLimits.DEFAULTS);
        Shop shop = stopping.newShop();
        try (RawClient halfLine = new RawClient(stopping.port()).send("GET /li");
                RawClient halfHead = new RawClient(stopping.port()).send("GET /livez HTTP/1.1\r\nHost: ");
                RawClient halfBody = new RawClient(stopping.port()).send(head(shop, 100) + "{");
                RawClient dripping = new RawClient(stopping.port()).send(head(shop, 1_000))) {
            dripping.drip(" ", Duration.ofMillis(200));
            // By the time of this answer, those before it are read.
            stopping.send("GET", "/livez").is(200);

            CompletableFuture<Duration> stopped = stop(stopping);

            assertTrue(halfLine.readToItsEnd() < 2_000);
            assertTrue(halfHead.readToItsEnd() < 2_000);
            assertTrue(halfBody.readToItsEnd() < 2_000);
            assertTrue(dripping.readToItsEnd() < 2_000);
            within(CUT_WITHIN, stopped);
        }
    }

    @Test
    @Tag("slow")
    default void aRequestThatBecomesWholeInTimeIsAnswered() throws Exception {
        ServedApi stopping = ServedApi.start(store(), DefaultLimits.DEFAULTS);
        Shop shop = stopping.newShop();
        String body = BadBodyContract.SIGHTING;
        try (RawClient client = new RawClient(stopping.port()).send(head(shop, body.length()) + body.substring(0, 7))) {
            stopping.send("GET", "/livez").is(200);

            CompletableFuture<Duration> stopped = stop(stopping);
            awaitNoListener(stopping.port());

            assertEquals("close", client.send(body.substring(7)).read().is(200).header("Connection"));
            assertTrue(client.isEnded());
            within(CUT_WITHIN, stopped);
        }
    }
}
