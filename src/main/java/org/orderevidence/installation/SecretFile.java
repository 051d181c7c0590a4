package org.orderevidence.installation;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.orderevidence.service.InstallationSecret;

/** The secret file of an installation. The file is either missing or complete, even after a crash. */
public final class SecretFile {
    private static final int NAME_BYTES = 8;

    private final Path file;

    SecretFile(Path file) {
        this.file = file;
    }

    /**
     * Returns the secret, or empty if the file does not exist.
     *
     * @throws CannotStart if the file cannot be read or contains no secret
     */
    Optional<InstallationSecret> read() {
        try {
            String text = Files.readString(file, StandardCharsets.US_ASCII);
            if (text.isBlank()) {
                throw new CannotStart(
                        "the secret file " + file + " is empty: an earlier start was interrupted before it"
                                + " wrote the secret; restore the file from a backup, or delete it if this store is new");
            }
            return Optional.of(InstallationSecret.parse(text));
        } catch (NoSuchFileException missing) {
            return Optional.empty();
        } catch (IOException | IllegalArgumentException unreadable) {
            throw new CannotStart("cannot read the secret " + file + ": " + unreadable.getMessage(), unreadable);
        }
    }

    /**
     * Writes a new secret and returns it, or returns the one that another process wrote at the same time.
     *
     * @throws CannotStart if the file cannot be written
     */
    InstallationSecret create(RandomGenerator strong) {
        InstallationSecret secret = InstallationSecret.generate(strong);
        try {
            writeDurably(file, secret.hex() + '\n', strong);
            return secret;
        } catch (FileAlreadyExistsException another) {
            return read().orElseThrow(() -> unwritable(another));
        } catch (IOException unwritable) {
            throw unwritable(unwritable);
        }
    }

    private CannotStart unwritable(IOException error) {
        return new CannotStart("cannot write the secret " + file + ": " + error.getMessage(), error);
    }

    /**
     * Creates a file that only its owner may read. The file appears complete and is on stable storage when this method
     * returns. The secret must be on disk before the first key that is derived from it.
     *
     * @throws FileAlreadyExistsException if the file exists; it is not changed
     */
    public static void writeDurably(Path file, String text, RandomGenerator random) throws IOException {
        byte[] suffix = new byte[NAME_BYTES];
        random.nextBytes(suffix);
        Path folder = file.toAbsolutePath().resolveSibling(".").normalize();
        Path partial = folder.resolve(file.getFileName() + "." + HexFormat.of().formatHex(suffix) + ".partial");
        Set<StandardOpenOption> newFile = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try {
            try (FileChannel channel = FileChannel.open(partial, newFile, ownerOnly(folder))) {
                ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            appear(partial, file);
        } finally {
            Files.deleteIfExists(partial);
        }
        flush(folder);
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

    /** Flushes a folder. The names of its new files then survive a crash. */
    public static void flush(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static FileAttribute<?>[] ownerOnly(Path folder) throws IOException {
        if (!Files.getFileStore(folder).supportsFileAttributeView("posix")) {
            return new FileAttribute<?>[0];
        }
        Set<PosixFilePermission> permissions = PosixFilePermissions.fromString("rw-------");
        return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)};
    }
}
