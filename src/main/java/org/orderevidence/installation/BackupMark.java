package org.orderevidence.installation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Optional;

/** A file in the data folder whose time is that of the last backup. Backups by other tools touch it. */
public final class BackupMark {
    private static final String FILE_NAME = "last-backup";

    private BackupMark() {}

    public static Path file(Path data) {
        return data.resolve(FILE_NAME);
    }

    /** Returns when the last backup was made; empty if none is known. */
    public static Optional<Instant> read(Path data) {
        try {
            return Optional.of(Files.getLastModifiedTime(file(data)).toInstant());
        } catch (IOException unknown) {
            return Optional.empty();
        }
    }

    /** Notes that a backup was made. */
    public static void write(Path data, Instant now) throws IOException {
        if (!Files.exists(file(data))) {
            Files.createFile(file(data));
        }
        Files.setLastModifiedTime(file(data), FileTime.from(now));
    }
}
