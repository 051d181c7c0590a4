package org.orderevidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.waiting.Waits;

/** The embedded store on a disk that refuses to write: no write is falsely acknowledged, and reads go on. */
@Tag("slow")
final class DiskTroubleTest {
    private static final int FULL_ROUNDS = 20;
    private static final int PATIENCE_SECONDS = 10;
    private static final int SAMPLE = 30;
    private static final int PAUSE_MILLIS = 40;
    private static final long SEED = 4_711L;

    @TempDir
    private Path folder;

    @Test
    @Tag("strikes")
    void aFullDiskRefusesWritesAndIsGotOver() throws Exception {
        Path data = folder.resolve("disk");
        Optional<DiskTrouble.FullDisk> disk = DiskTrouble.FullDisk.mount(data);
        if (disk.isEmpty()) {
            System.out.println("No small disk may be mounted by this user: its files are limited in their place.");
            survive(data, new DiskTrouble.RefusedWrites());
            return;
        }
        try (DiskTrouble.FullDisk full = disk.get()) {
            survive(data, full);
        }
    }

    @Test
    @Tag("faults")
    void errorsOfTheDiskRefuseWritesAndAreGotOver() throws Exception {
        survive(folder.resolve("data"), new DiskTrouble.RefusedWrites());
    }

    private static void survive(Path data, DiskTrouble trouble) throws Exception {
        Random random = new Random(SEED);
        List<Upload> acknowledged = new ArrayList<>();
        List<Upload> uncertain = new ArrayList<>();
        int rounds = Faults.rounds(1, FULL_ROUNDS);
        int troubled = 0;
        try (ServeProcess service = ServeProcess.start(data)) {
            ServiceClient client = new ServiceClient(service);
            for (int round = 0; round < rounds; round++) {
                UploadLoad load = UploadLoad.start(client, "r" + round, random, PAUSE_MILLIS);
                assertTrue(load.awaitFirst(6 * PATIENCE_SECONDS), "seed " + SEED + ": no upload was answered");
                trouble.begin(service);
                boolean isTroubled = awaitTrouble(client, load);
                troubled += isTroubled ? 1 : 0;
                // While nothing can be written, what was acknowledged can be read.
                List<Upload> before = List.copyOf(load.acknowledged());
                CrashContract.requireAll(client, before.subList(Math.max(0, before.size() - SAMPLE), before.size()));
                trouble.end(service);
                Waits.until(() -> client.ready().status() == 200, "it is never ready");
                load.end();
                assertEquals(List.of(), List.copyOf(load.unanswered()));
                assertEquals(isTroubled, !load.refused().isEmpty());
                for (UploadLoad.Refusal refusal : load.refused()) {
                    assertEquals(503, refusal.answer().status());
                    assertEquals("1", refusal.answer().retryAfter());
                    uncertain.add(refusal.upload());
                }
                acknowledged.addAll(load.acknowledged());
            }
            assertTrue(troubled > rounds / 2, troubled + " of " + rounds + " rounds had trouble");
            CrashContract.requireAll(client, acknowledged);
            service.kill();
        }
        requireAQuietLog(data);
        try (ServeProcess service = ServeProcess.start(data)) {
            ServiceClient client = new ServiceClient(service);
            CrashContract.requireAll(client, acknowledged);
            CrashContract.requireNoHalves(client, uncertain);
        }
    }

    /** One line a minute for each of what writes (the committer, the checkpoints), and no stack trace. */
    private static void requireAQuietLog(Path data) throws Exception {
        List<String> log = Files.readAllLines(data.resolveSibling(data.getFileName() + ".log"));
        long traces = log.stream().filter(line -> line.startsWith("\tat ")).count();
        long lines = log.stream()
                .filter(line ->
                        line.contains("writes are refused: ") || line.contains("cannot write to the database file: "))
                .count();
        assertEquals(0, traces);
        assertTrue(lines >= 1, "the log does not name the trouble");
        assertTrue(lines <= 6, lines + " lines");
    }

    /**
     * Waits until the service reports that it cannot write. Returns false if it can: after a checkpoint the log's file
     * has room that a full disk does not take away, and uploads are still stored.
     */
    private static boolean awaitTrouble(ServiceClient client, UploadLoad load) throws Exception {
        int stored = load.acknowledged().size();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (client.ready().status() != 503) {
            if (System.nanoTime() > deadline) {
                assertTrue(load.acknowledged().size() > stored, "it neither stores uploads nor says 503");
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(50); // readiness is asked for, not told
        }
        return true;
    }

    /** Makes the operating system refuse a running service what it writes to its files, until it is told to stop that. */
    private interface DiskTrouble {
        /** From now on writes fail. */
        void begin(ServeProcess service) throws IOException;

        /** From now on they succeed again. */
        void end(ServeProcess service) throws IOException;

        /**
         * A small file system, with room for the store's log, that is filled to the last byte: writes fail with "no space left". Mounting it
         * needs root.
         *
         * @param folder where it is mounted
         */
        record FullDisk(Path folder) implements DiskTrouble, AutoCloseable {
            private static final int SIZE_MEBIBYTES = 200;
            private static final int BLOCK_BYTES = 4_096;

            /** Mounts it; empty when this user may not. */
            static Optional<FullDisk> mount(Path folder) throws IOException {
                Files.createDirectories(folder);
                boolean mounted = succeeds(
                        "mount",
                        "-t",
                        "tmpfs",
                        "-o",
                        "size=" + SIZE_MEBIBYTES + "m",
                        "evidence-test",
                        folder.toString());
                return mounted ? Optional.of(new FullDisk(folder)) : Optional.empty();
            }

            @Override
            public void begin(ServeProcess service) throws IOException {
                byte[] block = new byte[BLOCK_BYTES];
                try (var ballast = Files.newOutputStream(ballast())) {
                    while (true) {
                        ballast.write(block);
                    }
                } catch (IOException full) {
                    if (folder.toFile().getUsableSpace() > 0) {
                        throw full;
                    }
                }
            }

            @Override
            public void end(ServeProcess service) throws IOException {
                Files.delete(ballast());
            }

            @Override
            public void close() throws IOException {
                if (!succeeds("umount", folder.toString())) {
                    throw new IOException("cannot unmount " + folder);
                }
            }

            private Path ballast() {
                return folder.resolve("ballast");
            }
        }

        /** A limit on the size of the process's files: writes beyond the first page fail with an I/O error. Needs no root. */
        record RefusedWrites() implements DiskTrouble {
            @Override
            public void begin(ServeProcess service) throws IOException {
                limit(service, "4096");
            }

            @Override
            public void end(ServeProcess service) throws IOException {
                limit(service, "unlimited");
            }

            private static void limit(ServeProcess service, String bytes) throws IOException {
                // Only the soft limit: it may be raised again.
                if (!succeeds("prlimit", "--pid", Long.toString(service.pid()), "--fsize=" + bytes + ":")) {
                    throw new IOException("prlimit (package util-linux) cannot limit the size of a process's files");
                }
            }
        }

        private static boolean succeeds(String... command) throws IOException {
            Process process = new ProcessBuilder(List.of(command))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }
}
