package org.orderevidence.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The course of a run: what is started, filled and measured, in which order. */
final class Course {
    private static final int FEW = 16;
    private static final int USUAL = 64;
    private static final int MANY = 256;

    /** Seconds, for a server that is warm from another number of connections. */
    private static final int SHORT_WARM_UP = 2;

    /** Seconds of load in which allocation is counted. */
    private static final int ALLOCATION_SECONDS = 2;

    /** Starts of the service that are timed. */
    private static final int STARTS = 5;

    private static final int QUICK_STARTS = 3;

    private static final List<Operation> MAIN =
            List.of(Operation.TRACK, Operation.UPLOAD, Operation.UPLOAD_100, Operation.FETCH);

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
     * @param postgresBin where PostgreSQL is installed; absent where it is not
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
        Workload.write(workload, options.orders());
        List<HttpContestant> stores = new ArrayList<>();
        if (options.measures(Options.SQLITE)) {
            stores.add(embedded());
        }
        if (options.measures(Options.POSTGRESQL) && postgres != null) {
            stores.add(on(postgres));
        }
        if (!stores.isEmpty()) {
            measure(stores);
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

    private void measure(List<HttpContestant> stores) throws IOException {
        if (pgbench != null) {
            findings.copySeconds(pgbench.fill(options.orders()));
        }
        List<HttpContestant> servers = new ArrayList<>(stores);
        if (options.spring() && postgres != null) {
            servers.add(SpringServer.start(scratch, java(), root, wrk, postgres, options.orders()));
        }
        for (HttpContestant server : servers) {
            findings.answerBytes(server.name(), server.meanAnswerBytes(workload));
        }
        contest(stores, servers);
        if (!options.quick()) {
            allocation(servers);
        }
        if (options.profile()) {
            for (HttpContestant store : stores) {
                profile(store);
            }
        }
        if (options.largeOrders() > 0) {
            large(stores.getFirst());
        }
        servers.forEach(server -> server.server().close());
        if (options.measures(Options.SQLITE)) {
            findings.startTime(StartTime.measure(scratch, launcher(), options.quick() ? QUICK_STARTS : STARTS));
        }
    }

    private void contest(List<HttpContestant> stores, List<HttpContestant> servers) throws IOException {
        HttpContestant constant = ConstantServer.start(
                scratch,
                java(),
                wrk,
                findings.answerBytes().get(stores.getFirst().name()));
        int warmUp = options.warmUp();
        int again = Math.min(warmUp, SHORT_WARM_UP);
        contest.measure(Operation.TRACK, USUAL, warmUp, all(servers, pgbench));
        contest.measure(Operation.UPLOAD, USUAL, warmUp, all(servers, pgbench));
        contest.measure(Operation.UPLOAD_100, USUAL, warmUp, all(servers, null));
        contest.measure(Operation.FETCH, USUAL, warmUp, all(all(servers, constant), options.quick() ? null : pgbench));
        for (HttpContestant server : servers) {
            long pid = server.server().pid();
            findings.memory(
                    server.name(),
                    new Findings.Memory(ProcessStats.residentBytes(pid), ProcessStats.mostResidentBytes(pid)));
        }
        if (!options.quick()) {
            contest.measure(Operation.TRACK, FEW, again, all(stores, pgbench));
            contest.measure(Operation.TRACK, MANY, again, all(stores, pgbench));
            contest.measure(Operation.FETCH, FEW, again, all(stores, constant));
            contest.measure(Operation.FETCH, MANY, again, all(stores, constant));
        }
        contest.measure(Operation.FETCH_10, USUAL, again, all(stores.subList(0, 1), null));
        contest.measure(Operation.FETCH_10000, USUAL, again, all(stores.subList(0, 1), null));
        constant.server().close();
    }

    private void allocation(List<HttpContestant> servers) throws IOException {
        for (HttpContestant server : servers) {
            for (Operation operation : MAIN) {
                if (options.measures(operation)) {
                    double bytes =
                            Allocation.bytesARequest(scratch, java(), server, operation, USUAL, ALLOCATION_SECONDS);
                    findings.allocation(server.name(), operation, bytes);
                }
            }
        }
    }

    private void large(HttpContestant usual) throws IOException {
        Path folder = Files.createDirectories(scratch.file("large-workload"));
        Workload.write(folder, options.largeOrders());
        Service service = Service.start(scratch, launcher(), "large", "", Map.of());
        service.uploadOrders(folder);
        service.uploadSightings(folder);
        Files.delete(Workload.orders(folder));
        HttpContestant large = contestant(Reach.LARGE, service, new Wrk(scratch, folder), null, service.data());
        contest.measure(Operation.FETCH, USUAL, options.warmUp(), List.of(usual.named(Reach.BESIDE_LARGE), large));
        large.server().close();
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
        Workload.write(folder, Math.min(options.orders(), CassandraNodes.MOST_ORDERS));
        Service service = Service.start(scratch, launcher(), Options.CASSANDRA, address, Map.of());
        service.uploadOrders(folder);
        service.uploadSightings(folder);
        List<Contestant> alone =
                List.of(contestant(Options.CASSANDRA, service, new Wrk(scratch, folder), null, service.data()));
        contest.measure(Operation.TRACK, USUAL, options.warmUp(), alone);
        contest.measure(Operation.UPLOAD, USUAL, options.warmUp(), alone);
        contest.measure(Operation.FETCH, USUAL, options.warmUp(), alone);
        service.server().close();
    }

    private HttpContestant embedded() throws IOException {
        Service service = filled(Options.SQLITE, "");
        return contestant(Options.SQLITE, service, wrk, null, service.data());
    }

    private HttpContestant on(Postgres database) throws IOException {
        Path data = database.create("service");
        Service service = filled(Options.POSTGRESQL, "postgresql://postgres@127.0.0.1:" + database.port() + "/service");
        return contestant(Options.POSTGRESQL, service, wrk, database, data);
    }

    private Service filled(String name, String address) throws IOException {
        Service service = Service.start(scratch, launcher(), name, address, Map.of());
        findings.fillSeconds(name, service.uploadOrders(workload));
        service.uploadSightings(workload);
        return service;
    }

    private static HttpContestant contestant(
            String name, Service service, Wrk wrk, @Nullable Postgres database, Path data) throws IOException {
        return new HttpContestant(name, service.server(), service.key(), wrk, database, List.of(data));
    }

    private void profile(HttpContestant store) throws IOException {
        Path folder = Files.createDirectories(root.resolve("bench/target/profiles"));
        for (Operation operation : MAIN) {
            if (options.measures(operation)) {
                PageCache.fill(store.data());
                Path picture = folder.resolve(store.name() + "-" + operation.fileName() + ".svg");
                findings.parts(
                        store.name(), operation, Profile.take(scratch, java(), store, operation, USUAL, picture));
                System.err.println("bench: wrote " + picture);
            }
        }
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
