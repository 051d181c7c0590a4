package org.orderevidence.installation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Optional;
import org.orderevidence.account.Accounts;
import org.orderevidence.service.InstallationSecret;
import org.orderevidence.service.Keyring;
import org.orderevidence.settings.Config;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.OpenStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An open installation: its store, and the secret that belongs to the store. */
public final class Installation implements Administration {
    private static final Logger LOG = LoggerFactory.getLogger(Installation.class);

    /** Name of the fact that identifies the secret of a store. */
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
     * Opens an installation. Creates the folder, the store and the secret if they do not exist.
     *
     * @throws CannotStart if the operator can fix what is wrong
     */
    public static Installation open(Config config, Clock clock) {
        return open(config, clock, true);
    }

    /** Opens an installation even if its store is damaged. A key can then still be revoked. */
    public static Installation openDamagedToo(Config config, Clock clock) {
        return open(config, clock, false);
    }

    private static Installation open(Config config, Clock clock, boolean whole) {
        // Checked first: another process that starts now creates its database before its secret.
        boolean hadSecret = Files.exists(config.secretFile());
        if (hadSecret) {
            Stores.requireDatabase(config.store(), config.secretFile());
        }
        OpenStore store = openStore(config, clock);
        try {
            if (whole) {
                requireNoDamage(store, config.store().toString());
            }
            if (hadSecret
                    && store.accounts().installationFact(SECRET_FINGERPRINT).isEmpty()) {
                LOG.warn(
                        "{} is empty, but the secret {} exists: this starts a new store; if it should have orders, stop"
                                + " the service and check the address",
                        config.store().toString(),
                        config.secretFile());
            }
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
     * Returns the keyring of a store that a service has used before. Creates nothing.
     *
     * @param address address of the store for messages, without its password
     * @throws CannotStart if the store was never used, or the file does not contain its secret
     */
    public static Keyring keyringOf(OpenStore store, String address, Path secretFile) {
        if (store.accounts().installationFact(SECRET_FINGERPRINT).isEmpty()) {
            throw new CannotStart("the store " + address + " is empty: no service has used it yet");
        }
        Keyring keyring = new Keyring(secret(secretFile, store.accounts(), new SecureRandom()));
        keepFingerprint(store, keyring, secretFile);
        return keyring;
    }

    /**
     * Stores the fingerprint of the secret in a store.
     *
     * @throws CannotStart if the store belongs to another secret
     */
    public static void keepFingerprint(OpenStore store, Keyring keyring, Path secretFile) {
        String mine = keyring.secretFingerprint();
        String held = store.accounts().keepInstallationFact(SECRET_FINGERPRINT, mine);
        if (!held.equals(mine)) {
            throw new CannotStart("the secret in " + secretFile
                    + " is not the secret of this store; restore the right one, or set secret-file");
        }
    }

    private static void requireNoDamage(OpenStore store, String address) {
        Optional<String> fault = store.quickFault();
        if (fault.isPresent()) {
            throw new CannotStart("the database " + address + " is damaged: " + fault.get()
                    + "; ./evidence store verify lists what cannot be read; restore a backup, or copy what is left with"
                    + " ./evidence store copy (docs/operations.md)");
        }
    }

    public EvidenceStore evidence() {
        return store.evidence();
    }

    public Keyring keyring() {
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
                    "cannot create the folder " + config.data() + ": " + unwritable.getMessage(), unwritable);
        }
        return Stores.open(config.store(), clock);
    }

    /** Returns the secret in the file. Creates a new one only for a store that has none yet. */
    private static InstallationSecret secret(Path file, AccountStore store, SecureRandom random) {
        SecretFile secretFile = new SecretFile(file);
        return secretFile.read().orElseGet(() -> {
            if (store.installationFact(SECRET_FINGERPRINT).isPresent()) {
                throw new CannotStart("the secret " + file + " is missing, but this store needs it;"
                        + " restore it from the backup, or set secret-file");
            }
            return secretFile.create(random);
        });
    }
}
