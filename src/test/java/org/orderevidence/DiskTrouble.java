package org.orderevidence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Makes the operating system refuse a running service what it writes to its files, until it is told to stop that. */
interface DiskTrouble {
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
                    "mount", "-t", "tmpfs", "-o", "size=" + SIZE_MEBIBYTES + "m", "evidence-test", folder.toString());
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
