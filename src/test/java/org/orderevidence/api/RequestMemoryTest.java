package org.orderevidence.api;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.orderevidence.http.OnSqlite;
import org.orderevidence.http.RawClient;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.EvidenceStore.PartWrite;
import org.orderevidence.waiting.Waits;

/** Measures the heap that an upload holds while it waits for the service.store(), against what the budget takes for it; and of heads. */
@Tag("slow")
@Tag("alone")
final class RequestMemoryTest extends OnSqlite {
    private static final int BODY = DefaultLimits.DEFAULTS.bodyBytes();
    private static final int MOST_ORDERS = 1_000;
    private static final int MEASUREMENTS = 10;
    private static final int HEADS = 100;
    private static final int FIELDS = 90;

    static Stream<Arguments> bodies() {
        String order = "{\"id\":\"%d\",\"amount\":1,\"currency\":\"USD\",\"transactionDate\":\"2026-11-01\"%s}";
        return Stream.of(
                Arguments.of(
                        "long strings", body(order, ",\"receipt\":{\"description\":\"" + "x".repeat(1_900) + "\"}")),
                Arguments.of(
                        "strings that are not Latin-1",
                        body(order, ",\"receipt\":{\"description\":\"" + "é€".repeat(900) + "\"}")),
                Arguments.of("small line items", body(order, ",\"receipt\":{\"lineItems\":[" + items(500) + "]}")),
                Arguments.of(
                        "addresses and links",
                        body(
                                order,
                                ",\"receipt\":{\"customerEmail\":\"a@example.com\",\"shippingAddress\":{\"line1\":\"1\",\"line2\":\"2\",\"city\":\"3\",\"postalCode\":\"4\",\"country\":\"US\"},\"billingAddress\":{\"line1\":\"1\",\"city\":\"3\"}},\"ip\":\"203.0.113.7\",\"bin\":\"424242\",\"last4\":\"4242\"")),
                Arguments.of("unknown fields", body(order, unknown(300))));
    }

    private static String items(int count) {
        return String.join(",", java.util.Collections.nCopies(count, "{\"productName\":\"abcdef\",\"price\":1}"));
    }

    private static String unknown(int count) {
        StringBuilder fields = new StringBuilder();
        for (int i = 0; i < count; i++) {
            fields.append(",\"u").append(i).append("\":1");
        }
        return fields.toString();
    }

    /** As many orders of a kind as fit. */
    private static byte[] body(String order, String more) {
        StringBuilder body = new StringBuilder("{\"orders\":[");
        int length = 0;
        for (int i = 0; i < MOST_ORDERS; i++) {
            String next = (i == 0 ? "" : ",") + order.formatted(i, more);
            length += next.getBytes(StandardCharsets.UTF_8).length;
            if (length > BODY - 100) {
                break;
            }
            body.append(next);
        }
        return body.append("]}").toString().getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("bodies")
    void anUploadHoldsNoMoreThanTheBudgetTakesForIt(String kind, byte[] body) throws Exception {
        long taken = RequestMemory.ofBody(body.length);
        String measured = "";
        // Other threads of this JVM allocate, too: a measurement may be too high by megabytes. An upload that holds too
        // much exceeds the budget in every measurement.
        for (int i = 0; i < MEASUREMENTS; i++) {
            long held = heldBy(body);
            measured = "%s: %,d bytes of heap for a body of %,d bytes, for which %,d are taken"
                    .formatted(kind, held, body.length, taken);
            System.out.println(measured);
            if (held <= taken) {
                return;
            }
        }
        fail(measured);
    }

    private static long heldBy(byte[] body) throws Exception {
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        try (ServedApi api = ServedApi.start(pausing(reached, released), service.store(), DefaultLimits.DEFAULTS)) {
            Shop shop = api.newShop();
            shop.get("/api/v2/orders").is(200);
            long before = live();
            try (RawClient client = new RawClient(api.port())) {
                client.send(
                        "POST /api/v2/orders/upload HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-API-Key: "
                                + shop.key().text() + "\r\nContent-Length: " + body.length + "\r\n\r\n");
                client.send(new String(body, StandardCharsets.ISO_8859_1));
                assertTrue(reached.await(30, TimeUnit.SECONDS), "the upload was not stored");
                long held = live() - before;
                released.countDown();
                client.read().is(200);
                return held;
            }
        }
    }

    static Stream<Arguments> heads() {
        String field = "a%d: " + "v".repeat(110) + "\r\n";
        return Stream.of(
                Arguments.of("a long value", "Long: " + "v".repeat(12_000) + "\r\n", 1),
                Arguments.of(
                        "many fields",
                        IntStream.range(0, FIELDS).mapToObj(field::formatted).collect(joining()),
                        FIELDS),
                Arguments.of("many short fields", "a:b\r\n".repeat(FIELDS), FIELDS));
    }

    /** Measured against as many requests with usual heads. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("heads")
    void aHeadHoldsNoMoreThanTheBudgetTakesForIt(String kind, String lines, int fields) throws Exception {
        long taken = RequestMemory.ofHead(lines.length(), fields);
        String measured = "";
        try (ServedApi api = ServedApi.start(service.store().evidence(), service.store(), DefaultLimits.DEFAULTS)) {
            for (int i = 0; i < MEASUREMENTS; i++) {
                long usual = heldByHeads(api, "");
                long held = (heldByHeads(api, lines) - usual) / HEADS;
                measured = "%s: %,d bytes of heap for %,d more bytes of a head, for which %,d are taken"
                        .formatted(kind, held, lines.length(), taken);
                System.out.println(measured);
                if (held <= taken) {
                    return;
                }
            }
        }
        fail(measured);
    }

    /** Returns what requests hold whose heads are complete and whose bodies have not begun. */
    private static long heldByHeads(ServedApi api, String lines) {
        String request = "POST /api/v2/track HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                + "Expect: 100-continue\r\nContent-Length: 10\r\nX-API-Key: "
                + api.newShop().key().text() + "\r\n" + lines + "\r\n";
        List<RawClient> clients = new ArrayList<>();
        try {
            long before = live();
            for (int i = 0; i < HEADS; i++) {
                RawClient client = new RawClient(api.port());
                clients.add(client);
                client.send(request).read(false).is(100);
            }
            return live() - before;
        } finally {
            clients.forEach(RawClient::close);
        }
    }

    /** Heap in use after a collection. */
    private static long live() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Waits before it encodes an upload. */
    private static EvidenceStore pausing(CountDownLatch reached, CountDownLatch released) {
        return new EvidenceStore(
                service.store().records(),
                ServedApi.CODECS.apply(service.store().accounts())) {
            @Override
            public List<OrderOutcome> put(AccountSpace space, List<PartWrite> orders, Instant now) {
                reached.countDown();
                Waits.open(released, "the call of the store is not let go");
                return super.put(space, orders, now);
            }
        };
    }
}
