package org.orderevidence.store.sql;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.waiting.FreePort;
import org.orderevidence.waiting.Waits;

/**
 * A PostgreSQL server of a test's own, with its durability switched on, on 127.0.0.1. It ends with the JVM that started
 * it, also when that is killed: its keeper, a small shell script, then reads the end of its input.
 */
public final class PostgresServer implements AutoCloseable {
    /** Its superuser, without a password. */
    public static final String USER = "evidence";

    /** A role that needs {@link #PASSWORD}. */
    static final String SECURED_USER = "secured";

    static final String PASSWORD = "p@ss/word:%";

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final int ROOT = 0;
    private static final String NOBODY = "65534";

    /** Ends with the server. If its input ends first, it stops the server immediately, even a suspended one. */
    private static final String KEEPER = """
            exec 3<&0
            "$@" </dev/null 3<&- & server=$!
            { read -r end <&3; kill -QUIT $server; kill -CONT $server; } & watcher=$!
            wait $server
            kill $watcher
            """;

    private final Path programs;
    private final Path folder;
    private final Path log;
    private final int port;
    private @Nullable Process keeper;

    private PostgresServer(Path programs, Path folder, int port) {
        this.programs = programs;
        this.folder = folder;
        this.log = folder.resolveSibling(folder.getFileName() + ".log");
        this.port = port;
    }

    /** Makes a new server and starts it. Answers when it answers. */
    public static PostgresServer start() {
        try {
            return start(PostgresBinaries.in(workFolder().resolve("postgresql")));
        } catch (IOException failed) {
            throw new IllegalStateException("the PostgreSQL programs of the tests could not be had: " + failed, failed);
        }
    }

    /** The same for the installed programs, which include those for backups. */
    public static PostgresServer startInstalled() {
        return start(PostgresBinaries.installed("pg_dump"));
    }

    private static PostgresServer start(Path programs) {
        try {
            Path work = workFolder();
            PostgresServer server =
                    new PostgresServer(programs, Files.createTempDirectory(work, "data"), FreePort.find());
            Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(server::close));
            server.initialize();
            server.run();
            return server;
        } catch (IOException failed) {
            throw new IllegalStateException("the PostgreSQL server of the tests could not be made: " + failed, failed);
        }
    }

    /** The address of a database for {@code --store}, as the superuser. */
    public String url(String database) {
        return "postgresql://" + USER + "@127.0.0.1:" + port + "/" + database;
    }

    /** The folder of its data. */
    Path folder() {
        return folder;
    }

    /** The folder of its programs. */
    public Path programs() {
        return programs;
    }

    /** A connection of a test's own. */
    public Connection connect(String database) throws SQLException {
        return DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + port + "/" + database, USER, "");
    }

    /** Performs a statement in a database. */
    public void execute(String database, String sql) {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** Starts it again after {@link #kill} or {@link #stop}, and returns when it answers. */
    public void run() {
        launch();
        awaitAnswer();
    }

    /** Starts it again, and returns immediately. */
    void launch() {
        List<String> command = new ArrayList<>(asUser());
        command.addAll(List.of(
                "sh", "-c", KEEPER, "keeper", programs.resolve("postgres").toString()));
        command.addAll(List.of("-D", folder.toString(), "-p", Integer.toString(port)));
        for (String setting : List.of(
                "listen_addresses=127.0.0.1",
                "unix_socket_directories=",
                "fsync=on",
                "synchronous_commit=on",
                "full_page_writes=on",
                "shared_buffers=64MB",
                "max_connections=200")) {
            command.addAll(List.of("-c", setting));
        }
        try {
            keeper = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
        } catch (IOException failed) {
            throw new IllegalStateException("the PostgreSQL server of the tests does not start: " + failed, failed);
        }
    }

    /** {@code kill -9} of the server and all of its processes. */
    public void kill() throws InterruptedException {
        ProcessHandle server = server();
        List<ProcessHandle> all =
                Stream.concat(Stream.of(server), server.descendants()).toList();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(process -> Waits.until(() -> !process.isAlive(), "process " + process.pid() + " is not killed"));
        awaitKeeper();
    }

    /** Shuts it down, without waiting for its clients ("fast"). */
    public void stop() throws InterruptedException {
        signal("-INT", List.of(server()));
        awaitKeeper();
    }

    /** Holds it and all of its processes where they are. */
    public void suspend() throws InterruptedException {
        ProcessHandle server = server();
        signal("-STOP", Stream.concat(Stream.of(server), server.descendants()).toList());
    }

    /** Lets it go on. */
    public void resume() throws InterruptedException {
        ProcessHandle server = server();
        signal("-CONT", Stream.concat(server.descendants(), Stream.of(server)).toList());
    }

    @Override
    public void close() {
        try {
            Process running = keeper;
            if (running != null) {
                running.outputWriter(StandardCharsets.US_ASCII).close();
                running.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            }
            PostgresBinaries.delete(folder);
            Files.deleteIfExists(log);
        } catch (IOException | InterruptedException leftBehind) {
            System.err.println("a PostgreSQL server of the tests was not tidied up: " + leftBehind);
        }
    }

    private void initialize() throws IOException {
        if (isRoot()) {
            run(List.of("chown", NOBODY + ":" + NOBODY, folder.toString()));
        }
        List<String> command = new ArrayList<>(asUser());
        command.addAll(List.of(programs.resolve("initdb").toString(), "-D", folder.toString(), "-U", USER));
        command.addAll(List.of("--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync"));
        run(command);
        Files.writeString(
                folder.resolve("pg_hba.conf"),
                "host all " + SECURED_USER + " 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\n",
                StandardOpenOption.TRUNCATE_EXISTING);
    }

    private static void run(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = Waits.output(process);
        if (Waits.exitCode(process) != 0) {
            throw new IOException(command + " said: " + said);
        }
    }

    private void awaitAnswer() {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!answers()) {
            Process running = keeper;
            if (System.nanoTime() > deadline || running == null || !running.isAlive()) {
                throw new IllegalStateException("the PostgreSQL server of the tests does not start; if a library is"
                        + " missing, install PostgreSQL 17 or 18. It said: " + said());
            }
            pause();
        }
    }

    private String said() {
        try {
            return Files.readString(log);
        } catch (IOException unreadable) {
            return unreadable.toString();
        }
    }

    private boolean answers() {
        try (Connection connection = connect("postgres");
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1");
            return true;
        } catch (SQLException notYet) {
            return false;
        }
    }

    private static void pause() {
        try {
            Thread.sleep(20); // another program gets ready: there is nothing else to wait for
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private ProcessHandle server() {
        try (Stream<String> lines = Files.lines(folder.resolve("postmaster.pid"))) {
            return ProcessHandle.of(Long.parseLong(lines.findFirst().orElseThrow()))
                    .orElseThrow();
        } catch (IOException unreadable) {
            throw new IllegalStateException("the server does not run", unreadable);
        }
    }

    private static void signal(String signal, List<ProcessHandle> processes) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of("kill", signal));
        processes.forEach(process -> command.add(Long.toString(process.pid())));
        try {
            Waits.exitCode(new ProcessBuilder(command).start());
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private void awaitKeeper() throws InterruptedException {
        Process running = keeper;
        if (running != null) {
            Waits.exitCode(running);
            keeper = null;
        }
    }

    /** PostgreSQL refuses to run as root. */
    private static List<String> asUser() {
        return isRoot() ? List.of("setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups") : List.of();
    }

    private static boolean isRoot() {
        try {
            return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid") == ROOT;
        } catch (IOException | UnsupportedOperationException notLinux) {
            return false;
        }
    }

    /** Below {@code target}; for root, in the folder for temporary files if another user cannot get there. */
    private static Path workFolder() throws IOException {
        Path target = Path.of("target").toAbsolutePath();
        Path chosen = isRoot() && !isOpen(target)
                ? Path.of(System.getProperty("java.io.tmpdir")).resolve("order-evidence-tests")
                : target;
        return Files.createDirectories(chosen);
    }

    private static boolean isOpen(Path folder) throws IOException {
        for (Path each = folder; each != null; each = each.getParent()) {
            if (Files.exists(each)
                    && !Files.getPosixFilePermissions(each).contains(PosixFilePermission.OTHERS_EXECUTE)) {
                return false;
            }
        }
        return true;
    }

    /** Finds the programs {@code initdb} and {@code postgres}: unpacked from the class path, or installed. */
    private static final class PostgresBinaries {
        private static final int OLDEST = 15;
        private static final int NEWEST = 30;

        private static final String DONE = "unpacked";

        private PostgresBinaries() {}

        /**
         * The folder of the programs.
         *
         * @param folder where to unpack them, if it has not been done; may not exist yet
         * @throws IllegalStateException if there are none; the message names what to install
         */
        static Path in(Path folder) throws IOException {
            String archive = archive();
            try (InputStream packed =
                    archive == null ? null : PostgresBinaries.class.getResourceAsStream("/" + archive)) {
                if (packed != null) {
                    unpackOnce(packed, folder);
                    return folder.resolve("bin");
                }
            }
            return installed("postgres");
        }

        /**
         * The folder of the newest programs that are installed, where Debian, Fedora and Homebrew keep them.
         *
         * @param program must be among them
         * @throws IllegalStateException if there are none; the message names what to install
         */
        static Path installed(String program) {
            return Stream.of("/usr/lib/postgresql/%d/bin", "/usr/pgsql-%d/bin", "/opt/homebrew/opt/postgresql@%d/bin")
                    .flatMap(form -> IntStream.rangeClosed(OLDEST, NEWEST)
                            .map(version -> OLDEST + NEWEST - version)
                            .mapToObj(version -> Path.of(form.formatted(version))))
                    .filter(bin ->
                            Files.isExecutable(bin.resolve("postgres")) && Files.isExecutable(bin.resolve(program)))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("the tests need an installed PostgreSQL, " + OLDEST
                            + " or newer, with " + program + ": install it (Debian's package is postgresql)"));
        }

        private static @Nullable String archive() {
            String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
            boolean arm = System.getProperty("os.arch").equals("aarch64");
            if (system.startsWith("linux")) {
                return arm ? "postgres-linux-arm_64.txz" : "postgres-linux-x86_64.txz";
            }
            return system.startsWith("mac") && arm ? "postgres-darwin-arm_64.txz" : null;
        }

        /** Two builds can run at the same time: one unpacks, the other waits. */
        private static void unpackOnce(InputStream packed, Path folder) throws IOException {
            Files.createDirectories(folder.toAbsolutePath().getParent());
            Path lock = folder.resolveSibling(folder.getFileName() + ".lock");
            try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    var locked = channel.lock()) {
                if (locked.isValid() && !Files.exists(folder.resolve(DONE))) {
                    delete(folder);
                    unpack(packed, folder);
                    Files.createFile(folder.resolve(DONE));
                }
            }
        }

        private static void unpack(InputStream packed, Path folder) throws IOException {
            try (TarArchiveInputStream tar =
                    new TarArchiveInputStream(new XZCompressorInputStream(new BufferedInputStream(packed)))) {
                for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                    Path file = folder.resolve(entry.getName()).normalize();
                    if (!file.startsWith(folder)) {
                        throw new IOException("the archive leaves its folder: " + entry.getName());
                    }
                    Files.createDirectories(entry.isDirectory() ? file : file.getParent());
                    if (entry.isSymbolicLink()) {
                        Files.createSymbolicLink(file, Path.of(entry.getLinkName()));
                    } else if (!entry.isDirectory()) {
                        Files.copy(tar, file, StandardCopyOption.REPLACE_EXISTING);
                        Files.setPosixFilePermissions(file, rights(entry));
                    }
                }
            }
        }

        private static Set<PosixFilePermission> rights(TarArchiveEntry entry) {
            boolean program = (entry.getMode() & 0b001_000_000) != 0;
            return PosixFilePermissions.fromString(program ? "rwxr-xr-x" : "rw-r--r--");
        }

        /** Deletes a folder with all that is in it. */
        static void delete(Path folder) throws IOException {
            if (Files.exists(folder)) {
                try (Stream<Path> all = Files.walk(folder)) {
                    for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                        Files.deleteIfExists(each);
                    }
                }
            }
        }
    }
}
