package org.orderevidence.transfer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import org.orderevidence.installation.CannotStart;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.PrivateFile;
import org.orderevidence.installation.PrivateFile.FirstKey;
import org.orderevidence.installation.Stores;
import org.orderevidence.process.FileError;

/** Writes a backup: a folder with a consistent copy of the database, the secret and, if it exists, the first key. */
final class Backup {
    /** Default names in a data folder: the backup can be served and verified without changes. */
    private static final String DATABASE = "evidence.db";

    private static final String SECRET = "secret";

    private final Config config;
    private final Path folder;
    private final Path partial;

    /**
     * @param folder a new folder; it appears when the backup is complete on the disk
     */
    Backup(Config config, Path folder) {
        this.config = config;
        this.folder = folder.toAbsolutePath().normalize();
        this.partial = this.folder.resolveSibling(this.folder.getFileName() + ".partial");
    }

    /**
     * Writes the backup.
     *
     * @throws CannotStart if the operator can fix what is wrong
     */
    StoreTasks.BackedUp write() {
        if (Files.exists(folder)) {
            throw new CannotStart(folder + " exists; name a new folder");
        }
        try {
            Files.createDirectories(partial.getParent());
            Files.createDirectory(partial, ownerOnly());
        } catch (FileAlreadyExistsException interrupted) {
            throw new CannotStart(
                    partial + " exists: a backup is in progress or was interrupted; if none is in progress, delete it",
                    interrupted);
        } catch (IOException unwritable) {
            throw failed(unwritable);
        }
        try {
            Stores.backup(config.store(), partial.resolve(DATABASE));
            long bytes = Files.size(partial.resolve(DATABASE));
            // Read after the database is copied: the secret then has all sealing keys of the records in the copy.
            String secret = Files.readString(config.secretFile(), StandardCharsets.US_ASCII);
            SecureRandom random = new SecureRandom();
            PrivateFile.create(partial.resolve(SECRET), secret, random);
            Path firstKey = config.data().resolve(FirstKey.FILE_NAME);
            boolean hasFirstKey = Files.exists(firstKey);
            if (hasFirstKey) {
                String key = Files.readString(firstKey, StandardCharsets.US_ASCII);
                PrivateFile.create(partial.resolve(FirstKey.FILE_NAME), key, random);
            }
            Files.move(partial, folder, StandardCopyOption.ATOMIC_MOVE);
            PrivateFile.flush(folder.resolveSibling("."));
            return new StoreTasks.BackedUp(bytes, hasFirstKey);
        } catch (IOException unwritable) {
            throw failed(unwritable);
        } finally {
            deletePartial();
        }
    }

    private CannotStart failed(IOException unwritable) {
        return new CannotStart("cannot write " + folder + ": " + FileError.cause(unwritable), unwritable);
    }

    private FileAttribute<?>[] ownerOnly() throws IOException {
        if (!Files.getFileStore(partial.getParent()).supportsFileAttributeView("posix")) {
            return new FileAttribute<?>[0];
        }
        return new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
        };
    }

    /** Deletes the files of a failed backup. After a successful backup there are none. */
    private void deletePartial() {
        try {
            for (String name : new String[] {DATABASE, DATABASE + "-journal", SECRET, FirstKey.FILE_NAME}) {
                Files.deleteIfExists(partial.resolve(name));
            }
            Files.deleteIfExists(partial);
        } catch (IOException undeletable) {
            // The failure of the backup is reported; the next backup reports this folder.
        }
    }
}
