package org.orderevidence.cli.upload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.upload.Item;

/**
 * The progress of an upload: all records up to {@code number} are settled. It is stored next to the input, so that a second
 * run can continue.
 *
 * @param target identifies the service and the key, see {@link Client#target}
 * @param reading how the input is read, see {@link Upload#reading}
 * @param size of the input at the start of the run
 * @param modified when the input was last written, in milliseconds since 1970
 * @param number of the last settled record; 0 for none
 * @param offset its end, see {@link Item.Place}
 * @param counts settled records by outcome
 * @param errorsBytes length of the part of the file of rejected records that belongs to them
 */
record UploadState(
        String target,
        String reading,
        long size,
        long modified,
        long number,
        long offset,
        Map<String, Long> counts,
        long errorsBytes) {
    private static final int MAX_BYTES = 64 * 1024;

    UploadState {
        counts = Map.copyOf(counts);
    }

    /**
     * Returns the state in which nothing is settled.
     *
     * @param input null for standard input
     */
    static UploadState start(String target, String reading, @Nullable Path input) throws IOException {
        long size = input == null ? -1 : Files.size(input);
        long modified = input == null ? -1 : Files.getLastModifiedTime(input).toMillis();
        return new UploadState(target, reading, size, modified, 0, 0, Map.of(), 0);
    }

    /** Returns the state that an earlier run stored; empty if there is none that can be read. */
    static Optional<UploadState> load(Path file) {
        try {
            return Files.isRegularFile(file) && Files.size(file) <= MAX_BYTES
                    ? Json.readIfAny(Files.readAllBytes(file), UploadState.class)
                    : Optional.empty();
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /** True if the input can be that of an earlier run: unchanged or longer. */
    boolean canContinue(UploadState earlier) {
        return size > earlier.size || (size == earlier.size && modified == earlier.modified);
    }

    /** Returns this state with the progress of an earlier run. */
    UploadState continuing(UploadState earlier) {
        return reached(earlier.number, earlier.offset, earlier.counts, earlier.errorsBytes);
    }

    /** Returns this state with more progress. */
    UploadState reached(long newNumber, long newOffset, Map<String, Long> newCounts, long newErrorsBytes) {
        return new UploadState(target, reading, size, modified, newNumber, newOffset, newCounts, newErrorsBytes);
    }

    /** Replaces the stored state atomically. */
    void save(Path file) throws IOException {
        Path whole = file.resolveSibling(file.getFileName() + ".new");
        Files.write(whole, Json.bytes(this));
        Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
