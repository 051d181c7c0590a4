package org.orderevidence.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The operating system's memory of files. Some machines drop pages from it that were not read for a minute, although
 * there is room. The contestant that waited longest would then read from the disk, and the others would not.
 */
final class PageCache {
    /** Longest wait, in seconds, until what was written is on the disk. */
    private static final int SYNC_SECONDS = 600;

    private PageCache() {}

    /** Waits until all written data is on the disk. */
    static void flush(Scratch scratch) throws IOException {
        Child.run(scratch, List.of("sync"), SYNC_SECONDS);
    }

    /** Drops the files below a folder from the system's cache. */
    static void drop(Scratch scratch, Path folder) throws IOException {
        shell(scratch, folder, "find \"$0\" -type f -exec dd of={} oflag=nocache conv=notrunc,fdatasync count=0 ';'");
    }

    /** Reads all files below a folder, so that the system has of them in memory what fits. */
    static void fill(Scratch scratch, Path folder) throws IOException {
        // A server removes files as it likes: one that is gone is no error.
        shell(scratch, folder, "find \"$0\" -type f -exec cat {} + >/dev/null 2>&1 || true");
    }

    private static void shell(Scratch scratch, Path folder, String command) throws IOException {
        Child.run(scratch, List.of("sh", "-c", command, folder.toString()), SYNC_SECONDS);
    }
}
