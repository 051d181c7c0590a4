package org.orderevidence.installation;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.orderevidence.account.ApiKey;

/** Writes files that only their owner may read. Such a file is either missing or complete, even after a crash. */
public final class PrivateFile {
    private static final int NAME_BYTES = 8;

    private PrivateFile() {}

    /**
     * Creates a file. It appears complete and is on stable storage when this method returns.
     *
     * @throws FileAlreadyExistsException if the file exists; it is not changed
     */
    public static void create(Path file, String ascii, RandomGenerator random) throws IOException {
        byte[] suffix = new byte[NAME_BYTES];
        random.nextBytes(suffix);
        Path folder = folderOf(file);
        Path partial = folder.resolve(file.getFileName() + "." + HexFormat.of().formatHex(suffix) + ".partial");
        try {
            try (FileChannel channel = openNew(partial)) {
                write(channel, ascii);
            }
            appear(partial, file);
        } finally {
            Files.deleteIfExists(partial);
        }
        flush(folder);
    }

    /** Flushes a folder. The names of its new files then survive a crash. */
    public static void flush(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    public static Path folderOf(Path file) {
        return file.toAbsolutePath().resolveSibling(".").normalize();
    }

    /** Opens a new, empty file for writing. */
    static FileChannel openNew(Path file) throws IOException {
        Set<StandardOpenOption> newFile = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        return FileChannel.open(file, newFile, ownerOnly(folderOf(file)));
    }

    /** Writes a text to stable storage. */
    static void write(FileChannel channel, String ascii) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(ascii.getBytes(StandardCharsets.US_ASCII));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        channel.force(true);
    }

    /** A link, unlike a move, fails if the file exists: two processes that start together agree on one secret. */
    private static void appear(Path partial, Path file) throws IOException {
        try {
            Files.createLink(file, partial);
        } catch (FileAlreadyExistsException another) {
            throw another;
        } catch (UnsupportedOperationException | FileSystemException noLinks) {
            if (Files.exists(file)) {
                throw new FileAlreadyExistsException(file.toString());
            }
            Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** Returns the attributes of a new file in a folder that only its owner may read; none if the system has no such. */
    public static FileAttribute<?>[] ownerOnly(Path folder) throws IOException {
        return attributes(folder, "rw-------");
    }

    /** Returns the attributes of a new folder in a folder, as {@link #ownerOnly} does. */
    public static FileAttribute<?>[] ownerOnlyFolder(Path folder) throws IOException {
        return attributes(folder, "rwx------");
    }

    private static FileAttribute<?>[] attributes(Path folder, String owner) throws IOException {
        if (!Files.getFileStore(folder).supportsFileAttributeView("posix")) {
            return new FileAttribute<?>[0];
        }
        Set<PosixFilePermission> permissions = PosixFilePermissions.fromString(owner);
        return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)};
    }

    /** The file with the key of the first account, for commands on the same machine. */
    public static final class FirstKey {
        /** Its name in the data folder. */
        public static final String FILE_NAME = "first-key";

        private FirstKey() {}

        public static Path file(Path data) {
            return data.resolve(FILE_NAME);
        }

        /**
         * Writes it for its owner alone. It is complete and on stable storage when this method returns. Returns where
         * the key of another store is now, if there was one.
         */
        public static Optional<Path> write(Path file, ApiKey key) throws IOException {
            Optional<Path> moved = Optional.empty();
            if (Files.exists(file)) {
                moved = Optional.of(
                        Files.move(file, file.resolveSibling(FILE_NAME + ".old"), StandardCopyOption.REPLACE_EXISTING));
            }
            PrivateFile.create(file, key.text() + '\n', new SecureRandom());
            return moved;
        }
    }
}
