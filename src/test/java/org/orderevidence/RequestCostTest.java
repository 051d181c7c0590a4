package org.orderevidence;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.api.Shop;
import org.orderevidence.http.RawClient;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServedSqlite;
import org.orderevidence.http.ServedStore;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.store.ChildJvm;
import org.orderevidence.store.CountedRecords;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.sql.CountedPostgres;
import org.orderevidence.store.sql.SqlRecordStore;
import org.orderevidence.store.sql.SqlSettings;
import org.orderevidence.store.sql.TestPostgres;

/**
 * Counts the work of one request, which does not depend on the speed of the machine. A change that makes a request do
 * more fails here.
 */
@Tag("alone")
class RequestCostTest {
    /** The requests that are counted. Each has a text for its first, second and any later time. */
    @SuppressWarnings("ImmutableEnumChecker") // The functions have no state.
    private enum Request {
        FETCH(54, "GET", "/api/v2/orders/A-3", _ -> ""),
        TRACK(30, "POST", "/api/v2/track", turn -> """
                {"email": "buyer@example.com", "ip": "203.0.113.%d"}""".formatted(10 + turn)),
        TRACK_AGAIN(30, "POST", "/api/v2/track", _ -> """
                {"email": "buyer@example.com", "ip": "203.0.113.9"}"""),
        UPLOAD(
                66,
                "POST",
                "/api/v2/orders/upload",
                turn -> orders(List.of(order("B-" + turn, "2025-01-10", 2000 + turn)))),
        UPLOAD_AGAIN(66, "POST", "/api/v2/orders/upload", _ -> orders(List.of(order("A-3", "2026-11-01", 1003)))),
        UPLOAD_OF_100(
                4_400,
                "POST",
                "/api/v2/orders/upload",
                turn -> orders(IntStream.range(0, 100)
                        .mapToObj(i -> order("H-" + turn + "-" + i, "2025-01-10", 3000 + i))
                        .toList()));

        /** Maximum number of kilobytes that it allocates. */
        private final int kilobytes;

        private final String method;
        private final String path;
        private final IntFunction<String> body;

        Request(int kilobytes, String method, String path, IntFunction<String> body) {
            this.kilobytes = kilobytes;
            this.method = method;
            this.path = path;
            this.body = body;
        }

        private String text(Shop shop, int turn) {
            String content = body.apply(turn);
            return String.join(
                    "\r\n",
                    method + " " + path + " HTTP/1.1",
                    "Host: localhost",
                    "X-API-Key: " + shop.key().text(),
                    "Content-Type: application/json",
                    "Content-Length: " + content.length(),
                    "",
                    content);
        }
    }

    @TempDir
    private Path folder;

    private static String order(String id, String day, int number) {
        return """
            {"id": "%s", "amount": 1999, "currency": "USD", "transactionDate": "%sT10:00:00Z",
             "ip": "203.0.113.7", "deviceId": "device-0123456789", "customerAccountId": "u1", "bin": "424242",
             "last4": "4242", "brand": "visa", "cardFingerprint": "fp_12345678", "arn": "7402711111111111111%s",
             "receipt": {"customerEmail": "buyer@example.com", "shippingAddress": {"line1": "Street 1", "city":
             "Berlin", "postalCode": "10115", "country": "DE"}, "lineItems": [{"productName": "Tea", "price": 1999}]}}""".formatted(id, day, number);
    }

    private static String orders(List<String> orders) {
        return "{\"orders\": [" + String.join(",", orders) + "]}";
    }

    /** Makes a shop with an order whose evidence is two earlier orders. The caches know its key afterwards. */
    private static Shop filled(ServedApi served) {
        Shop shop = served.newShop();
        shop.upload(
                        order("A-1", "2026-03-01", 1001),
                        order("A-2", "2026-05-01", 1002),
                        order("A-3", "2026-11-01", 1003))
                .is(200);
        assertEquals("qualified", shop.get("/api/v2/orders/A-3").text("/compellingEvidence/status"));
        shop.post("/api/v2/track", Request.TRACK_AGAIN.body.apply(0)).is(200);
        return shop;
    }

    /**
     * Sends each request three times, and shows the middle cost: during one of them another thread may write, for example
     * the day on which a key was used.
     */
    private static String counted(ServedApi served, Supplier<String> taken) {
        Shop shop = filled(served);
        try (RawClient client = new RawClient(served.port())) {
            return Arrays.stream(Request.values())
                    .map(request -> {
                        String usual = IntStream.range(0, 3)
                                .mapToObj(turn -> cost(client, request.text(shop, turn), taken))
                                .sorted()
                                .toList()
                                .get(1);
                        return request + ": " + usual + "\n";
                    })
                    .collect(Collectors.joining());
        }
    }

    private static String cost(RawClient client, String text, Supplier<String> taken) {
        var _ = taken.get();
        assertEquals(200, client.send(text).read().status());
        return taken.get();
    }

    @Test
    void callsAndRecordsOfTheStore() {
        try (ServedSqlite sqlite = ServedSqlite.start(folder)) {
            CountedRecords records = new CountedRecords(sqlite.store().records());
            ServedStore store = sqlite.store().with(records.store());
            try (ServedApi served = ServedApi.start(store.evidence(records.store()), store, DefaultLimits.DEFAULTS)) {
                assertEquals("""
                        FETCH: 1 calls, 4 records read, 0 written
                        TRACK: 1 calls, 0 records read, 1 written
                        TRACK_AGAIN: 1 calls, 0 records read, 1 written
                        UPLOAD: 1 calls, 0 records read, 8 written
                        UPLOAD_AGAIN: 1 calls, 0 records read, 0 written
                        UPLOAD_OF_100: 1 calls, 0 records read, 800 written
                        """, counted(served, records::taken));
            }
        }
    }

    @Test
    void statementsAndRoundTripsOfPostgres() throws IOException {
        try (CountedPostgres postgres = CountedPostgres.start(TestPostgres.newDatabase());
                OpenStore store = SqlRecordStore.openPostgres(
                        postgres.url(), null, SqlSettings.ofServer(null), ServedApi.NOW, ServedApi.CODECS);
                ServedApi served = ServedApi.start(ServedStore.of(store), DefaultLimits.DEFAULTS)) {
            assertEquals("""
                    FETCH: 1 statements, 1 round trips, 4 rows
                    TRACK: 3 statements, 2 round trips, 0 rows
                    TRACK_AGAIN: 3 statements, 2 round trips, 0 rows
                    UPLOAD: 8 statements, 3 round trips, 0 rows
                    UPLOAD_AGAIN: 3 statements, 3 round trips, 1 rows
                    UPLOAD_OF_100: 8 statements, 3 round trips, 0 rows
                    """, counted(served, postgres::taken));
        }
    }

    /**
     * In a JVM whose compiler removes no allocation. The bounds leave room for a virtual thread that waits more often than
     * usual: each wait allocates some kilobytes.
     */
    @Tag("slow")
    @Test
    void allocatedKilobytes() throws IOException, InterruptedException {
        try (ChildJvm child = ChildJvm.start(Allocations.class, folder.toString())) {
            child.awaitLines(Request.values().length);
            List<String> lines = child.kill();
            assertEquals(Request.values().length, lines.size());
            assertEquals(
                    List.of(),
                    lines.stream()
                            .map(line -> line.split(" ", 2))
                            .filter(line -> Integer.parseInt(line[1]) > Request.valueOf(line[0]).kilobytes)
                            .map(Arrays::toString)
                            .toList());
        }
    }

    /**
     * Prints how many kilobytes the service allocates for each request. The least of many is without what other
     * threads do meanwhile.
     */
    static final class Allocations {
        private static final int TIMES = 51;

        private Allocations() {}

        public static void main(String[] folder) {
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            try (ServedSqlite sqlite = ServedSqlite.start(Path.of(folder[0]));
                    RawClient client = new RawClient(sqlite.served().port())) {
                Shop shop = filled(sqlite.served());
                for (Request request : Request.values()) {
                    long[] bytes = IntStream.range(0, 2 * TIMES)
                            .mapToLong(turn -> {
                                String text = request.text(shop, turn);
                                long before = threads.getTotalThreadAllocatedBytes()
                                        - threads.getCurrentThreadAllocatedBytes();
                                client.send(text).read();
                                return threads.getTotalThreadAllocatedBytes()
                                        - threads.getCurrentThreadAllocatedBytes()
                                        - before;
                            })
                            .skip(TIMES)
                            .sorted()
                            .toArray();
                    System.out.println(request + " " + bytes[0] / 1024);
                }
            }
        }
    }
}
