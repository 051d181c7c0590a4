package org.orderevidence.cli.terminal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.orderevidence.account.ApiKey;
import org.orderevidence.transfer.StoreTasks;

/** The file with the key of the first account, for commands on the same machine. */
public final class FirstKey {
    private FirstKey() {}

    /** Returns the path of the file. */
    public static Path file(Path data) {
        return data.resolve(StoreTasks.FIRST_KEY);
    }

    /**
     * Writes it for its owner alone.
     *
     * @throws FileAlreadyExistsException when there is one; it is left as it is
     */
    public static void write(Path file, ApiKey key) throws IOException {
        boolean posix = Files.getFileStore(file.toAbsolutePath().getParent()).supportsFileAttributeView("posix");
        if (posix) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } else {
            Files.createFile(file);
        }
        Files.write(file, (key.text() + '\n').getBytes(StandardCharsets.US_ASCII));
    }
}
