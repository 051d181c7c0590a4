package org.orderevidence.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What PostgreSQL does with the same rows, one by one: pgbench on a throw-away server on the same disk, which waits for
 * the disk at each commit as the service does. Run as user {@code postgres} where this process is root, since the server
 * refuses to be.
 */
final class PgBench implements AutoCloseable {
    private static final Pattern TPS = Pattern.compile("tps = ([0-9.]+) \\(without");
    private static final Pattern LATENCY = Pattern.compile("latency average = ([0-9.]+) ms");

    private static final String SCHEMA = """
            create table sightings (space smallint, customer bytea, minute bigint, ip_key bytea, ip bytea, observed_at bigint,
              primary key (space, customer, minute, ip_key));
            create table orders (space smallint, id text, document bytea, day int, amount bigint, currency text, status smallint,
              version bigint, uploaded_at bigint, primary key (space, id));
            create index orders_by_day on orders (space, day desc, id);
            create table history (space smallint, credential bytea, day int, id text, version bigint, facts bytea, flags smallint,
              primary key (space, credential, day, id));
            create table orders_by_customer (space smallint, customer bytea, id text, primary key (space, customer, id));
            """;

    /** One sighting, as track keeps it. */
    private static final String TRACK = """
            \\set c random(1, 1000000)
            \\set m random(1, 600000)
            insert into sightings values (1, decode(md5(:c::text), 'hex'), :m, decode(md5(:c::text || 'ip'), 'hex'), '\\x00000000', :m)
              on conflict (space, customer, minute, ip_key) do update set observed_at = excluded.observed_at;
            """;

    /** One order with all its rows, as an upload keeps it; the document has the size of ours. */
    private static final String ORDER = """
            \\set n random(1, 100000000)
            \\set day random(20000, 20700)
            begin;
            insert into orders values (1, 'U' || :n, decode(repeat('ab', 420), 'hex'), :day, 1999, 'USD', 0, :n, :n)
              on conflict (space, id) do update set document = excluded.document, version = excluded.version;
            insert into history values (1, decode(md5(:n::text), 'hex'), :day, 'U' || :n, :n, decode(repeat('cd', 160), 'hex'), 0)
              on conflict (space, credential, day, id) do update set facts = excluded.facts;
            insert into history values (1, decode(md5(:n::text || 'b'), 'hex'), :day, 'U' || :n, :n, decode(repeat('cd', 160), 'hex'), 0)
              on conflict (space, credential, day, id) do update set facts = excluded.facts;
            insert into orders_by_customer values (1, decode(md5(:n::text || 'c'), 'hex'), 'U' || :n)
              on conflict do nothing;
            commit;
            """;

    /**
     * What pgbench measured.
     *
     * @param perSecond transactions
     * @param meanMillis latency
     */
    record Result(double perSecond, double meanMillis) {}

    private final Path folder;
    private final Path bin;

    private PgBench(Path folder, Path bin) {
        this.folder = folder;
        this.bin = bin;
    }

    /** Starts a server in a throw-away folder; empty where PostgreSQL is not installed. */
    static Optional<PgBench> start() throws IOException {
        Optional<Path> bin = findBin();
        if (bin.isEmpty()) {
            return Optional.empty();
        }
        Path folder = Files.createTempDirectory("evidence-pgbench");
        PgBench server = new PgBench(folder, bin.get());
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        server.run("initdb", "-D", server.data(), "-A", "trust", "-E", "UTF8", "--no-sync");
        server.run("pg_ctl", "-D", server.data(), "-w", "-l", folder.resolve("log").toString(), "-o",
                "-c listen_addresses= -c unix_socket_directories=" + folder
                        + " -c fsync=on -c synchronous_commit=on -c max_connections=300 -c shared_buffers=512MB",
                "start");
        Files.writeString(folder.resolve("schema.sql"), SCHEMA);
        server.run("psql", "-q", "-h", folder.toString(), "-d", "postgres", "-f", folder.resolve("schema.sql").toString());
        return Optional.of(server);
    }

    Result track(int clients, int seconds) throws IOException {
        return bench("track", TRACK, clients, seconds);
    }

    Result order(int clients, int seconds) throws IOException {
        return bench("order", ORDER, clients, seconds);
    }

    @Override
    public void close() throws IOException {
        run("pg_ctl", "-D", data(), "-m", "immediate", "stop");
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private Result bench(String name, String script, int clients, int seconds) throws IOException {
        Path file = folder.resolve(name + ".sql");
        Files.writeString(file, script);
        String out = run("pgbench", "-h", folder.toString(), "-n", "-M", "prepared", "-c", String.valueOf(clients), "-j", "2", "-T",
                String.valueOf(seconds), "-f", file.toString(), "postgres");
        return new Result(number(TPS, out), number(LATENCY, out));
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    private String run(String program, String... args) throws IOException {
        List<String> command = new ArrayList<>();
        if ("root".equals(System.getProperty("user.name"))) {
            command.addAll(List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"));
        }
        command.add(bin.resolve(program).toString());
        command.addAll(List.of(args));
        Path log = folder.resolve(program + ".out");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            int exit = process.waitFor();
            String out = Files.readString(log, StandardCharsets.UTF_8);
            if (exit != 0) {
                throw new IOException(program + " ended with " + exit + ": " + out);
            }
            return out;
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    private static Optional<Path> findBin() throws IOException {
        Path debian = Path.of("/usr/lib/postgresql");
        if (!Files.isDirectory(debian)) {
            return Optional.empty();
        }
        try (Stream<Path> versions = Files.list(debian)) {
            return versions.map(v -> v.resolve("bin"))
                    .filter(b -> Files.isExecutable(b.resolve("pgbench")) && Files.isExecutable(b.resolve("initdb")))
                    .max(Comparator.naturalOrder());
        }
    }

    private static double number(Pattern pattern, String text) throws IOException {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new IOException("pgbench said something else: " + text);
        }
        return Double.parseDouble(matcher.group(1));
    }
}
