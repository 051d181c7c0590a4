package org.orderevidence.installation;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.orderevidence.process.FileError;
import org.orderevidence.sealing.SealingKeys;
import org.orderevidence.service.InstallationSecret;

/** The secret file of an installation. The file is either missing or complete, even after a crash. */
public final class SecretFile {
    /** Twice the length of a file with all sealing keys and their times. */
    private static final int MAX_BYTES = 64 << 10;

    private final Path file;

    public SecretFile(Path file) {
        this.file = file;
    }

    /**
     * Returns the secret, or empty if the file does not exist.
     *
     * @throws CannotStart if the file cannot be read or contains no secret
     */
    Optional<InstallationSecret> read() {
        String text;
        try (InputStream stream = Files.newInputStream(file)) {
            // Any byte is a character of this character set. The text is checked below.
            text = new String(stream.readNBytes(MAX_BYTES + 1), StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException missing) {
            return Optional.empty();
        } catch (IOException unreadable) {
            throw new CannotStart("cannot read the secret " + file + ": " + FileError.cause(unreadable), unreadable);
        }
        if (text.isBlank()) {
            throw new CannotStart("the secret file " + file + " is empty: an earlier start was interrupted before it"
                    + " wrote the secret; restore the file from a backup, or delete it if this store is new");
        }
        if (text.length() > MAX_BYTES) {
            throw new CannotStart(
                    "the secret file " + file + " is longer than 64 KB and cannot be a secret; restore the"
                            + " file from a backup, or set secret-file");
        }
        try {
            return Optional.of(SecretFileText.parse(text));
        } catch (IllegalArgumentException fault) {
            throw new CannotStart("the secret file " + file + ": " + fault.getMessage(), fault);
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
            PrivateFile.create(file, SecretFileText.of(secret), strong);
            return secret;
        } catch (FileAlreadyExistsException another) {
            return read().orElseThrow(() -> unwritable(another));
        } catch (IOException unwritable) {
            throw unwritable(unwritable);
        }
    }

    /**
     * Adds a sealing key to the file and returns the new secret. The new key is on stable storage before any record can
     * be sealed with it.
     *
     * @param strong cryptographically strong
     * @param from when the new key starts to seal
     * @throws CannotStart if there is no secret, it has no room for a key, or the file cannot be written; the file is
     *     then unchanged
     */
    public InstallationSecret addSealingKey(RandomGenerator strong, Instant from) {
        try (FileReplacement replacement = new FileReplacement(file)) {
            InstallationSecret old = read().orElseThrow(this::missing);
            if (!old.sealingKeys().canGrow()) {
                throw new CannotStart("the secret file " + file + " has sealing key " + SealingKeys.MAX_VERSION
                        + ", which is the highest number: no key can be added");
            }
            InstallationSecret secret = old.withNewSealingKey(strong, from);
            replacement.commit(SecretFileText.of(secret));
            return secret;
        } catch (NoSuchFileException missing) {
            throw missing();
        } catch (FileAlreadyExistsException another) {
            throw new CannotStart(
                    another.getFile()
                            + " exists: another command is changing the secret, or was interrupted; if none is"
                            + " running, delete " + another.getFile(),
                    another);
        } catch (IOException unwritable) {
            throw unwritable(unwritable);
        }
    }

    @Override
    public String toString() {
        return file.toString();
    }

    private CannotStart missing() {
        return new CannotStart("the secret " + file + " is missing; restore it from the backup, or set secret-file");
    }

    private CannotStart unwritable(IOException error) {
        return new CannotStart("cannot write the secret " + file + ": " + FileError.cause(error), error);
    }
}
