package org.orderevidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.ByteBuffer;
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
    private static final int ROUNDS = 5;

    @TempDir
    private Path folder;

    @Test
    void theProcessEndsWhenTheHeapIsExhausted() throws Exception {
        try (ServeProcess service = thief()) {
            String key = service.key();

            give(service, "heap");
            try (Flood _ = new Flood(
                    service.port(), 64, Storm.VALID_UPLOADS_OF_5_MB.manner(new Storm.Target(key, "/"), BOUND))) {
                assertTrue(
                        service.process().waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS),
                        "with no heap left it lived on for " + PATIENCE_SECONDS + " s");
            }

            assertNotEquals(0, service.process().exitValue());
        }
    }

    /** The direct memory that it has already may be all that it needs: then it goes on answering. */
    @Test
    @Tag("faults")
    void withoutDirectMemoryTheProcessEndsOrAnswers() throws Exception {
        try (ServeProcess service = thief()) {
            String key = service.key();
            GoodClient client = new GoodClient(service.port(), key, null);

            give(service, "direct");
            try (Flood flood =
                            new Flood(service.port(), 200, Storm.HALF_HEADS.manner(new Storm.Target(key, "/"), BOUND));
                    Flood other = new Flood(
                            service.port(),
                            64,
                            Storm.VALID_UPLOADS_OF_5_MB.manner(new Storm.Target(key, "/"), BOUND))) {
                flood.awaitOpen(BOUND);
                other.awaitOpen(BOUND);
                service.process().waitFor(5, TimeUnit.SECONDS);
            }

            if (service.process().isAlive()) {
                GoodClient.Experience after = afterTheStorm(client);
                assertTrue(after.isGood(99, BOUND), () -> "it lives on without direct memory, but: " + after);
            } else {
                assertNotEquals(0, service.process().exitValue());
            }
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

    /** The last of several tries: what the storm has left to do comes first. */
    private static GoodClient.Experience afterTheStorm(GoodClient client) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        GoodClient.Experience after = client.rounds("after-0", ROUNDS);
        for (int n = 1; !after.isGood(99, BOUND) && System.nanoTime() - deadline < 0; n++) {
            after = client.rounds("after-" + n, ROUNDS);
        }
        return after;
    }

    private ServeProcess thief() throws IOException, InterruptedException {
        return ServeProcess.start(
                folder.resolve("data"), ServeProcess.Jvm.ofLauncher().running(MemoryThief.class));
    }

    private static void give(ServeProcess service, String order) throws IOException {
        OutputStream orders = service.process().getOutputStream();
        orders.write((order + "\n").getBytes(StandardCharsets.UTF_8));
        orders.flush();
    }

    /**
     * The service, and in the same JVM a thread that takes nearly all memory when its standard input requests it. For the
     * service, its memory budget is then wrong: memory that it promised to requests is no longer there.
     */
    static final class MemoryThief {
        /** How much is left of the heap; and of direct memory nothing. */
        private static final long LEFT_BYTES = 6L * 1024 * 1024;

        private static final int MEBIBYTE = 1024 * 1024;
        private static final int SMALL = 4 * 1024;

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
                switch (orders.readLine()) {
                    case "heap" -> {
                        awaitWarmUp();
                        takeHeap();
                    }
                    case "direct" -> takeDirectMemory();
                    case String other -> throw new IllegalArgumentException(other);
                    case null -> throw new IllegalArgumentException("no order");
                }
                System.out.println("taken");
                System.out.flush();
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

        /** The JVM does not end by itself when there is no direct memory: this error is thrown by Java code. */
        private static void takeDirectMemory() {
            for (int size = MEBIBYTE; size >= SMALL; size /= 2) {
                try {
                    while (true) {
                        LOOT.add(ByteBuffer.allocateDirect(size));
                    }
                } catch (OutOfMemoryError noMoreOfThisSize) {
                    LOOT.add(size);
                }
            }
        }
    }
}
