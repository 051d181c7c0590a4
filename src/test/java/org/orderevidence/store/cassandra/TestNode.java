package org.orderevidence.store.cassandra;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.orderevidence.waiting.Waits;

/** One server of the tests: its folder, and the process that runs on it now. */
public final class TestNode {
    /** A third of the ring each. */
    private static final List<String> TOKENS =
            List.of("-9223372036854775808", "-3074457345618258603", "3074457345618258602");

    /** What Cassandra 5.0 wants opened of a JDK 17, as its own conf/jvm17-server.options says. */
    private static final List<String> EXPORTS = List.of(
            "java.base/jdk.internal.misc",
            "java.management.rmi/com.sun.jmx.remote.internal.rmi",
            "java.rmi/sun.rmi.registry",
            "java.rmi/sun.rmi.server",
            "java.sql/java.sql",
            "java.base/java.lang.ref",
            "jdk.unsupported/sun.misc",
            "jdk.compiler/com.sun.tools.javac.file",
            "jdk.attach/sun.tools.attach");

    private static final List<String> OPENS = List.of(
            "java.base/java.lang.module",
            "java.base/jdk.internal.loader",
            "java.base/jdk.internal.ref",
            "java.base/jdk.internal.reflect",
            "java.base/jdk.internal.math",
            "java.base/jdk.internal.module",
            "java.base/jdk.internal.util.jar",
            "jdk.management/com.sun.management.internal",
            "java.base/sun.nio.ch",
            "java.base/java.io",
            "java.base/java.lang.reflect",
            "jdk.compiler/com.sun.tools.javac",
            "java.base/java.lang",
            "java.base/java.util");

    /**
     * Who may connect: everyone, or only users with a password. The first user is cassandra with the password
     * cassandra.
     */
    private static final String EVERYONE = "AllowAllAuthenticator";

    private static final String LOGINS = "PasswordAuthenticator";

    private static final Path CLASS_PATH = Path.of("target", "cassandra", "class-path");

    /** What the nodes of this JVM use: another one of the same run has nodes of its own. */
    static final Path WORK = Path.of("target", "cassandra", System.getProperty("fork", "1"));

    private static final Path MAIN = Path.of("src", "test", "cassandra", "CassandraNode.java");
    private static final Path CLASSES = WORK.resolve("classes");
    private static final Path JAR = WORK.resolve("node.jar");

    /** The classes that a node loads at its start, ready for use: a fifth of the work of each later start. */
    private static final Path CLASS_ARCHIVE = WORK.resolve("classes.jsa");

    private static final int LOG_LINES_SHOWN = 20;
    private static final long END_WAIT_SECONDS = 30;

    private final String address;
    private final String token;
    private final List<String> seeds;
    private final String authenticator;
    private final Path folder;
    private final TestPorts ports;
    private @Nullable Process process;

    private TestNode(
            String address, String token, List<String> seeds, String authenticator, Path folder, TestPorts ports) {
        this.address = address;
        this.token = token;
        this.seeds = seeds;
        this.authenticator = authenticator;
        this.folder = folder;
        this.ports = ports;
    }

    /**
     * One of the three of a ring.
     *
     * @param index 0 to 2
     * @param folder of this node alone
     */
    static TestNode ofRing(int index, Path folder, TestPorts ports) {
        return new TestNode(TestPorts.address(index), TOKENS.get(index), TestPorts.ADDRESSES, EVERYONE, folder, ports);
    }

    /** A ring of its own, which asks for a user and a password. */
    public static TestNode withLogins(Path folder, TestPorts ports) {
        String address = TestPorts.address(0);
        return new TestNode(address, TOKENS.getFirst(), List.of(address), LOGINS, folder, ports);
    }

    public String address() {
        return address;
    }

    /** Starts a process on what the folder holds. */
    public void start() {
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve("cassandra.yaml"), settings());
            Files.writeString(folder.resolve("logback.xml"), """
                    <configuration>
                      <appender name="out" class="ch.qos.logback.core.ConsoleAppender">
                        <encoder><pattern>%d{HH:mm:ss.SSS} %-5level %logger{0} - %msg%n</pattern></encoder>
                      </appender>
                      <root level="INFO"><appender-ref ref="out"/></root>
                    </configuration>
                    """);
            process = new ProcessBuilder(command())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public boolean isRunning() {
        Process started = process;
        return started != null && started.isAlive();
    }

    /** Writes the schema to its files. A node that starts again reads it there, before its log of commits. */
    void keepSchema() {
        keep("");
    }

    /** Writes a keyspace to its files, and compacts them; an empty name stands for the schema. */
    void keep(String keyspace) {
        Process started = process;
        if (started == null || !started.isAlive()) {
            return;
        }
        Path kept = folder.resolve("schema-kept");
        try {
            Files.deleteIfExists(kept);
            started.getOutputStream().write((keyspace + "\n").getBytes(StandardCharsets.US_ASCII));
            started.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Waits.until(
                () -> Files.exists(kept),
                "the node on " + address + " has not kept " + (keyspace.isEmpty() ? "its schema" : keyspace));
    }

    /** Ends the process at once, as a loss of power would for it. */
    public void kill() {
        Process started = process;
        if (started == null) {
            return;
        }
        started.destroyForcibly();
        try {
            if (!started.waitFor(END_WAIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("a Cassandra node does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The end of what the process has said. */
    public String lastWords() {
        try {
            List<String> lines = Files.exists(log()) ? Files.readAllLines(log()) : List.of();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES_SHOWN), lines.size()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path log() {
        return folder.resolve("log");
    }

    private List<String> command() throws IOException {
        List<String> command = new ArrayList<>();
        command.add(java17());
        // Small and quick to start rather than quick in the long run. With 256 MB, twenty keyspaces leave no room to
        // work.
        command.addAll(List.of("-Xms256m", "-Xmx512m", "-Xss512k", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-XX:+PerfDisableSharedMem", "-Djdk.attach.allowAttachSelf=true"));
        command.add(
                Files.exists(CLASS_ARCHIVE)
                        ? "-XX:SharedArchiveFile=" + CLASS_ARCHIVE.toAbsolutePath()
                        : "-XX:+RecordDynamicDumpInfo");
        EXPORTS.forEach(export -> command.addAll(List.of("--add-exports", export + "=ALL-UNNAMED")));
        OPENS.forEach(open -> command.addAll(List.of("--add-opens", open + "=ALL-UNNAMED")));
        Path home = folder.toAbsolutePath();
        command.add("-Dcassandra.config=" + home.resolve("cassandra.yaml").toUri());
        command.add("-Dcassandra.storagedir=" + home);
        command.add("-Dcassandra.logdir=" + home);
        command.add("-Dlogback.configurationFile=" + home.resolve("logback.xml"));
        command.add("-Dcassandra-foreground=yes");
        // The ring is known beforehand and never changes: nothing to wait for.
        command.add("-Dcassandra.skip_wait_for_gossip_to_settle=0");
        // On a busy machine a node is silent for seconds: with less, the others forget it, and it misses schema
        // changes.
        command.add("-Dcassandra.ring_delay_ms=10000");
        // Also the pause between two attempts. Without it they would take the processor from everything else.
        command.add("-Dcassandra.superuser_setup_delay_ms=1000");
        // What a start would else find out by filling a table with 100,000 rows.
        command.add("-Dcassandra.memtable.row_overhead_size=180");
        // A new keyspace takes 2 s, not 8. Its tables are kept when the node is asked to: see keepSchema.
        command.add("-Dcassandra.test.flush_local_schema_changes=false");
        command.add("-cp");
        command.add(Files.readString(CLASS_PATH).strip() + File.pathSeparator + JAR.toAbsolutePath());
        command.add("CassandraNode");
        return command;
    }

    /** Compiles the main class of the servers for their own JDK: once, since they start often. */
    public static void compileMain() {
        try {
            Files.createDirectories(CLASSES);
            Files.deleteIfExists(CLASS_ARCHIVE);
            run(
                    "javac",
                    "-d",
                    CLASSES.toString(),
                    "-cp",
                    Files.readString(CLASS_PATH).strip(),
                    MAIN.toString());
            // An archive of classes is possible for jars alone.
            run("jar", "--create", "--file", JAR.toString(), "-C", CLASSES.toString(), ".");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Archives the classes that this node has loaded, for all nodes that are started from now on. */
    void archiveClasses() {
        Process started = process;
        if (started != null && !Files.exists(CLASS_ARCHIVE)) {
            run(
                    "jcmd",
                    Long.toString(started.pid()),
                    "VM.cds",
                    "dynamic_dump",
                    CLASS_ARCHIVE.toAbsolutePath().toString());
        }
    }

    /** Runs a tool of the nodes' JDK to its end. */
    private static void run(String tool, String... arguments) {
        List<String> command = new ArrayList<>();
        try {
            command.add(Path.of(java17()).resolveSibling(tool).toString());
            command.addAll(List.of(arguments));
            Process running = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (Waits.exitCode(running) != 0) {
                throw new IllegalStateException(tool + " failed: " + String.join(" ", command));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String settings() {
        return """
                cluster_name: order-evidence-tests
                num_tokens: 1
                initial_token: %s
                auto_bootstrap: false
                partitioner: org.apache.cassandra.dht.Murmur3Partitioner
                endpoint_snitch: SimpleSnitch
                listen_address: %s
                rpc_address: %s
                storage_port: %d
                native_transport_port: %d
                seed_provider:
                  - class_name: org.apache.cassandra.locator.SimpleSeedProvider
                    parameters:
                      - seeds: "%s"
                data_file_directories: ["%s"]
                commitlog_directory: "%s"
                saved_caches_directory: "%s"
                hints_directory: "%s"
                cdc_raw_directory: "%s"
                commitlog_sync: batch
                paxos_variant: v2
                commitlog_segment_size: 16MiB
                commitlog_total_space: 512MiB
                hinted_handoff_enabled: true
                hints_flush_period: 1s
                write_request_timeout: 5s
                cas_contention_timeout: 5s
                phi_convict_threshold: 12
                auto_snapshot: false
                authenticator: %s
                authorizer: AllowAllAuthorizer
                memtable_heap_space: 32MiB
                memtable_offheap_space: 32MiB
                file_cache_size: 32MiB
                networking_cache_size: 16MiB
                key_cache_size: 4MiB
                counter_cache_size: 0MiB
                row_cache_size: 0MiB
                concurrent_reads: 8
                concurrent_writes: 8
                concurrent_counter_writes: 2
                concurrent_materialized_view_writes: 1
                concurrent_compactors: 1
                """.formatted(
                        token,
                        address,
                        address,
                        ports.storage(),
                        ports.clients(),
                        String.join(",", seeds),
                        folder("data"),
                        folder("commitlog"),
                        folder("saved_caches"),
                        folder("hints"),
                        folder("cdc"),
                        authenticator);
    }

    private Path folder(String name) {
        return folder.toAbsolutePath().resolve(name);
    }

    /** The {@code java} of the JDK 17 that the build finds: the servers run on no newer one. */
    private static String java17() throws IOException {
        Process search = new ProcessBuilder("sh", "-c", ". .mvn/find-jdk17.sh; find_jdk17 && printf %s \"$jdk\"")
                .redirectErrorStream(true)
                .start();
        String found = Waits.output(search);
        if (Waits.exitCode(search) != 0) {
            throw new IllegalStateException(found);
        }
        return found + "/bin/java";
    }
}
