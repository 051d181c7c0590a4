package org.orderevidence;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Set;
import org.orderevidence.account.Accounts;
import org.orderevidence.service.InstallationSecret;
import org.orderevidence.service.Keyring;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.OpenStore;

/**
 * What an installation keeps, opened: its store, and the secret that belongs to it.
 */
final class Installation implements App.Administration {
    /** Name of the fact by which a store knows its secret. */
    private static final String SECRET_FINGERPRINT = "secret-fingerprint";

    private final OpenStore store;
    private final Keyring keyring;
    private final Accounts accounts;

    private Installation(OpenStore store, Keyring keyring, Accounts accounts) {
        this.store = store;
        this.keyring = keyring;
        this.accounts = accounts;
    }

    /**
     * Opens it, and makes what does not exist yet: the folder, the store, the secret.
     *
     * @throws CannotStart when the operator can mend what is wrong
     */
    static Installation open(Config config, Clock clock) {
        OpenStore store = openStore(config, clock);
        try {
            SecureRandom random = new SecureRandom();
            Keyring keyring = new Keyring(secret(config.secretFile(), store.accounts(), random));
            keepFingerprint(store, keyring, config.secretFile());
            return new Installation(store, keyring, new Accounts(store.accounts(), clock, random));
        } catch (RuntimeException failed) {
            store.close();
            throw failed;
        }
    }

    /**
     * The keyring of a store that a service has used before; nothing is made.
     *
     * @param address of the store, as it may be shown
     * @throws CannotStart when the store was never used, or the file does not hold its secret
     */
    static Keyring keyringOf(OpenStore store, String address, Path secretFile) {
        if (store.accounts().installationFact(SECRET_FINGERPRINT).isEmpty()) {
            throw new CannotStart("nothing is kept in " + address + ": no service has used it yet");
        }
        Keyring keyring = new Keyring(secret(secretFile, store.accounts(), new SecureRandom()));
        keepFingerprint(store, keyring, secretFile);
        return keyring;
    }

    /**
     * Notes in a store to which secret it belongs.
     *
     * @throws CannotStart when it belongs to another
     */
    static void keepFingerprint(OpenStore store, Keyring keyring, Path secretFile) {
        String mine = keyring.secretFingerprint();
        String held = store.accounts().keepInstallationFact(SECRET_FINGERPRINT, mine);
        if (!held.equals(mine)) {
            throw new CannotStart("the secret in " + secretFile
                    + " is not the one that this store was made with; put that one back, or set secret-file");
        }
    }

    EvidenceStore evidence() {
        return store.evidence();
    }

    Keyring keyring() {
        return keyring;
    }

    @Override
    public Accounts accounts() {
        return accounts;
    }

    @Override
    public void close() {
        store.close();
    }

    private static OpenStore openStore(Config config, Clock clock) {
        try {
            Files.createDirectories(config.data());
        } catch (IOException unwritable) {
            throw new CannotStart(
                    "cannot make the folder " + config.data() + ": " + unwritable.getMessage(), unwritable);
        }
        return Stores.open(config.store(), clock);
    }

    /** The secret in the file; a new one only for a store that has none yet. */
    private static InstallationSecret secret(Path file, AccountStore store, SecureRandom random) {
        try {
            return InstallationSecret.parse(Files.readString(file, StandardCharsets.US_ASCII));
        } catch (NoSuchFileException missing) {
            if (store.installationFact(SECRET_FINGERPRINT).isPresent()) {
                throw new CannotStart("the secret " + file + " is missing, and this store was made with one;"
                        + " restore it from the backup, or set secret-file");
            }
            return newSecret(file, random);
        } catch (IOException | IllegalArgumentException unreadable) {
            throw new CannotStart("cannot read the secret " + file + ": " + unreadable.getMessage(), unreadable);
        }
    }

    private static InstallationSecret newSecret(Path file, SecureRandom random) {
        InstallationSecret secret = InstallationSecret.generate(random);
        try {
            writeDurably(file, secret.hex() + '\n');
            return secret;
        } catch (IOException unwritable) {
            throw new CannotStart("cannot write the secret " + file + ": " + unwritable.getMessage(), unwritable);
        }
    }

    /** Writes a new file: the secret must be on the disk before the first key that is derived from it is. */
    static void writeDurably(Path file, String text) throws IOException {
        Set<StandardOpenOption> newFile = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(file, newFile, ownerOnly(file))) {
            channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
            channel.force(true);
        }
        try (FileChannel folder = FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            folder.force(true);
        }
    }

    private static FileAttribute<?>[] ownerOnly(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (!Files.getFileStore(folder).supportsFileAttributeView("posix")) {
            return new FileAttribute<?>[0];
        }
        Set<PosixFilePermission> permissions = PosixFilePermissions.fromString("rw-------");
        return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)};
    }
}
