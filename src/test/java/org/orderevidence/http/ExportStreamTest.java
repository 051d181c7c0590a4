package org.orderevidence.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.account.ApiKey;
import org.orderevidence.api.Shop;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.waiting.Waits;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An export while it is sent: it takes no more memory or time than others can spare, and does not end in silence. */
@Tag("alone")
class ExportStreamTest extends OnSqlite {
    private static final String EXPORT = "/api/v2/orders/export";

    /** Together far more than the buffers of a connection. */
    private static final int ORDERS = 10_000;

    private static final int BYTES_OF_AN_ORDER = 1_000;
    private static final int SLOW_READERS = 17;
    private static final Duration SLOWEST = Duration.ofSeconds(4);

    private static Shop large;

    @AutoClose
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void upload() {
        large = shopWith(service.served(), ORDERS, BYTES_OF_AN_ORDER);
    }

    private static Shop shopWith(ServedApi api, int orders, int bytesOfAnOrder) {
        Shop shop = api.newShop();
        String filler = "t".repeat(bytesOfAnOrder);
        String lines = IntStream.range(0, orders)
                .mapToObj(i -> """
                    {"id": "A-%05d", "amount": 1999, "currency": "USD", "transactionDate": "2026-11-%02d",\
                     "receipt": {"description": "%s"}}""".formatted(i, 1 + i % 20, filler))
                .collect(Collectors.joining("\n"));
        shop.send("POST", "/api/v2/orders/upload", "application/x-ndjson", lines)
                .is(200);
        return shop;
    }

    private BufferedReader export(Shop shop) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + shop.api().port() + EXPORT))
                .header("X-API-Key", shop.key().text())
                .build();
        return new BufferedReader(new InputStreamReader(
                client.send(request, BodyHandlers.ofInputStream()).body(), StandardCharsets.UTF_8));
    }

    private static long held(ServedApi api) {
        HttpServer.Load load = api.load();
        return load.memory().total() - load.memory().free();
    }

    private static JsonNode last(BufferedReader lines) {
        return JsonMapper.shared().readTree(lines.lines().reduce("", (_, line) -> line));
    }

    @Test
    void tenThousandOrdersNeedTheMemoryOfAPart() throws IOException, InterruptedException {
        long most = 0;
        int orders = 0;
        try (BufferedReader lines = export(large)) {
            String line = lines.readLine();
            while (line.contains("\"cursor\"")) {
                orders++;
                most = Math.max(most, held(api()));
                line = lines.readLine();
            }
            assertEquals("{\"orders\":" + ORDERS + ",\"unreadable\":0,\"complete\":true}", line);
            assertNull(lines.readLine());
        }
        assertEquals(ORDERS, orders);
        long part = RequestMemory.ofList(100, DefaultLimits.DEFAULTS.lineBytes());
        assertTrue(most <= part + 64 * 1024, "held " + most);
        Waits.until(() -> held(api()) == 0, "the memory of the export is free");
    }

    @Tag("slow")
    @Test
    void slowReadersHoldUpNobodyAndAreCut() throws IOException, InterruptedException {
        // More than may read at a time.
        try (ServedApi impatient = ServedApi.start(store(), GateContract.limits(SLOWEST))) {
            Shop shop = new Shop(impatient, large.account(), large.key());
            List<RawClient> readers = new ArrayList<>();
            try {
                for (int i = 0; i < SLOW_READERS; i++) {
                    RawClient reader = new RawClient(impatient.port());
                    readers.add(reader.send("GET " + EXPORT + " HTTP/1.1\r\nHost: x\r\nX-API-Key: "
                            + shop.key().text() + "\r\n\r\n"));
                    assertTrue(reader.readSome(100) > 0);
                }
                long start = System.nanoTime();
                shop.get("/api/v2/orders/A-00001").is(200);
                shop.get("/api/v2/orders?per=100").is(200);
                assertTrue(System.nanoTime() - start < SLOWEST.toNanos(), "others waited");
                Waits.until(() -> impatient.load().requests() == 0, "slow readers are still served");
                for (RawClient reader : readers) {
                    assertTrue(reader.readToItsEnd() < (long) ORDERS * BYTES_OF_AN_ORDER);
                }
            } finally {
                readers.forEach(RawClient::close);
            }
        }
    }

    @Test
    void aLongExportTakesNoRequestsFromOthers() {
        try (ServedApi limited = ServedApi.start(store(), DefaultLimits.rates(0, 20))) {
            Shop shop = shopWith(limited, 1_100, 1);

            List<String> lines = shop.get(EXPORT).is(200).text().lines().toList();

            assertEquals("{\"orders\":1100,\"unreadable\":0,\"complete\":true}", lines.getLast());
            shop.get("/api/v2/orders").is(200);
        }
    }

    @Test
    void aStopAndARevokedKeyEndAnExportWithAProblem() throws IOException, InterruptedException {
        try (ServedApi stopping = ServedApi.start(store(), DefaultLimits.DEFAULTS)) {
            Shop shop = new Shop(stopping, large.account(), large.key());
            JsonNode weak = shop.post("/api/v2/keys", "{\"scopes\": [\"read\"]}")
                    .is(201)
                    .json();
            Shop reader = shop.with(new ApiKey(weak.path("key").asString()));
            try (BufferedReader lines = export(reader)) {
                lines.readLine();
                shop.send("DELETE", "/api/v2/keys/" + weak.path("id").asString())
                        .is(200);
                assertEquals("key_unknown", last(lines).path("code").asString());
            }
            try (BufferedReader lines = export(shop)) {
                lines.readLine();
                Thread stop = Thread.ofVirtual().start(stopping::stop);
                JsonNode last = last(lines);
                assertEquals("overloaded", last.path("code").asString(), last::toString);
                stop.join();
            }
        }
    }

    @Test
    void aFailureOfTheStoreEndsAnExportWithAProblem() throws IOException, InterruptedException {
        AtomicInteger parts = new AtomicInteger();
        ServedStore failing = new ServedStore(
                store().evidence(FailingStore.before(store().records(), call -> {
                    if (call.is("read order_days") && parts.incrementAndGet() > 3) {
                        throw new StoreUnavailable("down");
                    }
                })),
                store().accounts(),
                store().records(),
                store().sealer());
        try (ServedApi api = ServedApi.start(failing, DefaultLimits.DEFAULTS)) {
            Shop shop = shopWith(api, 300, 1);
            try (BufferedReader lines = export(shop)) {
                JsonNode last = last(lines);
                assertEquals("store_unavailable", last.path("code").asString(), last::toString);
            }
        }
    }
}
