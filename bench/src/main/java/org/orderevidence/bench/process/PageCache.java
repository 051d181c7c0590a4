package org.orderevidence.bench.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The operating system's memory of files. Some machines drop pages from it that were not read for a minute, although
 * there is room. The contestant that waited longest would then read from the disk, and the others would not.
 */
public final class PageCache {
    /** Longest wait, in seconds, until what was written is on the disk. */
    private static final int SYNC_SECONDS = 600;

    private PageCache() {}

    /** Waits until all written data is on the disk. */
    public static void flush(Scratch scratch) throws IOException {
        Child.run(scratch, List.of("sync"), Map.of(), SYNC_SECONDS);
    }

    /** Drops the files below a folder from the system's cache. */
    public static void drop(Scratch scratch, Path folder) throws IOException {
        String command = "find \"$0\" -type f -exec dd of={} oflag=nocache conv=notrunc,fdatasync count=0 ';'";
        Child.run(scratch, List.of("sh", "-c", command, folder.toString()), Map.of(), SYNC_SECONDS);
    }

    /** Reads all files below some folders, so that the system has of them in memory what fits. */
    public static void fill(List<Path> folders) throws IOException {
        for (Path folder : folders) {
            List<Path> all;
            try (Stream<Path> files = Files.walk(folder)) {
                all = files.filter(Files::isRegularFile).toList();
            }
            for (Path file : all) {
                try (InputStream in = Files.newInputStream(file)) {
                    in.transferTo(OutputStream.nullOutputStream());
                } catch (NoSuchFileException removedMeanwhile) {
                    // A server removes files as it likes.
                }
            }
        }
    }
}
