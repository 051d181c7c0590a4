package org.orderevidence.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The load benchmark: track, single order upload and fetch on the embedded store, beside the same HTTP server answering
 * a constant of the same size and beside pgbench doing the same rows one by one, all in one run. Prints a table for
 * docs/performance.md.
 *
 * <p>{@code LoadBench JAVA JAR [--orders N] [--connections N] [--seconds N] [--rounds N] [--warmup N]}
 */
final class LoadBench {
    private static final Pattern LISTENING = Pattern.compile("http://127\\.0\\.0\\.1:(\\d+)");
    private static final Pattern PORT = Pattern.compile("^(\\d+)$");
    private static final long SEED = 20_261_120L;

    private final String java;
    private final Path jar;
    private final Settings settings;
    private final Path folder;

    private record Settings(int orders, int connections, int seconds, int rounds, int warmup) {}

    private record Row(String name, List<HttpLoad.Result> rounds, double serverCpuMicros) {
        double perSecond() {
            return median(rounds.stream().map(HttpLoad.Result::perSecond).toList());
        }

        double millis(double percentile) {
            return median(rounds.stream()
                    .map(r -> r.latencies().getValueAtPercentile(percentile) / 1_000.0)
                    .toList());
        }
    }

    private LoadBench(String java, Path jar, Settings settings) throws IOException {
        this.java = java;
        this.jar = jar;
        this.settings = settings;
        this.folder = Files.createTempDirectory("evidence-bench");
    }

    public static void main(String[] args) throws Exception {
        Settings settings = new Settings(
                option(args, "--orders", 100_000),
                option(args, "--connections", 64),
                option(args, "--seconds", 5),
                option(args, "--rounds", 5),
                option(args, "--warmup", 15));
        LoadBench bench = new LoadBench(args[0], Path.of(args[1]), settings);
        try {
            bench.run();
        } finally {
            delete(bench.folder);
        }
    }

    private void run() throws Exception {
        System.err.println("machine: " + Runtime.getRuntime().availableProcessors() + " cores, "
                + System.getProperty("os.name") + " " + System.getProperty("os.version") + ", Java " + Runtime.version());
        List<Row> rows = new ArrayList<>();
        int answerBytes;
        Path log = folder.resolve("server.log");
        List<String> serve = List.of(java, "-XX:+UseCompactObjectHeaders", "--enable-native-access=ALL-UNNAMED", "-jar",
                jar.toString(), "serve", "--port", "0", "--data", folder.resolve("data").toString());
        try (Child server = Child.start(serve, log, LISTENING)) {
            String key = Files.readString(folder.resolve("data/first-key")).strip();
            Workload workload = new Workload(LocalDate.now(ZoneOffset.UTC), SEED);
            fill(server.port(), key, workload);
            List<String> fetched = workload.fetched();
            answerBytes = meanAnswer(server.port(), key, fetched);

            rows.add(measure("track", server, (connection, n) -> {
                long customer = ThreadLocalRandom.current().nextLong(1_000_000);
                return HttpLoad.post("/api/v2/track", key,
                        new Workload.Sighting(Workload.email(customer), Workload.ip(customer), observedAt(customer)).json());
            }));
            AtomicLong lone = new AtomicLong();
            rows.add(measure("upload of one order", server, (connection, n) -> HttpLoad.post("/api/v2/orders/upload", key,
                    "{\"orders\":[" + workload.loneOrder(lone.incrementAndGet()) + "]}")));
            rows.add(measure("fetch", server, (connection, n) -> HttpLoad.get(
                    "/api/v2/orders/" + fetched.get(ThreadLocalRandom.current().nextInt(fetched.size())), key)));
        }
        List<String> constant = List.of(java, "-XX:+UseCompactObjectHeaders", "-cp", System.getProperty("java.class.path"),
                ConstantServer.class.getName(), String.valueOf(answerBytes));
        try (Child ceiling = Child.start(constant, log, PORT)) {
            rows.add(measure("constant of " + answerBytes + " bytes", ceiling, (connection, n) -> HttpLoad.get("/", "none")));
        }
        print(rows, pgbench());
    }

    private Optional<PgBench.Result[]> pgbench() throws IOException {
        Optional<PgBench> postgres = PgBench.start();
        if (postgres.isEmpty()) {
            return Optional.empty();
        }
        try (PgBench bench = postgres.get()) {
            int seconds = settings.seconds * settings.rounds;
            return Optional.of(new PgBench.Result[] {
                bench.track(settings.connections, seconds), bench.order(settings.connections, seconds)
            });
        }
    }

    private Row measure(String name, Child server, HttpLoad.Requests requests) {
        HttpLoad load = new HttpLoad(server.port(), settings.connections);
        load.run(Duration.ofSeconds(settings.warmup), requests);
        Duration cpuBefore = server.cpu();
        List<HttpLoad.Result> rounds = new ArrayList<>();
        for (int i = 0; i < settings.rounds; i++) {
            HttpLoad.Result round = load.run(Duration.ofSeconds(settings.seconds), requests);
            System.err.printf(Locale.ROOT, "%s: %.0f/s, %d failures%n", name, round.perSecond(), round.failures());
            rounds.add(round);
        }
        long all = rounds.stream().mapToLong(HttpLoad.Result::requests).sum();
        return new Row(name, rounds, server.cpu().minus(cpuBefore).toNanos() / 1_000.0 / all);
    }

    private void fill(int port, String key, Workload workload) throws IOException, InterruptedException {
        long start = System.nanoTime();
        HttpClient client = HttpClient.newHttpClient();
        List<Workload.Sighting> sightings = new ArrayList<>();
        List<String> batch = new ArrayList<>();
        int sent = 0;
        while (sent < settings.orders) {
            batch.addAll(workload.nextCard(sightings));
            if (batch.size() >= 500) {
                post(client, port, key, "/api/v2/orders/upload", "{\"orders\":[" + String.join(",", batch) + "]}");
                sent += batch.size();
                batch.clear();
            }
        }
        List<Workload.Sighting> all = List.copyOf(sightings);
        AtomicLong next = new AtomicLong();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < settings.connections; i++) {
                threads.submit(() -> {
                    for (long n = next.getAndIncrement(); n < all.size(); n = next.getAndIncrement()) {
                        post(client, port, key, "/api/v2/track", all.get((int) n).json());
                    }
                    return null;
                });
            }
        }
        System.err.printf(Locale.ROOT, "filled: %d orders of %d cards, %d sightings, in %.1f s%n", sent,
                workload.fetched().size(), all.size(), (System.nanoTime() - start) / 1e9);
    }

    private static void post(HttpClient client, int port, String key, String path, String json)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("X-API-Key", key)
                .header("Content-Type", "application/json")
                .timeout(Duration.ofSeconds(60))
                .POST(HttpRequest.BodyPublishers.ofString(json))
                .build();
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException(path + " answered " + answer.statusCode() + ": " + answer.body());
        }
    }

    private static int meanAnswer(int port, String key, List<String> ids) throws IOException, InterruptedException {
        HttpClient client = HttpClient.newHttpClient();
        Random random = new Random(SEED);
        long bytes = 0;
        int samples = 200;
        for (int i = 0; i < samples; i++) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v2/orders/"
                            + ids.get(random.nextInt(ids.size()))))
                    .header("X-API-Key", key)
                    .build();
            bytes += client.send(request, HttpResponse.BodyHandlers.ofByteArray()).body().length;
        }
        return (int) (bytes / samples);
    }

    private void print(List<Row> rows, Optional<PgBench.Result[]> pgbench) {
        Row track = rows.get(0);
        Row upload = rows.get(1);
        Row fetch = rows.get(2);
        Row ceiling = rows.get(3);
        System.out.println("| what | per second (min, max) | p50 ms | p99 ms | p99.9 ms | server CPU µs a request |");
        System.out.println("|---|---|---|---|---|---|");
        for (Row row : rows) {
            double min = row.rounds.stream().mapToDouble(HttpLoad.Result::perSecond).min().orElse(0);
            double max = row.rounds.stream().mapToDouble(HttpLoad.Result::perSecond).max().orElse(0);
            System.out.printf(Locale.ROOT, "| %s | %.0f (%.0f, %.0f) | %.2f | %.2f | %.2f | %.0f |%n", row.name, row.perSecond(), min, max,
                    row.millis(50), row.millis(99), row.millis(99.9), row.serverCpuMicros);
        }
        pgbench.ifPresent(p -> {
            System.out.printf(Locale.ROOT, "| pgbench, one sighting | %.0f | mean %.2f | | | |%n", p[0].perSecond(), p[0].meanMillis());
            System.out.printf(Locale.ROOT, "| pgbench, one order | %.0f | mean %.2f | | | |%n", p[1].perSecond(), p[1].meanMillis());
        });
        System.out.println();
        System.out.println("| ratio | |");
        System.out.println("|---|---|");
        System.out.printf(Locale.ROOT, "| fetch ÷ constant answer | %.2f |%n", fetch.perSecond() / ceiling.perSecond());
        System.out.printf(Locale.ROOT, "| p99 ÷ p50 of track | %.1f |%n", track.millis(99) / track.millis(50));
        pgbench.ifPresentOrElse(p -> {
            System.out.printf(Locale.ROOT, "| track ÷ pgbench upsert | %.2f |%n", track.perSecond() / p[0].perSecond());
            System.out.printf(Locale.ROOT, "| order upload ÷ pgbench order | %.2f |%n", upload.perSecond() / p[1].perSecond());
        }, () -> System.out.println("| pgbench | PostgreSQL is not installed |"));
    }

    private static String observedAt(long customer) {
        return Instant.now().minusSeconds(60 * (1 + customer % 500_000)).truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }

    private static int option(String[] args, String name, int otherwise) {
        for (int i = 0; i < args.length - 1; i++) {
            if (args[i].equals(name)) {
                return Integer.parseInt(args[i + 1]);
            }
        }
        return otherwise;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
