package org.orderevidence.bench.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** Measures the time until 4 KiB are on stable storage of this disk. Group commit helps only if it is long. */
public final class DiskCost {
    private static final int FLUSHES = 500;
    private static final int PAGE = 4_096;
    private static final long MOST_NANOS = 3_000_000_000L;

    private DiskCost() {}

    /** The median of up to {@value #FLUSHES} writes with a flush behind each, in microseconds. */
    public static double flushMicros(Path folder) throws IOException {
        Path file = folder.resolve("flushed");
        long[] nanos = new long[FLUSHES];
        int count = 0;
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.READ)) {
            ByteBuffer page = ByteBuffer.allocateDirect(PAGE);
            long end = System.nanoTime() + MOST_NANOS;
            while (count < FLUSHES && System.nanoTime() < end) {
                long start = System.nanoTime();
                channel.write(page.rewind(), (long) count * PAGE);
                channel.force(false);
                nanos[count++] = System.nanoTime() - start;
            }
        } finally {
            Files.deleteIfExists(file);
        }
        Arrays.sort(nanos, 0, count);
        return nanos[count / 2] / 1e3;
    }
}
