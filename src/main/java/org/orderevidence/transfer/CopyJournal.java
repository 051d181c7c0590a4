package org.orderevidence.transfer;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.orderevidence.installation.CannotStart;
import org.orderevidence.process.FileError;

/**
 * The progress of a copy between two stores, in a file of the data folder. Another run continues from there. The file is
 * deleted at the end of the copy.
 */
final class CopyJournal {
    private static final int NAME_CHARS = 16;
    private static final int MAX_BYTES = 16 * 1024;

    private final Path file;

    /**
     * A position in a copy.
     *
     * @param kind name of the kind that is copied
     * @param after cursor of the next page; {@code null} for the first
     * @param records number of records of this kind that were copied before it
     */
    record Place(String kind, @Nullable String after, long records) {}

    /**
     * @param data the data folder
     * @param from address of the source
     * @param to address of the target; the file contains no address, because it may include a password
     */
    CopyJournal(Path data, String from, String to) {
        this.file = data.resolve("copy-" + name(from, to) + ".progress");
    }

    /** Returns the progress of an interrupted run, or empty if there is none. */
    Optional<Place> place() {
        Properties kept = new Properties();
        try {
            if (!Files.exists(file) || Files.size(file) > MAX_BYTES) {
                return Optional.empty();
            }
            try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
                kept.load(reader);
            }
            String kind = kept.getProperty("kind");
            return kind == null
                    ? Optional.empty()
                    : Optional.of(new Place(
                            kind, kept.getProperty("after"), Long.parseLong(kept.getProperty("records", ""))));
        } catch (IOException | IllegalArgumentException unreadable) {
            // The copy then starts again, which only costs time.
            return Optional.empty();
        }
    }

    /** Saves the progress: everything before it is on stable storage in the target. */
    void reached(Place place) {
        Properties kept = new Properties();
        kept.setProperty("kind", place.kind());
        kept.setProperty("records", Long.toString(place.records()));
        String after = place.after();
        if (after != null) {
            kept.setProperty("after", after);
        }
        Path whole = file.resolveSibling(file.getFileName() + ".new");
        try {
            try (Writer writer = Files.newBufferedWriter(whole, StandardCharsets.UTF_8)) {
                kept.store(writer, null);
            }
            Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException unwritable) {
            throw new CannotStart("cannot write " + file + ": " + FileError.cause(unwritable), unwritable);
        }
    }

    /** Deletes the progress after the end of a copy. Another run then starts again. */
    void end() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException undeletable) {
            throw new CannotStart("cannot delete " + file + ": " + FileError.cause(undeletable), undeletable);
        }
    }

    private static String name(String from, String to) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest((from + '\n' + to).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, NAME_CHARS);
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }
}
