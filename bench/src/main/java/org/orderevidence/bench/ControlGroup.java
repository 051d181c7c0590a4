package org.orderevidence.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Linux control group that limits the memory of a program, including the cache of its files. Not every machine allows
 * one.
 */
final class ControlGroup implements AutoCloseable {
    private static final Path VERSION_1 = Path.of("/sys/fs/cgroup/memory");
    private static final Path VERSION_2 = Path.of("/sys/fs/cgroup");

    private final @Nullable Path folder;

    private ControlGroup(@Nullable Path folder) {
        this.folder = folder;
    }

    /** Creates a group, without a limit if the machine allows none. */
    static ControlGroup ofMemory(long bytes) {
        boolean isFirst = Files.isDirectory(VERSION_1);
        Path folder = (isFirst ? VERSION_1 : VERSION_2)
                .resolve("order-evidence-" + ProcessHandle.current().pid());
        try {
            Files.createDirectory(folder);
            Files.writeString(folder.resolve(isFirst ? "memory.limit_in_bytes" : "memory.max"), String.valueOf(bytes));
            return new ControlGroup(folder);
        } catch (IOException notAllowed) {
            return new ControlGroup(null);
        }
    }

    /** Returns the beginning of a command that runs in the group. */
    List<String> command() {
        return folder == null
                ? List.of()
                : List.of("sh", "-c", "echo $$ >" + folder.resolve("cgroup.procs") + "; exec \"$@\"", "sh");
    }

    /** Returns true if there is a limit. */
    boolean limits() {
        return folder != null;
    }

    /** Removes the group. All its programs must have ended. */
    @Override
    public void close() throws IOException {
        if (folder != null) {
            Files.deleteIfExists(folder);
        }
    }
}
