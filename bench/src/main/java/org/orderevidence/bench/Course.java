package org.orderevidence.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.bench.process.CassandraNodes;
import org.orderevidence.bench.process.Child;
import org.orderevidence.bench.process.Postgres;
import org.orderevidence.bench.process.ProcessStats;
import org.orderevidence.bench.process.Scratch;

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

    private final Path root;
    private final Options options;
    private final Scratch scratch;
    private final Path workload;
    private final Wrk wrk;
    private final @Nullable Postgres postgres;
    private final @Nullable PgBench pgbench;
    private final Contest contest;
    private final Findings findings;

    /** The services on the usual data, by the names of their contestants. */
    private final Map<String, Service> services = new LinkedHashMap<>();

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
        Workload.write(workload, 0, options.orders());
        List<HttpContestant> stores = new ArrayList<>();
        List<HttpContestant> befores = new ArrayList<>();
        if (options.measures(Options.SQLITE)) {
            stores.add(embedded(launcher(), Options.SQLITE));
        }
        if (options.measures(Options.POSTGRESQL) && postgres != null) {
            stores.add(on(postgres, launcher(), Options.POSTGRESQL, "service"));
        }
        if (options.baseline().isPresent()) {
            Path launcher = options.baseline().get();
            if (options.measures(Options.SQLITE)) {
                befores.add(embedded(launcher, BeforeAfter.before(Options.SQLITE)));
            }
            if (options.measures(Options.POSTGRESQL) && postgres != null) {
                befores.add(on(postgres, launcher, BeforeAfter.before(Options.POSTGRESQL), "service_before"));
            }
        }
        if (!stores.isEmpty()) {
            measure(stores, befores);
        }
        if (options.measures(Options.CASSANDRA)) {
            try {
                cassandra();
            } catch (IOException failed) {
                if (stores.isEmpty()) {
                    throw failed;
                }
                System.err.println("bench: Cassandra is given up, the rest stands: " + failed.getMessage());
            }
        }
        return findings;
    }

    private void measure(List<HttpContestant> stores, List<HttpContestant> befores) throws IOException {
        if (pgbench != null) {
            System.err.println("bench: pgbench: storing " + options.orders() + " orders with COPY");
            findings.copySeconds(pgbench.fill(options.orders()));
        }
        List<HttpContestant> servers = besides(stores, befores);
        if (options.spring() && postgres != null) {
            System.err.println("bench: Spring Boot: storing " + options.orders() + " orders");
            servers.add(SpringServer.start(scratch, java(), root, wrk, postgres, options.orders()));
        }
        for (HttpContestant server : servers) {
            findings.answerBytes(server.name(), server.meanAnswerBytes(workload));
        }
        contest(stores, befores, servers);
        servers.forEach(server -> server.server().close());
        if (options.measures(Options.SQLITE)) {
            System.err.println("bench: timing starts of the service");
            int starts = options.quick() ? QUICK_STARTS : STARTS;
            findings.startTime(StartTime.measure(scratch, launcher(), "started", starts));
            if (options.baseline().isPresent()) {
                findings.startTimeBefore(
                        StartTime.measure(scratch, options.baseline().get(), "started-before", starts));
            }
        }
    }

    private void contest(List<HttpContestant> stores, List<HttpContestant> befores, List<HttpContestant> servers)
            throws IOException {
        List<HttpContestant> services = besides(stores, befores);
        int warmUp = options.warmUp();
        int again = Math.min(warmUp, SHORT_WARM_UP);
        contest.measure(Operation.TRACK, USUAL, warmUp, all(servers, pgbench));
        contest.measure(Operation.UPLOAD, USUAL, warmUp, all(servers, pgbench));
        contest.measure(Operation.UPLOAD_100, USUAL, warmUp, all(servers, null));
        contest.measure(Operation.FETCH, USUAL, warmUp, all(servers, pgbench));
        for (HttpContestant server : servers) {
            long pid = server.server().pid();
            findings.memory(
                    server.name(),
                    new Findings.Memory(ProcessStats.residentBytes(pid), ProcessStats.mostResidentBytes(pid)));
        }
        if (!options.quick()) {
            contest.measure(Operation.TRACK, FEW, again, all(services, pgbench));
            contest.measure(Operation.TRACK, MANY, again, all(services, pgbench));
            contest.measure(Operation.FETCH, FEW, again, all(services, null));
            contest.measure(Operation.FETCH, MANY, again, all(services, null));
        }
        List<HttpContestant> first = besides(stores.subList(0, 1), befores);
        contest.measure(Operation.FETCH_10, USUAL, again, all(first, null));
        contest.measure(Operation.FETCH_10000, USUAL, again, all(first, null));
    }

    private void cassandra() throws IOException {
        String address;
        try {
            address = CassandraNodes.start(scratch, java(), root);
        } catch (IOException notStarted) {
            if (options.storesNamed()) {
                throw notStarted;
            }
            System.err.println("bench: no Cassandra: " + notStarted.getMessage());
            return;
        }
        Path folder = Files.createDirectories(scratch.file("cassandra-workload"));
        Workload.write(folder, 0, Math.min(options.orders(), CassandraNodes.MOST_ORDERS));
        Service service = Service.start(
                scratch, List.of(launcher().toString()), Options.CASSANDRA, address, unlimited(launcher()));
        service.uploadOrders(folder);
        service.uploadSightings(folder);
        services.put(Options.CASSANDRA, service);
        HttpContestant one = contestant(Options.CASSANDRA, service, new Wrk(scratch, folder), null, service.data());
        List<Contestant> alone = List.of(one);
        contest.measure(Operation.TRACK, USUAL, options.warmUp(), alone);
        contest.measure(Operation.UPLOAD, USUAL, options.warmUp(), alone);
        contest.measure(Operation.FETCH, USUAL, options.warmUp(), alone);
        service.server().close();
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
        String settings = Child.run(scratch, List.of(launcher.toString(), "check-config"), Map.of(), START_SECONDS);
        if (!settings.contains("limits.uploads")) {
            return Map.of();
        }
        Map<String, String> off = new LinkedHashMap<>(Service.UNLIMITED);
        off.keySet().removeAll(System.getenv().keySet());
        return off;
    }

    private Service filled(Path launcher, String name, String address) throws IOException {
        System.err.println("bench: " + name + ": storing " + options.orders() + " orders");
        Service service = Service.start(
                scratch, List.of(launcher.toString()), name.replace(", ", "-"), address, unlimited(launcher));
        findings.fillSeconds(name, service.uploadOrders(workload));
        service.uploadSightings(workload);
        services.put(name, service);
        return service;
    }

    private static HttpContestant contestant(
            String name, Service service, Wrk wrk, @Nullable Postgres database, Path data) throws IOException {
        return new HttpContestant(name, service.server(), service.key(), wrk, database, List.of(data));
    }

    private Path launcher() {
        return root.resolve("evidence");
    }

    private static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    /** Each store followed by its other build, if there is one: they are measured right after each other. */
    private static List<HttpContestant> besides(List<HttpContestant> stores, List<HttpContestant> befores) {
        List<HttpContestant> all = new ArrayList<>();
        for (HttpContestant store : stores) {
            all.add(store);
            befores.stream()
                    .filter(before -> before.name().equals(BeforeAfter.before(store.name())))
                    .forEach(all::add);
        }
        return all;
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
