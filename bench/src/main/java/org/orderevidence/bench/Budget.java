package org.orderevidence.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongFunction;
import org.HdrHistogram.Histogram;

/**
 * The budget run: an embedded store that grows, with 4 GiB of memory and the heap of the launcher. At each size, fetches
 * of any card and uploads of new orders arrive at fixed rates. Before that, the store's files are dropped from the
 * system's cache.
 */
final class Budget {
    private static final int RATE = 2_000;
    private static final long MEMORY = 4L << 30;

    /** The latencies that must not be exceeded, in milliseconds at p99. */
    private static final int FETCH_MILLIS = 10;

    private static final int UPLOAD_MILLIS = 50;
    private static final double MEGABYTE = 1e6;

    private final List<String> launcher;
    private final Options options;
    private final Scratch scratch;
    private final StringBuilder rows = new StringBuilder();

    Budget(Path root, Options options, Scratch scratch) {
        this.launcher = List.of(root.resolve("evidence").toString());
        this.options = options;
        this.scratch = scratch;
    }

    /** Measures each size, and returns the table. */
    String run() throws IOException {
        Path folder = options.data.orElse(scratch.file("budget"));
        for (long orders : options.budget) {
            measure(folder, orders, fill(folder, orders));
        }
        return """
                | orders | requests | answered | failed | p50 ms | p99 ms (promised) | p99.9 ms | most ms | service, cores | \
                generator, cores | resident MB | disk reads MB/s |
                |---|---|---|---|---|---|---|---|---|---|---|---|
                """ + rows;
    }

    /** Adds orders until the folder has this many. Returns the number of their cards. */
    private int fill(Path folder, long orders) throws IOException {
        Path filled = folder.resolve("filled");
        String[] parts = Files.exists(filled) ? Files.readString(filled).split(" ", -1) : new String[] {"0", "0"};
        long stored = Long.parseLong(parts[0]);
        if (stored >= orders) {
            return Integer.parseInt(parts[1]);
        }
        System.err.printf(Locale.ROOT, "bench: adding %,d orders to %,d%n", orders - stored, stored);
        Path workload = Files.createDirectories(scratch.file("budget-workload"));
        int cards = Workload.write(workload, stored, orders);
        Service service = Service.start(scratch, launcher, folder.toString(), "", Service.UNLIMITED);
        double seconds = service.uploadOrders(workload);
        service.uploadSightings(workload);
        service.server().close();
        Files.delete(Workload.orders(workload));
        Files.writeString(filled, orders + " " + cards);
        System.err.printf(Locale.ROOT, "bench: stored in %.0f s%n", seconds);
        return cards;
    }

    private void measure(Path folder, long orders, int cards) throws IOException {
        PageCache.flush(scratch);
        PageCache.drop(scratch, folder);
        ControlGroup group = scratch.closing(ControlGroup.ofMemory(MEMORY));
        List<String> command = new ArrayList<>(group.command());
        command.addAll(launcher);
        Service service = Service.start(scratch, command, folder.toString(), "", Service.UNLIMITED);
        Child server = service.server();
        load(service, cards, options.warmUp);
        System.err.printf(
                Locale.ROOT,
                "bench: %,d orders, %s: %,d fetches and %,d uploads a second for %d s%n",
                orders,
                group.limits() ? "4 GiB of memory" : "no limit of memory",
                RATE,
                RATE,
                options.seconds);
        long self = ProcessHandle.current().pid();
        double served = ProcessStats.cpuMicros(server.pid());
        double sent = ProcessStats.cpuMicros(self);
        double read = ProcessStats.diskReadBytes();
        List<SteadyLoad> loads = load(service, cards, options.seconds);
        double seconds = options.seconds;
        String rest = "%.2f | %.2f | %.0f | %.1f |%n"
                .formatted(
                        (ProcessStats.cpuMicros(server.pid()) - served) / seconds / 1e6,
                        (ProcessStats.cpuMicros(self) - sent) / seconds / 1e6,
                        ProcessStats.residentBytes(server.pid()) / MEGABYTE,
                        (ProcessStats.diskReadBytes() - read) / seconds / MEGABYTE);
        row(orders, "fetch", FETCH_MILLIS, loads.getFirst(), rest);
        row(orders, "upload of one order", UPLOAD_MILLIS, loads.getLast(), rest);
        server.close();
    }

    /** Sends fetches and uploads at the same time. */
    private static List<SteadyLoad> load(Service service, int cards, int seconds) throws IOException {
        String key = service.key();
        int port = service.server().port();
        String template = BenchOrder.template(Workload.today().minusDays(1));
        // No other run has these numbers.
        long first = System.currentTimeMillis() * 10;
        LongFunction<byte[]> fetch = _ -> SteadyLoad.request(
                "GET", "/api/v2/orders/B" + ThreadLocalRandom.current().nextInt(cards) + "-0", key, "");
        LongFunction<byte[]> upload = number -> {
            String ip = "203.0." + number % 250 + "." + number / 250 % 250;
            String order = template.replace("$", ip).replace("#", String.valueOf(first + number));
            return SteadyLoad.request("POST", "/api/v2/orders/upload", key, "{\"orders\":[" + order + "]}");
        };
        List<SteadyLoad> loads = List.of(new SteadyLoad(port, RATE, fetch), new SteadyLoad(port, RATE, upload));
        SteadyLoad.run(seconds, loads);
        return loads;
    }

    private void row(long orders, String what, int promised, SteadyLoad load, String rest) {
        Histogram micros = load.micros();
        rows.append("| %,d | %s | %,d | %d | %s | %s (%d) | %s | %s | %s"
                .formatted(
                        orders,
                        what,
                        micros.getTotalCount(),
                        load.failed(),
                        millis(micros.getValueAtPercentile(50)),
                        millis(micros.getValueAtPercentile(99)),
                        promised,
                        millis(micros.getValueAtPercentile(99.9)),
                        millis(micros.getMaxValue()),
                        rest));
        System.err.print("bench: " + rows.substring(rows.lastIndexOf("\n", rows.length() - 2) + 1));
    }

    private static String millis(long micros) {
        return Report.number(micros / 1e3);
    }
}
