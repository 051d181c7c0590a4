package org.orderevidence.installation;

import java.io.IOException;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Function;
import org.orderevidence.account.Accounts;
import org.orderevidence.process.FileError;
import org.orderevidence.process.Periodic;
import org.orderevidence.service.Keyring;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.PendingStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An open installation: its store, and the secret that belongs to the store.
 *
 * @param secret reads the file of the secret again and again
 */
public record Installation(OpenStore store, Periodic secret, Keyring keyring, Accounts accounts)
        implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Installation.class);

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

    /**
     * Opens an installation that a service has used before, even if it is damaged, and makes nothing.
     *
     * @throws CannotStart if there is none, or the operator can fix what is wrong
     */
    public static Installation openExisting(Config config, Clock clock) {
        SecretOfStore secret = new SecretOfStore(
                config.secretFile(), SecretOfStore.Use.READ, config.store().toString(), clock);
        return of(Stores.openExisting(config.store(), clock, secret), secret, clock);
    }

    private static Installation open(Config config, Clock clock, boolean whole) {
        // Checked first: another process that starts now creates its database before its secret.
        boolean hadSecret = Files.exists(config.secretFile());
        if (hadSecret) {
            Stores.requireDatabase(config.store(), config.secretFile());
        }
        SecretOfStore secret = new SecretOfStore(
                config.secretFile(), SecretOfStore.Use.SERVE, config.store().toString(), clock);
        OpenStore store = openStore(config, clock, accounts -> {
            if (hadSecret
                    && accounts.installationFact(SecretOfStore.FINGERPRINT).isEmpty()) {
                LOG.warn(
                        "{} is empty, but the secret {} exists: this starts a new store; if it should have orders, stop"
                                + " the service and check the address",
                        config.store(),
                        config.secretFile());
            }
            return secret.apply(accounts);
        });
        try {
            if (whole) {
                requireNoDamage(store, config.store().toString());
            }
        } catch (RuntimeException failed) {
            store.close();
            throw failed;
        }
        return of(store, secret, clock);
    }

    private static Installation of(OpenStore store, SecretOfStore secret, Clock clock) {
        Accounts accounts = new Accounts(store.accounts(), clock, new SecureRandom());
        return new Installation(store, secret.watch(), secret.keyring(), accounts);
    }

    private static void requireNoDamage(OpenStore store, String address) {
        Optional<String> fault = store.records().quickFault();
        if (fault.isPresent()) {
            throw new CannotStart("the database " + address + " is damaged: " + fault.get()
                    + "; ./evidence store verify lists what cannot be read; restore a backup, or copy what is left with"
                    + " ./evidence store copy (docs/operations.md)");
        }
    }

    public EvidenceStore evidence() {
        return store.evidence();
    }

    public PendingStore pending() {
        return store.pending();
    }

    @Override
    public void close() {
        secret.close();
        store.close();
    }

    private static OpenStore openStore(Config config, Clock clock, Function<AccountStore, EvidenceCodec> codecs) {
        try {
            Files.createDirectories(config.data());
        } catch (IOException unwritable) {
            throw new CannotStart(
                    "cannot create the folder " + config.data() + ": " + FileError.cause(unwritable), unwritable);
        }
        return Stores.open(config.store(), clock, codecs);
    }
}
