package org.orderevidence.http;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.api.Shop;
import org.orderevidence.http.limits.DefaultLimits;

/** Where bodies and requests end, and connections that are stopped. */
@SuppressWarnings("StringConcatToTextBlock") // Lines of HTTP end with CR LF; those of text blocks do not.
interface FramingContract extends ServesApi {
    String BODY = Bodies.SIGHTING;
    /** Half-sent requests have 3 s to become whole; the rest is for a busy machine. */
    Duration CUT_WITHIN = Duration.ofSeconds(7);
    /** Where nothing is half sent, nothing is waited for. */
    Duration AT_ONCE = Duration.ofMillis(2_500);

    Duration REQUEST = Duration.ofSeconds(3);
    Duration IDLE = Duration.ofSeconds(5);
    /** How much later than its time a connection may be ended on a busy machine. */
    Duration LATE = Duration.ofSeconds(4);

    Duration OFTEN = Duration.ofMillis(200);

    private static String post(Shop shop, String headers) {
        return "POST /api/v2/track HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-API-Key: "
                + shop.key().text() + "\r\n" + headers + "\r\n";
    }

    /** The name of a coding has no case. */
    private static String chunked(Shop shop) {
        return post(shop, "Transfer-Encoding: Chunked\r\n");
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

            String refused = reply.status() + " " + reply.text("/code");
            assertTrue(List.of("400 invalid_parameter", "501 transfer_coding").contains(refused), reply::text);
            assertEquals("close", reply.header("Connection"));
            assertTrue(client.isEnded());
        }
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
                RawClient halfBody = new RawClient(stopping.port()).send(post(shop, "Content-Length: 100\r\n") + "{");
                RawClient dripping = new RawClient(stopping.port()).send(post(shop, "Content-Length: 1000\r\n"))) {
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
        String body = Bodies.SIGHTING;
        try (RawClient client = new RawClient(stopping.port())
                .send(post(shop, "Content-Length: " + body.length() + "\r\n") + body.substring(0, 7))) {
            stopping.send("GET", "/livez").is(200);

            CompletableFuture<Duration> stopped = stop(stopping);
            RawClient.awaitNoListener(stopping.port());

            assertEquals("close", client.send(body.substring(7)).read().is(200).header("Connection"));
            assertTrue(client.isEnded());
            within(CUT_WITHIN, stopped);
        }
    }

    /** They are all at work at the same time: together they last as long as the longest. */
    @Test
    @Tag("slow")
    default void slowClientsAreEndedInTime() throws Exception {
        try (ServedApi impatient = ServedApi.start(store(), GateContract.limits(REQUEST, IDLE))) {
            Shop shop = impatient.newShop();
            Map<String, SlowClient> clients = new LinkedHashMap<>();
            clients.put("silent", SlowClient.ends(IDLE, FramingContract::isClosed));
            clients.put("idle after an answer", SlowClient.ends(IDLE, client -> {
                client.send(HeadContract.LIVEZ).read().is(200);
                isClosed(client);
            }));
            clients.put("half a request line", SlowClient.ends(REQUEST, client -> isTimedOut(client.send("GET /li"))));
            clients.put(
                    "half a head",
                    SlowClient.ends(REQUEST, client -> isTimedOut(client.send("GET /livez HTTP/1.1\r\nHost: "))));
            clients.put("a head byte by byte", SlowClient.ends(REQUEST, client -> {
                client.send("GET /livez HTTP/1.1\r\nHost: x\r\nX: ").drip("y", OFTEN);
                isTimedOut(client);
            }));
            clients.put("half a head after an answer", SlowClient.ends(REQUEST, client -> {
                client.send(HeadContract.LIVEZ).read().is(200);
                isTimedOut(client.send("GET /li"));
            }));
            clients.put(
                    "blank lines",
                    new SlowClient(
                            client -> {
                                client.drip("\r\n", OFTEN);
                                assertTrue(client.readToItsEnd() < 2_000);
                            },
                            Duration.ZERO,
                            REQUEST.plus(LATE)));
            clients.put(
                    "half a body",
                    SlowClient.ends(
                            REQUEST,
                            client -> client.send(post(shop, "Content-Length: 100\r\n") + "{")
                                    .refusal(408, "request_timeout")));
            clients.put("a body byte by byte", SlowClient.ends(REQUEST, client -> {
                client.send(post(shop, "Content-Length: 1000\r\n")).drip(" ", OFTEN);
                client.refusal(408, "request_timeout");
            }));
            clients.put("chunks byte by byte", SlowClient.ends(REQUEST, client -> {
                client.send(post(shop, "Transfer-Encoding: chunked\r\n")).drip("1\r\n \r\n", OFTEN);
                client.refusal(408, "request_timeout");
            }));
            clients.put("a chunk extension byte by byte", SlowClient.ends(REQUEST, client -> {
                client.send(post(shop, "Transfer-Encoding: chunked\r\n") + "1;").drip("x", OFTEN);
                client.refusal(408, "request_timeout");
            }));
            clients.put("NDJSON and then silence", SlowClient.ends(REQUEST, client -> {
                String line = Shop.ORDER.formatted("T-1").replace("\n", " ") + "\n";
                client.send(post(shop, "Transfer-Encoding: chunked\r\n")
                                .replace("/track", "/orders/upload")
                                .replace("application/json", "application/x-ndjson")
                        + Integer.toHexString(line.length()) + "\r\n" + line + "\r\n");
                assertEquals("1 created", client.read().is(200).text("/message"));
                isClosed(client);
            }));
            all(impatient.port(), clients);
        }
    }

    private static void all(int port, Map<String, SlowClient> clients) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Map<String, Future<?>> running = new LinkedHashMap<>();
            clients.forEach((name, client) -> running.put(name, threads.submit(() -> client.run(port))));
            assertAll(running.entrySet().stream().map(one -> (Executable) () -> {
                try {
                    one.getValue().get();
                } catch (ExecutionException failed) {
                    throw new AssertionError(one.getKey() + ": " + failed.getCause(), failed.getCause());
                }
            }));
        }
    }

    private static void isClosed(RawClient client) {
        assertTrue(client.isEnded(), "it was answered");
    }

    /** Without a whole head there is no request to answer: the connection ends with or without a 408. */
    private static void isTimedOut(RawClient client) {
        assertTrue(client.readToItsEnd() < 2_000);
    }

    @Test
    @Tag("slow")
    @Execution(CONCURRENT)
    default void idleConnectionsAreBoundedAndDoNotShutOutOthersForLong() {
        try (ServedApi impatient = ServedApi.start(store(), GateContract.limits(Duration.ofSeconds(3)))) {
            List<RawClient> idle = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                idle.add(new RawClient(impatient.port()));
            }

            impatient.send("GET", "/livez").is(200);

            idle.forEach(RawClient::close);
        }
    }

    @Test
    @Tag("slow")
    @Execution(CONCURRENT)
    default void aPeerThatDoesNotTakeItsAnswersIsCutOff() throws InterruptedException {
        int requests = 300;
        try (ServedApi impatient = ServedApi.start(store(), GateContract.limits(Duration.ofSeconds(1)))) {
            int length = impatient.send("GET", "/openapi.json").is(200).body().length();
            try (RawClient client = new RawClient(impatient.port())) {
                client.send("GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(requests));
                // The client reads nothing for longer than the limit of 1 s: that is what is tested.
                Thread.sleep(Duration.ofSeconds(3));

                assertTrue(client.readToItsEnd() < (long) requests * length);
            }
        }
    }

    @Test
    @Tag("slow")
    @Execution(CONCURRENT)
    default void aClientThatTakesItsAnswersTooSlowlyIsCutOff() throws InterruptedException {
        int requests = 400;
        try (ServedApi impatient = ServedApi.start(store(), GateContract.limits(REQUEST, IDLE))) {
            int length = impatient.send("GET", "/openapi.json").is(200).body().length();
            assertTrue((long) requests * length > 16_000_000, "more than the kernel takes for a connection");
            try (RawClient client = new RawClient(impatient.port())) {
                client.send("GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(requests));
                long slowly = 0;
                for (int i = 0; i < 5; i++) {
                    slowly += Math.max(0, client.readSome(8_000));
                    TimeUnit.SECONDS.sleep(1); // the slowness is what is tested
                }

                assertTrue(slowly + client.readToItsEnd() < (long) requests * length);
            }
        }
    }

    @Test
    default void aClientThatStillSendsCanReadThatItsBodyIsTooLarge() {
        Shop shop = api().newShop();
        int length = 6 * 1024 * 1024;
        for (String headers : List.of("Content-Length: " + 4 * length + "\r\n", "Transfer-Encoding: chunked\r\n")) {
            try (RawClient client = new RawClient(api().port())) {
                client.send(post(shop, headers));
                String piece = Integer.toHexString(length) + "\r\n" + " ".repeat(length) + "\r\n";
                for (int i = 0; i < 3; i++) {
                    client.send(piece);
                }
                client.refusal(413, "too_large");
            }
        }
    }

    @Test
    @Tag("slow")
    @Execution(CONCURRENT)
    default void aClientThatSendsForEverAfterARefusalIsCutOff() {
        Shop shop = api().newShop();
        try (RawClient client = new RawClient(api().port())) {
            client.send(post(shop, "Content-Length: 2000000000\r\n")).drip(" ", OFTEN);
            client.read().is(413);
            long begun = System.nanoTime();
            while (client.takes(" ")) {
                assertTrue(System.nanoTime() - begun < Duration.ofSeconds(10).toNanos(), "it still takes bytes");
            }
        }
    }

    /**
     * A client that takes its time.
     *
     * @param does sends, and reads what the service answers to it until the connection has ended
     * @param earliest when the connection may end
     * @param latest when it must have ended
     */
    record SlowClient(Consumer<RawClient> does, Duration earliest, Duration latest) {
        static SlowClient ends(Duration time, Consumer<RawClient> does) {
            // The service may look at its clock a little earlier than the test does.
            return new SlowClient(does, time.minusMillis(500), time.plus(LATE));
        }

        private void run(int port) {
            try (RawClient client = new RawClient(port)) {
                long begun = System.nanoTime();
                does.accept(client);
                Duration took = Duration.ofNanos(System.nanoTime() - begun);
                assertTrue(took.compareTo(earliest) >= 0, () -> "ended after " + took.toMillis() + " ms already");
                assertTrue(took.compareTo(latest) <= 0, () -> "ended only after " + took.toMillis() + " ms");
            }
        }
    }
}
