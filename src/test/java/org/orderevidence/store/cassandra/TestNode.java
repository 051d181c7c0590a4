package org.orderevidence.store.cassandra;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One server of the tests: its folder, and the process that runs on it now. */
final class TestNode {
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

    private static final Path CLASS_PATH = Path.of("target", "cassandra", "class-path");
    private static final Path MAIN = Path.of("src", "test", "cassandra", "CassandraNode.java");
    private static final Path CLASSES = Path.of("target", "cassandra", "classes");
    private static final int LOG_LINES_SHOWN = 20;
    private static final long END_WAIT_SECONDS = 30;

    private final int index;
    private final Path folder;
    private final TestPorts ports;
    private @Nullable Process process;

    /**
     * @param index 0 to 2
     * @param folder of this node alone
     */
    TestNode(int index, Path folder, TestPorts ports) {
        this.index = index;
        this.folder = folder;
        this.ports = ports;
    }

    String address() {
        return TestPorts.address(index);
    }

    /** Starts a process on what the folder holds. */
    void start() {
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

    boolean isRunning() {
        Process started = process;
        return started != null && started.isAlive();
    }

    /** Ends the process at once, as a loss of power would for it. */
    void kill() {
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
    String lastWords() {
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
        command.add(Jdk17.java().toString());
        // Small and quick to start rather than quick in the long run.
        command.addAll(List.of("-Xms256m", "-Xmx256m", "-Xss512k", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-XX:+PerfDisableSharedMem", "-Djdk.attach.allowAttachSelf=true"));
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
        command.add("-Dcassandra.ring_delay_ms=500");
        command.add("-cp");
        command.add(Files.readString(CLASS_PATH).strip() + File.pathSeparator + CLASSES.toAbsolutePath());
        command.add("CassandraNode");
        return command;
    }

    /** Compiles the main class of the servers for their own JDK: once, since they start often. */
    static void compileMain() {
        try {
            Files.createDirectories(CLASSES);
            Process javac = new ProcessBuilder(
                            Jdk17.java().resolveSibling("javac").toString(),
                            "-d",
                            CLASSES.toString(),
                            "-cp",
                            Files.readString(CLASS_PATH).strip(),
                            MAIN.toString())
                    .inheritIO()
                    .start();
            if (javac.waitFor() != 0) {
                throw new IllegalStateException(MAIN + " does not compile");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + MAIN + " was compiled", e);
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
                commitlog_sync: group
                commitlog_sync_group_window: 2ms
                commitlog_segment_size: 8MiB
                commitlog_total_space: 64MiB
                hinted_handoff_enabled: true
                hints_flush_period: 1s
                write_request_timeout: 5s
                cas_contention_timeout: 5s
                phi_convict_threshold: 12
                auto_snapshot: false
                authenticator: AllowAllAuthenticator
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
                        TOKENS.get(index),
                        address(),
                        address(),
                        ports.storage(),
                        ports.clients(),
                        String.join(",", TestPorts.ADDRESSES),
                        folder("data"),
                        folder("commitlog"),
                        folder("saved_caches"),
                        folder("hints"),
                        folder("cdc"));
    }

    private Path folder(String name) {
        return folder.toAbsolutePath().resolve(name);
    }
}
