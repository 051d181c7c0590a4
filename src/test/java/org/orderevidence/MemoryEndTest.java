package org.orderevidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.cli.Main;

/**
 * When memory runs out in spite of all bounds, the process ends, so that what watches it can start it again; and settings that cannot
 * fit the heap do not start.
 *
 * <p>The bounds are there so that no request can exhaust the memory, and the service checks at its start that they fit. No request and
 * no setting is therefore left to exhaust it with. {@link MemoryThief} takes the memory from within the same JVM instead.
 */
@Tag("slow")
@Tag("alone")
final class MemoryEndTest {
    private static final int PATIENCE_SECONDS = 90;
    private static final Duration BOUND = Duration.ofSeconds(1);

    @TempDir
    private Path folder;

    @Test
    void theProcessEndsWhenTheHeapIsExhausted() throws Exception {
        ServeProcess.Jvm thief = ServeProcess.Jvm.ofLauncher().running(MemoryThief.class);
        try (ServeProcess service = ServeProcess.start(folder.resolve("data"), thief);
                OutputStream orders = service.process().getOutputStream()) {
            String key = service.key();

            orders.write('\n');
            orders.flush();
            try (Flood _ = new Flood(
                    service.port(), 64, Storm.VALID_UPLOADS_OF_5_MB.manner(new Storm.Target(key, "/"), BOUND))) {
                assertTrue(
                        service.process().waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS),
                        "with no heap left it lived on for " + PATIENCE_SECONDS + " s");
            }

            assertNotEquals(0, service.process().exitValue());
        }
    }

    @Test
    void theStartFailsWithTheNumbersWhenTheLimitsDoNotFitTheHeap() throws Exception {
        Path log = folder.resolve("start.log");
        // 10,000 connections of 5 KB and the working room of 64 MB alone are more than this.
        ServeProcess.Jvm small = ServeProcess.Jvm.ofLauncher()
                .with("-Xms64m", "-Xmn16m", "-Xmx96m")
                .set(Map.of("EVIDENCE_LIMITS_CONNECTIONS", "10000"));

        Process process = ServeProcess.process(folder.resolve("data"), small, log);
        try {
            assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), "it started");
            String said = Files.readString(log);
            assertNotEquals(0, process.exitValue(), said);
            assertTrue(said.matches("(?s).*10[,]?000.*"), said);
            assertTrue(said.contains("limits.connections"), said);
            assertTrue(said.matches("(?s).*\\d+ MB.*\\d+ MB.*"), said);
            assertTrue(said.contains("-Xmx"), said);
            assertEquals(
                    1, said.lines().filter(line -> line.contains("do not fit")).count(), said);
        } finally {
            process.destroyForcibly();
        }
    }

    /**
     * The service, and in the same JVM a thread that takes nearly all memory when its standard input requests it. For the
     * service, its memory budget is then wrong: memory that it promised to requests is no longer there.
     */
    static final class MemoryThief {
        /** How much is left of the heap. */
        private static final long LEFT_BYTES = 6L * 1024 * 1024;

        private static final int MEBIBYTE = 1024 * 1024;

        /** What was taken is never given back. */
        private static final List<Object> LOOT = new ArrayList<>();

        private MemoryThief() {}

        /** Runs the command that the arguments name. */
        public static void main(String[] args) throws Exception {
            Thread.ofPlatform().daemon().start(MemoryThief::obey);
            Main.main(args);
        }

        private static void obey() {
            try {
                BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
                orders.readLine();
                awaitWarmUp();
                takeHeap();
            } catch (IOException | InterruptedException ended) {
                throw new IllegalStateException(ended);
            }
        }

        /** Without it, the warm-up goes on in what is left, a few bytes for each collection, and no request gets its turn. */
        private static void awaitWarmUp() throws InterruptedException {
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                if (thread.getName().startsWith("warm-up")) {
                    thread.join();
                }
            }
        }

        private static void takeHeap() {
            Runtime runtime = Runtime.getRuntime();
            System.gc();
            long used = runtime.totalMemory() - runtime.freeMemory();
            long take = runtime.maxMemory() - used - LEFT_BYTES;
            for (long taken = 0; taken < take; taken += MEBIBYTE) {
                LOOT.add(new byte[MEBIBYTE]);
            }
        }
    }
}
