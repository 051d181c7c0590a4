package org.orderevidence.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** The course of a run: what is started, filled and measured, in which order. */
final class Course {
    private static final int FEW = 16;
    private static final int USUAL = 64;
    private static final int MANY = 256;

    /** Seconds, for a server that is warm from another number of connections. */
    private static final int SHORT_WARM_UP = 2;

    /** Starts of the service that are timed. */
    private static final int STARTS = 5;

    private static final int QUICK_STARTS = 3;

    private static final long START_SECONDS = 60;

    /** Three Cassandra servers on a small machine are slow to fill. */
    private static final long CASSANDRA_ORDERS = 20_000;

    /** Wins over what the tests give their Cassandra servers. */
    private static final Map<String, String> LARGER = Map.of("_JAVA_OPTIONS", "-Xmx1g -XX:TieredStopAtLevel=4");

    private static final Map<String, String> CACHE_OFF = Map.of("_JAVA_OPTIONS", "-XX:AOTMode=off");

    private final Path root;
    private final Options options;
    private final Scratch scratch;
    private final Path workload;
    private final Wrk wrk;
    private final @Nullable Postgres postgres;
    private final @Nullable PgBench pgbench;
    private final Contest contest;
    private final Findings findings;

    /**
     * @param root folder of the project
     * @param postgresBin where PostgreSQL is installed; null where it is not
     */
    Course(Path root, Options options, Scratch scratch, @Nullable Path postgresBin) throws IOException {
        this.root = root;
        this.options = options;
        this.scratch = scratch;
        this.workload = Files.createDirectories(scratch.file("workload"));
        this.wrk = new Wrk(scratch, workload);
        this.postgres = postgresBin == null ? null : Postgres.start(scratch, postgresBin);
        this.pgbench = postgres == null ? null : new PgBench(postgres);
        this.contest = new Contest(options, scratch);
        this.findings = new Findings(contest);
    }

    Findings run() throws IOException {
        Workload.write(workload, 0, options.orders);
        // Each store is followed by its other build, if there is one: they are measured right after each other.
        List<HttpContestant> services = new ArrayList<>();
        if (options.measures(Options.SQLITE)) {
            services.add(embedded(launcher(), Options.SQLITE));
            if (options.baseline.isPresent()) {
                services.add(embedded(options.baseline.get(), BeforeAfter.before(Options.SQLITE)));
            }
        }
        if (options.measures(Options.POSTGRESQL) && postgres != null) {
            services.add(on(postgres, launcher(), Options.POSTGRESQL, "service"));
            if (options.baseline.isPresent()) {
                String name = BeforeAfter.before(Options.POSTGRESQL);
                services.add(on(postgres, options.baseline.get(), name, "service_before"));
            }
        }
        if (!services.isEmpty()) {
            measure(services);
        }
        if (options.measures(Options.CASSANDRA)) {
            try {
                cassandra();
            } catch (IOException failed) {
                if (services.isEmpty()) {
                    throw failed;
                }
                System.err.println("bench: Cassandra is given up, the rest stands: " + failed.getMessage());
            }
        }
        return findings;
    }

    private void measure(List<HttpContestant> services) throws IOException {
        if (pgbench != null) {
            System.err.println("bench: pgbench: storing " + options.orders + " orders with COPY");
            findings.fillSeconds().put(PgBench.NAME, pgbench.fill(options.orders));
        }
        List<HttpContestant> servers = new ArrayList<>(services);
        if (options.spring && postgres != null) {
            System.err.println("bench: Spring Boot: storing " + options.orders + " orders");
            servers.add(SpringServer.start(scratch, java(), root, wrk, postgres, options.orders));
        }
        for (HttpContestant server : servers) {
            findings.answerBytes().put(server.name(), server.meanAnswerBytes(workload));
        }
        contest(services, servers);
        servers.forEach(server -> server.server().close());
        if (options.measures(Options.SQLITE)) {
            System.err.println("bench: timing starts of the service");
            int starts = options.quick ? QUICK_STARTS : STARTS;
            timeStarts(launcher(), Options.SQLITE, starts);
            if (options.baseline.isPresent()) {
                timeStarts(options.baseline.get(), BeforeAfter.before(Options.SQLITE), starts);
            }
        }
    }

    private void contest(List<HttpContestant> services, List<HttpContestant> servers) throws IOException {
        int warmUp = options.warmUp;
        int again = Math.min(warmUp, SHORT_WARM_UP);
        contest.measure(Operation.TRACK, USUAL, warmUp, all(servers, pgbench));
        contest.measure(Operation.UPLOAD, USUAL, warmUp, all(servers, pgbench));
        contest.measure(Operation.UPLOAD_100, USUAL, warmUp, all(servers, null));
        contest.measure(Operation.FETCH, USUAL, warmUp, all(servers, pgbench));
        for (HttpContestant server : servers) {
            long pid = server.server().pid();
            findings.memory()
                    .put(
                            server.name(),
                            new Findings.Memory(ProcessStats.residentBytes(pid), ProcessStats.mostResidentBytes(pid)));
        }
        if (!options.quick) {
            contest.measure(Operation.TRACK, FEW, again, all(services, pgbench));
            contest.measure(Operation.TRACK, MANY, again, all(services, pgbench));
            contest.measure(Operation.FETCH, FEW, again, all(services, null));
            contest.measure(Operation.FETCH, MANY, again, all(services, null));
        }
        List<HttpContestant> first = services.subList(0, options.baseline.isPresent() ? 2 : 1);
        contest.measure(Operation.FETCH_10, USUAL, again, all(first, null));
        contest.measure(Operation.FETCH_10000, USUAL, again, all(first, null));
    }

    private void cassandra() throws IOException {
        String address;
        try {
            address = cassandraServers();
        } catch (IOException notStarted) {
            if (options.storesNamed) {
                throw notStarted;
            }
            System.err.println("bench: no Cassandra: " + notStarted.getMessage());
            return;
        }
        Path folder = Files.createDirectories(scratch.file("cassandra-workload"));
        Workload.write(folder, 0, Math.min(options.orders, CASSANDRA_ORDERS));
        Service service = Service.start(
                scratch, List.of(launcher().toString()), Options.CASSANDRA, address, unlimited(launcher()));
        service.uploadOrders(folder);
        service.uploadSightings(folder);
        HttpContestant one = contestant(Options.CASSANDRA, service, new Wrk(scratch, folder), null, service.data());
        List<Contestant> alone = List.of(one);
        contest.measure(Operation.TRACK, USUAL, options.warmUp, alone);
        contest.measure(Operation.UPLOAD, USUAL, options.warmUp, alone);
        contest.measure(Operation.FETCH, USUAL, options.warmUp, alone);
        service.server().close();
    }

    /** Starts three servers, those of the product's tests, to be ended with the run; the address of the store on them. */
    private String cassandraServers() throws IOException {
        Path tests = root.resolve("target/test-classes");
        if (!Files.exists(tests.resolve("org/orderevidence/store/cassandra/TestCluster.class"))) {
            throw new IOException("the product's tests are not compiled: no Cassandra servers to start");
        }
        String classPath = tests + ":" + root.resolve("target/classes") + ":" + root.resolve("target/lib") + "/*";
        String program = root.resolve("bench/cassandra/Nodes.java").toString();
        List<String> command = List.of(java().toString(), "-cp", classPath, program, "bench");
        Child nodes = Child.server(scratch, command, LARGER, scratch.file("cassandra.log"));
        return "cassandra://127.0.0.1,127.0.0.2,127.0.0.3:" + nodes.port() + "/bench";
    }

    /** Times starts with and without the AOT cache that the build makes, by turns, on a store that exists. */
    private void timeStarts(Path launcher, String name, int times) throws IOException {
        DoubleStream.Builder with = DoubleStream.builder();
        DoubleStream.Builder without = DoubleStream.builder();
        firstAnswer(launcher, name, Map.of());
        for (int i = 0; i < times; i++) {
            with.add(firstAnswer(launcher, name, Map.of()));
            without.add(firstAnswer(launcher, name, CACHE_OFF));
        }
        findings.startMillis().put(name, Series.median(with.build()));
        findings.plainStartMillis().put(name, Series.median(without.build()));
    }

    private double firstAnswer(Path launcher, String name, Map<String, String> environment) throws IOException {
        long start = System.nanoTime();
        String data = "started-" + name.replace(", ", "-");
        Child server = Service.start(scratch, List.of(launcher.toString()), data, "", environment)
                .server();
        server.get("/livez", "");
        double millis = (System.nanoTime() - start) / 1e6;
        server.close();
        return millis;
    }

    private HttpContestant embedded(Path launcher, String name) throws IOException {
        Service service = filled(launcher, name, "");
        return contestant(name, service, wrk, null, service.data());
    }

    private HttpContestant on(Postgres server, Path launcher, String name, String database) throws IOException {
        Path data = server.create(database);
        Service service = filled(launcher, name, "postgresql://postgres@127.0.0.1:" + server.port() + "/" + database);
        return contestant(name, service, wrk, server, data);
    }

    /**
     * Returns settings with which one account may send the load of all clients, unless the caller's environment has them.
     * Earlier builds have no limit to switch off.
     */
    private Map<String, String> unlimited(Path launcher) throws IOException {
        String settings = Child.run(scratch, List.of(launcher.toString(), "check-config"), START_SECONDS);
        if (!settings.contains("limits.uploads")) {
            return Map.of();
        }
        Map<String, String> off = new LinkedHashMap<>(Service.UNLIMITED);
        off.keySet().removeAll(System.getenv().keySet());
        return off;
    }

    private Service filled(Path launcher, String name, String address) throws IOException {
        System.err.println("bench: " + name + ": storing " + options.orders + " orders");
        Service service = Service.start(
                scratch, List.of(launcher.toString()), name.replace(", ", "-"), address, unlimited(launcher));
        findings.fillSeconds().put(name, service.uploadOrders(workload));
        service.uploadSightings(workload);
        return service;
    }

    private static HttpContestant contestant(
            String name, Service service, Wrk wrk, @Nullable Postgres database, Path data) throws IOException {
        return new HttpContestant(name, service.server(), service.key(), wrk, database, data);
    }

    private Path launcher() {
        return root.resolve("evidence");
    }

    private static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    /** Some contestants and one more, if it is there. */
    private static List<Contestant> all(List<? extends Contestant> some, @Nullable Contestant oneMore) {
        List<Contestant> all = new ArrayList<>(some);
        if (oneMore != null) {
            all.add(oneMore);
        }
        return all;
    }
}
