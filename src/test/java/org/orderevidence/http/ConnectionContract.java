package org.orderevidence.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.orderevidence.api.Shop;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.waiting.Waits;
import tools.jackson.databind.JsonNode;

/** Connections that are slow, broken or under way at a stop. */
@SuppressWarnings("StringConcatToTextBlock") // Lines of HTTP end with CR LF; those of text blocks do not.
public interface ConnectionContract extends ServesApi {
    ServedStore store();

    /** The usual limits, but for how long a request may take, and a connection be idle. */
    static Limits limits(Duration time) {
        return limits(time, time);
    }

    /** The usual limits, but for how long a request may take, and how long a connection may be idle. */
    static Limits limits(Duration requestTime, Duration idleTime) {
        Limits usual = DefaultLimits.DEFAULTS;
        return new Limits(
                usual.headerBytes(),
                usual.bodyBytes(),
                usual.lineBytes(),
                usual.jsonDepth(),
                requestTime,
                idleTime,
                20,
                usual.sightingRetention(),
                Duration.ofSeconds(10));
    }

    private static String post(Shop shop, int length) {
        return "POST /api/v2/track HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: " + length
                + "\r\nX-API-Key: " + shop.key().text() + "\r\n\r\n";
    }

    @Test
    default void aTakenPortAndAnUnknownHostAreSaid() {
        var evidence = store().evidence();

        assertThrows(
                HttpServer.CannotListen.class,
                () -> ServedApi.start(evidence, store(), DefaultLimits.DEFAULTS, "127.0.0.1", api().port()));
        assertThrows(
                HttpServer.CannotListen.class,
                () -> ServedApi.start(evidence, store(), DefaultLimits.DEFAULTS, "no-such-host.invalid", 0));
    }

    @Test
    default void aStopAnswersWhatIsUnderWayAndTakesNothingNew() throws ExecutionException {
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        ServedStore slow = store().with(FailingStore.pausing(store().records(), "merge sightings", reached, released));
        ServedApi stopping = ServedApi.start(slow, DefaultLimits.DEFAULTS);
        Shop shop = stopping.newShop();
        try (RawClient idle = new RawClient(stopping.port());
                RawClient busy = new RawClient(stopping.port())) {
            idle.send("GET /livez HTTP/1.1\r\nHost: x\r\n\r\n").read().is(200);
            busy.send(post(shop, BadBodyContract.SIGHTING.length()) + BadBodyContract.SIGHTING);
            Waits.open(reached, "the request does not reach the store");

            CompletableFuture<Void> stopped = CompletableFuture.runAsync(stopping::stop);
            assertTrue(idle.isEnded());
            released.countDown();

            assertEquals("close", busy.read().is(200).header("Connection"));
            assertTrue(busy.isEnded());
            Waits.result(stopped);
        }
    }

    @Test
    default void aStopEndsAStreamAndAnswersWhatWasKeptOfIt() throws ExecutionException {
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        EvidenceStore slow =
                store().evidence(FailingStore.pausing(store().records(), "update orders", reached, released));
        ServedApi stopping = ServedApi.start(slow, store(), DefaultLimits.DEFAULTS);
        Shop shop = stopping.newShop();
        try (RawClient streaming = new RawClient(stopping.port())) {
            StringBuilder lines = new StringBuilder();
            for (int i = 0; i < 200; i++) {
                lines.append(Shop.ORDER.formatted("T-" + i).replace("\n", " ")).append('\n');
            }
            streaming.send("POST /api/v2/orders/upload HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
                    + "Content-Type: application/x-ndjson\r\nX-API-Key: "
                    + shop.key().text() + "\r\n\r\n"
                    + Integer.toHexString(lines.length()) + "\r\n" + lines + "\r\n");
            Waits.open(reached, "the request does not reach the store");

            CompletableFuture<Void> stopped = CompletableFuture.runAsync(stopping::stop);
            // Released only when the stop has ended the input, else the stream would be read on.
            assertTrue(isRefused(stopping.port()));
            released.countDown();

            JsonNode json = streaming.read().is(200).json();
            assertEquals("200 created", json.path("message").asString());
            assertEquals("the service is stopping", json.path("endedBecause").asString());
            Waits.result(stopped);
        }
    }

    /** Waits until the port no longer accepts connections. */
    private static boolean isRefused(int port) {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (System.nanoTime() < deadline) {
            try (RawClient client = new RawClient(port)) {
                client.endOutput();
            } catch (java.io.UncheckedIOException refused) {
                return true;
            }
        }
        return false;
    }
}
