package org.orderevidence.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.api.Shop;
import org.orderevidence.http.limits.DefaultLimits;

/** A stop with connections in every state: none keeps the service longer than its state deserves. */
@SuppressWarnings("StringConcatToTextBlock") // Lines of HTTP end with CR LF; those of text blocks do not.
interface StopContract extends ServesApi {
    /** Half-sent requests have 3 s to become whole; the rest is for a busy machine. */
    Duration CUT_WITHIN = Duration.ofSeconds(7);

    /** Where nothing is half sent, nothing is waited for. */
    Duration AT_ONCE = Duration.ofMillis(2_500);

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
