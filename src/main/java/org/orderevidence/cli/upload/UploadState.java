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

/**
 * How far an upload has come: all records up to one are settled. It is stored next to the input, so that a second run can
 * continue.
 *
 * @param target names the service and the key, see {@link Client#target}
 * @param reading how the input is read, see {@link Upload#reading}
 * @param size of the input at the start of the run
 * @param modified when the input was written last, in milliseconds since 1970
 * @param number of the last settled record; 0 for none
 * @param offset its end, see {@link Item.Place}
 * @param counts settled records by outcome
 * @param errorsBytes how much of the file of rejected records belongs to them
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
     * Nothing settled yet.
     *
     * @param input null for standard input
     */
    static UploadState start(String target, String reading, @Nullable Path input) throws IOException {
        long size = input == null ? -1 : Files.size(input);
        long modified = input == null ? -1 : Files.getLastModifiedTime(input).toMillis();
        return new UploadState(target, reading, size, modified, 0, 0, Map.of(), 0);
    }

    /** The state that an earlier run stored; empty if there is none, or none that can be read. */
    static Optional<UploadState> load(Path file) {
        try {
            return Files.isRegularFile(file) && Files.size(file) <= MAX_BYTES
                    ? Json.readIfAny(Files.readAllBytes(file), UploadState.class)
                    : Optional.empty();
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /** True if the input can be the one of an earlier run: the same, or longer. */
    boolean canContinue(UploadState earlier) {
        return size > earlier.size || (size == earlier.size && modified == earlier.modified);
    }

    /** The same input, as far as an earlier run came. */
    UploadState continuing(UploadState earlier) {
        return reached(earlier.number, earlier.offset, earlier.counts, earlier.errorsBytes);
    }

    /** The same upload, further on. */
    UploadState reached(long newNumber, long newOffset, Map<String, Long> newCounts, long newErrorsBytes) {
        return new UploadState(target, reading, size, modified, newNumber, newOffset, newCounts, newErrorsBytes);
    }

    /** Replaces what is stored, all or nothing. */
    void save(Path file) throws IOException {
        Path whole = file.resolveSibling(file.getFileName() + ".new");
        Files.write(whole, Json.bytes(this));
        Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
