package org.orderevidence.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServedStore;
import org.orderevidence.http.ServesApi;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.integration.InboxEvent;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.IntegrationRecord;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.RecordKey;
import org.orderevidence.store.cassandra.CassandraStores;
import tools.jackson.databind.JsonNode;

/** Measures the status of an integration with many events, on a cluster: {@code -Dmeasure.events=50000}. */
@EnabledIfSystemProperty(named = "measure.events", matches = "\\d+", disabledReason = "it measures")
final class CassandraStatusTimeTest implements ServesApi {
    private static final String KEYSPACE = "status_time";
    private static final int EVENTS = Integer.getInteger("measure.events", 0);
    private static final int CALLS = 21;
    private static final long LONGEST_MILLIS = 2_000;

    /** Of so many events, one is unmapped. */
    private static final int USUAL = 20;

    private static final int EACH = 1;

    private static final int MORE = 4;
    private static final int TOGETHER = 250;

    private static final Bytes DOCUMENT = Bytes.wrap(new byte[2_000]);

    private static OpenStore cassandra;
    private static ServedStore store;
    private static ServedApi served;

    @BeforeAll
    static void start() {
        cassandra = CassandraStores.open(KEYSPACE, ServedApi.CODECS, ServedApi.NOW);
        store = ServedStore.of(cassandra);
        served = ServedApi.start(store, DefaultLimits.DEFAULTS);
    }

    @AfterAll
    static void stop() {
        served.close();
        cassandra.close();
    }

    @Override
    public ServedApi api() {
        return served;
    }

    @Test
    void theStatusOfManyEventsIsAnsweredSoon() {
        long longest = LongStream.of(
                        measure(0, EACH),
                        measure(EVENTS / 100, USUAL),
                        measure(EVENTS, USUAL),
                        measure(EVENTS, EACH),
                        measure(MORE * EVENTS, USUAL))
                .max()
                .orElseThrow();

        assertTrue(longest <= LONGEST_MILLIS, () -> longest + " ms");
    }

    /** Returns the time of the slowest call in milliseconds. */
    private long measure(int events, int unmappedEach) {
        Merchant merchant = new Merchant(this, store);
        write(merchant, events, unmappedEach);
        JsonNode status = status(merchant);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        List<Long> millis = new ArrayList<>();
        long allocatedBefore = threads.getTotalThreadAllocatedBytes();
        for (int call = 0; call < CALLS; call++) {
            long start = System.nanoTime();
            status = status(merchant);
            millis.add(Duration.ofNanos(System.nanoTime() - start).toMillis());
        }
        long allocated = (threads.getTotalThreadAllocatedBytes() - allocatedBefore) / CALLS;
        long received = sum(status, "received");
        List<Long> sorted = millis.stream().sorted().toList();
        System.out.printf(
                "%,d events, each %d. unmapped: p50 %d ms, longest %d ms, %d MB allocated by a call;"
                        + " %,d received, estimated: %s%n",
                events,
                unmappedEach,
                sorted.get(CALLS / 2),
                sorted.getLast(),
                allocated >> 20,
                received,
                status.path("eventsEstimated"));
        assertTrue(Math.abs(received - events) <= events / 5, () -> "about " + events + ", not " + received);
        assertEquals(0, sum(status, "waiting"));
        return sorted.getLast();
    }

    private static JsonNode status(Merchant merchant) {
        return merchant.shop
                .get("/api/v2/integrations/" + merchant.stripe.id())
                .is(200)
                .json();
    }

    private static long sum(JsonNode status, String field) {
        return status.path("eventDays")
                .valueStream()
                .flatMapToLong(day -> LongStream.of(day.path(field).asLong()))
                .sum();
    }

    private static void write(Merchant merchant, int events, int unmappedEach) {
        Random random = new Random(1);
        String integration = merchant.stripe.id();
        List<IntegrationRecord> records = new ArrayList<>();
        for (int i = 0; i < events; i++) {
            String name = "01%016x%016x".formatted(random.nextLong(), random.nextLong());
            var expires = ServedApi.NOW.plus(InboxEvent.LIFE).minus(Duration.ofMinutes(random.nextInt(27 * 24 * 60)));
            records.add(new IntegrationRecord(
                    merchant.space, RecordKeys.event(integration, name), 2, null, expires, DOCUMENT));
            if (i % unmappedEach == 0) {
                records.add(new IntegrationRecord(
                        merchant.space,
                        new RecordKey(RecordKeys.unmapped(integration), name),
                        1,
                        null,
                        expires,
                        new ListedReason(2, "unknown_type").content()));
            }
        }
        for (int from = 0; from < records.size(); from += TOGETHER) {
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                records.subList(from, Math.min(records.size(), from + TOGETHER))
                        .forEach(record ->
                                threads.execute(() -> store.integrations().add(record)));
            }
        }
    }
}
