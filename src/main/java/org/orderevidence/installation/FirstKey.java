package org.orderevidence.installation;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.security.SecureRandom;
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
     * Writes it for its owner alone. It is complete and on stable storage when this method returns.
     *
     * @throws FileAlreadyExistsException if there is one; it is left as it is
     */
    public static void write(Path file, ApiKey key) throws IOException {
        PrivateFile.create(file, key.text() + '\n', new SecureRandom());
    }
}
