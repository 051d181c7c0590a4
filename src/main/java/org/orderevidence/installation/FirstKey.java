package org.orderevidence.installation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.orderevidence.account.ApiKey;

/** The file with the key of the first account, for commands on the same machine. */
public final class FirstKey {
    /** Its name in the data folder. */
    public static final String FILE_NAME = "first-key";

    private FirstKey() {}

    /** Returns the path of the file. */
    public static Path file(Path data) {
        return data.resolve(FILE_NAME);
    }

    /**
     * Writes it for its owner alone.
     *
     * @throws FileAlreadyExistsException if there is one; it is left as it is
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
