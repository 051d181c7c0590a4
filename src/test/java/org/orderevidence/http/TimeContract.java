package org.orderevidence.http;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.orderevidence.api.Shop;

/** Clients that take their time: each is ended in time, and told why where that is possible. */
@SuppressWarnings("StringConcatToTextBlock") // Lines of HTTP end with CR LF; those of text blocks do not.
interface TimeContract extends ServesApi {
    Duration REQUEST = Duration.ofSeconds(3);
    Duration IDLE = Duration.ofSeconds(5);

    /** How much later than its time a connection may be ended on a busy machine. */
    Duration LATE = Duration.ofSeconds(4);

    Duration OFTEN = Duration.ofMillis(200);

    ServedStore store();

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

    /** They are all at work at the same time: together they last as long as the longest. */
    @Test
    @Tag("slow")
    default void slowClientsAreEndedInTime() throws Exception {
        try (ServedApi impatient = ServedApi.start(store(), ConnectionContract.limits(REQUEST, IDLE))) {
            Shop shop = impatient.newShop();
            Map<String, SlowClient> clients = new LinkedHashMap<>();
            clients.put("silent", SlowClient.ends(IDLE, TimeContract::isClosed));
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
                assertEquals("1 created", client.read().is(200).at("/message").asString());
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

    private static String post(Shop shop, String headers) {
        return "POST /api/v2/track HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-API-Key: "
                + shop.key().text() + "\r\n" + headers + "\r\n";
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
    default void idleConnectionsAreBoundedAndDoNotShutOutOthersForLong() {
        try (ServedApi impatient = ServedApi.start(store(), ConnectionContract.limits(Duration.ofSeconds(3)))) {
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
    default void aPeerThatDoesNotTakeItsAnswersIsCutOff() throws InterruptedException {
        int requests = 300;
        try (ServedApi impatient = ServedApi.start(store(), ConnectionContract.limits(Duration.ofSeconds(1)))) {
            int length = impatient.send("GET", "/openapi.json").is(200).body().length();
            try (RawClient client = new RawClient(impatient.port())) {
                client.send("GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(requests));
                // The test is a client that does not read for longer than the limit of 1 s.
                Thread.sleep(Duration.ofSeconds(3));

                assertTrue(client.readToItsEnd() < (long) requests * length);
            }
        }
    }

    @Test
    @Tag("slow")
    default void aClientThatTakesItsAnswersTooSlowlyIsCutOff() throws InterruptedException {
        int requests = 400;
        try (ServedApi impatient = ServedApi.start(store(), ConnectionContract.limits(REQUEST, IDLE))) {
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
}
