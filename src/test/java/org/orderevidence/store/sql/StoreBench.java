package org.orderevidence.store.sql;

import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.everyField;
import static org.orderevidence.store.OrderFixtures.ip;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.store.OrderFixtures.write;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.OrderId;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.EvidenceStore.DayRange;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.SightingWrite;
import org.orderevidence.store.Sightings;
import org.orderevidence.store.TestCodec;

/**
 * Rates of the store alone, without HTTP: {@code StoreBench STORE [CALLERS [SECONDS]]}. Not a test. The store is
 * a folder, in which a SQLite file is made, or the address of an empty PostgreSQL database.
 */
final class StoreBench {
    private static final long CUSTOMERS = 1_000_000;
    private static final List<DayRange> ALL_DAYS =
            List.of(new DayRange(LocalDate.parse("2000-01-01"), LocalDate.parse("9999-12-31")));

    private StoreBench() {}

    public static void main(String[] arguments) throws IOException {
        int callers = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 64;
        Duration time = Duration.ofSeconds(arguments.length > 2 ? Long.parseLong(arguments[2]) : 10);
        try (SqlStore store = open(arguments[0])) {
            EvidenceStore evidence = store.evidence();
            run("warm-up", callers, Duration.ofSeconds(2), n -> track(store.sightings()));
            run("track", callers, time, n -> track(store.sightings()));
            run("put, one order", callers, time, n -> put(evidence, n));
            run("put, 1,000 orders", 2, time, n -> putMany(evidence, n));
            long held = evidence.count(SHOP).total();
            run("order", callers, time, n -> evidence.order(SHOP, new OrderId("A-" + n * 31 % (held / 2))));
            run("order, one caller", 1, time, n -> evidence.order(SHOP, new OrderId("A-" + n * 31 % (held / 2))));
            run("history", callers, time, n -> evidence.history(SHOP, key("f" + n * 31 % (held / 2)), ALL_DAYS, 1_000));
            System.out.printf(Locale.ROOT, "%,d orders%n", held);
        }
    }

    private static SqlStore open(String store) throws IOException {
        if (store.startsWith(PostgresUrl.SCHEME)) {
            return SqlStore.openPostgres(
                    PostgresUrl.parse(store), null, SqlSettings.ofServer(null), NOON, TestCodec.CODECS);
        }
        Path folder = Files.createTempDirectory(Path.of(store), "evidence-bench");
        return SqlStore.openSqlite(folder.resolve("evidence.db"), SqlSettings.defaults(), NOON, TestCodec.CODECS);
    }

    private static void run(String name, int callers, Duration time, LongConsumer call) {
        AtomicLong done = new AtomicLong();
        long cpuBefore = cpuNanos();
        long serverBefore = serverNanos();
        long begin = System.nanoTime();
        long end = begin + time.toNanos();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < callers; i++) {
                threads.execute(() -> {
                    while (System.nanoTime() < end) {
                        call.accept(done.getAndIncrement());
                    }
                });
            }
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        System.out.printf(
                Locale.ROOT,
                "%-20s %4d callers %,10.0f/s %10.1f us each, CPU %8.1f us, of the server %8.1f us%n",
                name,
                callers,
                done.get() / seconds,
                seconds * 1e6 * callers / done.get(),
                (cpuNanos() - cpuBefore) / 1e3 / done.get(),
                (serverNanos() - serverBefore) / 1e3 / done.get());
    }

    /** Of all PostgreSQL processes of this machine. */
    private static long serverNanos() {
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::info)
                .filter(info -> info.command().orElse("").endsWith("/postgres"))
                .mapToLong(info -> info.totalCpuDuration().orElse(Duration.ZERO).toNanos())
                .sum();
    }

    private static long cpuNanos() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .orElse(Duration.ZERO)
                .toNanos();
    }

    private static void track(Sightings sightings) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        String customer = Long.toString(random.nextLong(CUSTOMERS));
        IpSighting sighting =
                new IpSighting(ip("203.0.113." + random.nextInt(250)), NOON.plusSeconds(random.nextInt(86_400)));
        sightings.track(SHOP, new SightingWrite(key(customer), key("ip"), sighting));
    }

    private static void put(EvidenceStore evidence, long number) {
        evidence.put(
                SHOP,
                OrderFixtures.parts(List.of(
                        write(everyField("A-" + number), key("c" + number), key("f" + number), key("b" + number)))),
                NOON);
    }

    private static void putMany(EvidenceStore evidence, long number) {
        evidence.put(
                SHOP,
                OrderFixtures.parts(IntStream.range(0, 1_000)
                        .mapToObj(i -> write(everyField("M-" + number + "-" + i), key("c" + i), key("f" + i)))
                        .toList()),
                NOON);
    }
}
