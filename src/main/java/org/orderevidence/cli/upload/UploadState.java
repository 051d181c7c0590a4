package org.orderevidence.cli.upload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.Json;
import tools.jackson.databind.JsonNode;

/**
 * How far an upload has come: all records up to one are settled. Kept beside the input, so that a second run can go on.
 *
 * @param target names the service and the key, see {@link Client#target}
 * @param number of the last settled record; 0 for none
 * @param digest SHA-256 of the unpacked input up to its end: tells whether that part is still the same
 * @param counts settled records by outcome
 * @param errorsBytes how much of the file of rejected records belongs to them
 */
record UploadState(String target, long number, String digest, Map<String, Long> counts, long errorsBytes) {
    private static final int MAX_BYTES = 64 * 1024;

    UploadState {
        counts = Map.copyOf(counts);
    }

    /** Nothing settled yet. */
    static UploadState start(String target) {
        return new UploadState(target, 0, "", Map.of(), 0);
    }

    /** What an earlier run left; empty when there is nothing, or nothing that can be read. */
    static Optional<UploadState> load(Path file) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
                return Optional.empty();
            }
            JsonNode read = Json.readIfAny(Files.readString(file));
            if (read == null || !read.path("number").isIntegralNumber()) {
                return Optional.empty();
            }
            Map<String, Long> counts = new TreeMap<>();
            read.path("counts").forEachEntry((word, count) -> counts.put(word, count.asLong(0)));
            return Optional.of(new UploadState(
                    read.path("target").asString(""),
                    read.path("number").asLong(0),
                    read.path("digest").asString(""),
                    counts,
                    read.path("errorsBytes").asLong(0)));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /** Replaces what is kept, all or nothing. */
    void save(Path file) throws IOException {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("target", target);
        json.put("number", number);
        json.put("digest", digest);
        json.put("counts", new TreeMap<>(counts));
        json.put("errorsBytes", errorsBytes);
        Path whole = file.resolveSibling(file.getFileName() + ".new");
        Files.write(whole, Json.bytes(json));
        Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
