package org.orderevidence.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A PostgreSQL server that only this run uses. It is on the same disk as the other files, and it flushes each commit to
 * the disk as the service does. pgbench, the service and the Spring Boot version share it. Each of them has its own
 * database. If this process is root, the server runs as user {@code postgres}, because it refuses to run as root.
 */
final class Postgres implements AutoCloseable {
    private static final long COMMAND_SECONDS = 120;
    private static final String WORLD = "rwxrwxrwx";

    /** The longest name of a Unix socket that PostgreSQL accepts, less the file's own name. */
    private static final int LONGEST_SOCKET_FOLDER = 107 - ".s.PGSQL.65535".length() - 1;

    /** The usual settings of a small server. Everything that makes it durable stays on. */
    private static final String SETTINGS = "-c fsync=on -c synchronous_commit=on -c full_page_writes=on"
            + " -c max_connections=400 -c shared_buffers=1GB -c max_wal_size=4GB -c listen_addresses=127.0.0.1";

    private final Scratch scratch;
    private final Path bin;
    private final Path folder;
    private final int port;

    private Postgres(Scratch scratch, Path bin, int port) {
        this.scratch = scratch;
        this.bin = bin;
        this.folder = scratch.file("postgres");
        this.port = port;
    }

    /** Where PostgreSQL is installed; empty where it is not. */
    static Optional<Path> installed() throws IOException {
        List<Path> places = new ArrayList<>();
        Path debian = Path.of("/usr/lib/postgresql");
        if (Files.isDirectory(debian)) {
            try (Stream<Path> versions = Files.list(debian)) {
                versions.map(version -> version.resolve("bin"))
                        .sorted(Comparator.reverseOrder())
                        .forEach(places::add);
            }
        }
        for (String place : System.getenv("PATH").split(":", -1)) {
            places.add(Path.of(place));
        }
        return places.stream()
                .filter(place ->
                        Files.isExecutable(place.resolve("pgbench")) && Files.isExecutable(place.resolve("initdb")))
                .findFirst();
    }

    /** Starts it in the folder of this run. */
    static Postgres start(Scratch scratch, Path bin) throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Postgres server = new Postgres(scratch, bin, port);
        if (server.folder.toString().length() > LONGEST_SOCKET_FOLDER) {
            throw new IOException("the path " + server.folder + " is too long for PostgreSQL's sockets");
        }
        Files.createDirectories(server.folder);
        Files.setPosixFilePermissions(scratch.folder(), PosixFilePermissions.fromString(WORLD));
        Files.setPosixFilePermissions(server.folder, PosixFilePermissions.fromString(WORLD));
        server.run(COMMAND_SECONDS, "initdb", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync");
        scratch.closing(server);
        String log = server.folder.resolve("log").toString();
        String settings = SETTINGS + " -c port=" + port + " -c unix_socket_directories=" + server.folder;
        server.run(COMMAND_SECONDS, "pg_ctl", "-w", "-l", log, "-o", settings, "start");
        return server;
    }

    /** Makes a database; the folder of its files. */
    Path create(String database) throws IOException {
        sql("postgres", "create database " + database);
        String number = sql("postgres", """
                \\pset format unaligned
                \\pset tuples_only on
                select oid from pg_database where datname = '%s'""".formatted(database));
        return data().resolve("base", number.strip());
    }

    /** Runs statements, each in a transaction of its own unless they say otherwise; what they print. */
    String sql(String database, String statements) throws IOException {
        Path file = Files.writeString(scratch.file("statements.sql"), statements);
        return run(3_600, "psql", "-q", "-v", "ON_ERROR_STOP=1", "-d", database, "-f", file.toString());
    }

    /** Runs pgbench with a script; its output. */
    String pgbench(String database, Path script, int clients, int seconds, long base) throws IOException {
        return run(
                seconds + COMMAND_SECONDS,
                "pgbench",
                "--no-vacuum",
                "--protocol=prepared",
                "--client=" + clients,
                "--jobs=2",
                "--time=" + seconds,
                "--define=base=" + base,
                "--define=i=0",
                "--file=" + script,
                database);
    }

    /** Processor time of all its processes so far, in microseconds. */
    double cpuMicros() throws IOException {
        return ProcessStats.familyCpuMicros(pid());
    }

    int port() {
        return port;
    }

    /** A folder that the server can read and write. */
    Path folder() {
        return folder;
    }

    @Override
    public void close() throws IOException {
        if (Files.exists(data().resolve("postmaster.pid"))) {
            run(COMMAND_SECONDS, "pg_ctl", "-m", "immediate", "stop");
        }
    }

    private long pid() throws IOException {
        return Long.parseLong(
                Files.readAllLines(data().resolve("postmaster.pid")).getFirst());
    }

    private Path data() {
        return folder.resolve("data");
    }

    private String run(long seconds, String program, String... args) throws IOException {
        List<String> command = new ArrayList<>();
        if ("root".equals(System.getProperty("user.name"))) {
            command.addAll(List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"));
        }
        command.addAll(List.of("env", "PGDATA=" + data(), "PGHOST=" + folder, "PGPORT=" + port, "PGUSER=postgres"));
        command.add(bin.resolve(program).toString());
        command.addAll(List.of(args));
        return Child.run(scratch, command, seconds);
    }
}
