package org.orderevidence.installation;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orderevidence.process.Periodic;
import org.orderevidence.sealing.InstallationKey;
import org.orderevidence.sealing.InstallationSecret;
import org.orderevidence.sealing.Sealer;
import org.orderevidence.sealing.SealingKeys;
import org.orderevidence.service.Keyring;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.EvidenceCodec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the secret that belongs to a store, while the store opens. It is kept for the rest of the installation. */
public final class SecretOfStore implements Function<AccountStore, EvidenceCodec> {
    /** Name of the fact that identifies the secret of a store. */
    static final String FINGERPRINT = "secret-fingerprint";

    private final Path file;
    private final Use use;
    private final String address;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();
    private @Nullable Opened opened;

    /** The objects that opening the store creates. */
    private record Opened(InstallationSecret secret, Keyring keyring, Sealer sealer, KeyNumbers numbers) {}

    public enum Use {
        /** A service: a store that is new gets a new secret. */
        SERVE,
        /** The source of a task: a service has used the store before. */
        READ,
        /** The target of a task: it gets the secret in the file. */
        FILL
    }

    /**
     * @param clock decides which sealing key seals
     */
    public SecretOfStore(Path file, Use use, String address, InstantSource clock) {
        this.file = file;
        this.use = use;
        this.address = address;
        this.clock = clock;
    }

    /**
     * Returns the codec of the store with these accounts.
     *
     * @throws CannotStart if the file is not the secret of the store
     */
    @Override
    public EvidenceCodec apply(AccountStore accounts) {
        boolean isUsed = accounts.installationFact(FINGERPRINT).isPresent();
        if (use == Use.READ && !isUsed) {
            throw new CannotStart("the store " + address + " is empty: no service has used it yet");
        }
        InstallationSecret secret = secret(isUsed);
        Keyring made = new Keyring(secret);
        String held = accounts.keepInstallationFact(FINGERPRINT, made.secretFingerprint());
        if (!held.equals(made.secretFingerprint())) {
            throw new CannotStart("the secret in " + file
                    + " is not the secret of this store; restore the right one, or set secret-file");
        }
        KeyNumbers numbers = new KeyNumbers(accounts);
        String fault = numbers.fault(secret.sealingKeys());
        if (!fault.isEmpty()) {
            throw new CannotStart("the secret file " + file + " cannot be used: " + fault);
        }
        Sealer sealer = new Sealer(secret.sealingKeys(), random);
        sealer.use(secret.sealingKeys(), secret.sealingKeys().sealingAt(clock.instant()));
        opened = new Opened(secret, made, sealer, numbers);
        return made.codec(sealer);
    }

    /**
     * Returns the keyring of the store's secret.
     *
     * @throws IllegalStateException before the store is open
     */
    public Keyring keyring() {
        return opened().keyring();
    }

    /** Returns the secret as it was when the store was opened. */
    public InstallationSecret secret() {
        return opened().secret();
    }

    /** Starts to give the store each sealing key that is added to the file, until the watch is closed. */
    public Periodic watch() {
        SecretWatch watch = new SecretWatch(
                new SecretFile(file), opened().secret(), opened().sealer(), opened().numbers()::fault, clock);
        return Periodic.start("the watch of the secret file", SecretWatch.EVERY, watch::look);
    }

    /**
     * Adds a sealing key to the file and returns the new secret. {@link #noteNumbers} comes next.
     *
     * @param from when the new key starts to seal
     * @throws CannotStart if the file cannot be changed, or lacks a key of the store; no process uses another key then
     */
    public InstallationSecret rotate(Instant from) {
        KeyNumbers numbers = opened().numbers();
        int next = opened().secret().sealingKeys().newest() + 1;
        if (numbers.isTaken(next)) {
            throw new CannotStart("the store has a sealing key " + next + ", which is not in " + file
                    + "; copy the newest secret file to this machine first");
        }
        return new SecretFile(file).addSealingKey(random, from);
    }

    /**
     * Notes in the store which keys the numbers of a changed secret belong to. Throws as {@link AccountStore} does; may be
     * repeated.
     *
     * @throws CannotStart if another machine used a number for another key
     */
    public void noteNumbers(InstallationSecret changed) {
        String fault = opened().numbers().fault(changed.sealingKeys());
        if (!fault.isEmpty()) {
            throw new CannotStart("another machine added a sealing key at the same time: " + fault);
        }
    }

    private Opened opened() {
        Opened made = opened;
        if (made == null) {
            throw new IllegalStateException("the store is not open");
        }
        return made;
    }

    private InstallationSecret secret(boolean isUsed) {
        SecretFile secretFile = new SecretFile(file);
        return secretFile.read().orElseGet(() -> {
            if (isUsed) {
                throw new CannotStart("the secret " + file + " is missing, but this store needs it;"
                        + " restore it from the backup, or set secret-file");
            }
            return secretFile.create(random);
        });
    }

    /**
     * The numbers of the sealing keys of a store. The store notes a fingerprint for each number, so that two machines never use
     * different keys with one number: each would take the records of the other for damaged ones.
     */
    private static final class KeyNumbers {
        private final AccountStore accounts;
        private final Set<Integer> checked = new HashSet<>();

        KeyNumbers(AccountStore accounts) {
            this.accounts = accounts;
        }

        /**
         * Notes the keys whose numbers are free, and compares the others. Returns what is wrong, or an empty text. Throws as
         * {@link AccountStore} does.
         */
        String fault(SealingKeys keys) {
            for (var entry : keys.byVersion().entrySet()) {
                int number = entry.getKey();
                if (!checked.contains(number)) {
                    if (!isOfStore(number, entry.getValue())) {
                        return "its sealing key " + number + " is not sealing key " + number
                                + " of the store; copy the newest secret file to this machine";
                    }
                    checked.add(number);
                }
            }
            return "";
        }

        /** True if a key was added with this number. */
        boolean isTaken(int number) {
            return accounts.installationFact(name(number)).isPresent();
        }

        private boolean isOfStore(int number, InstallationKey key) {
            String fingerprint = key.fingerprint();
            String held = accounts.installationFact(name(number))
                    .orElseGet(() -> accounts.keepInstallationFact(name(number), fingerprint));
            return held.equals(fingerprint);
        }

        private static String name(int number) {
            return "sealing-key-" + number;
        }
    }

    /**
     * Gives an open store the sealing keys that are added to the secret file, and changes the key that seals when its time has
     * come. Its file is read every two seconds, so that a service needs no restart. A file that lacks a key which the process has,
     * or belongs to another installation, changes nothing and is logged once.
     */
    public static final class SecretWatch {
        /** Time between two reads of the file. */
        public static final Duration EVERY = Duration.ofSeconds(2);

        private static final Logger LOG = LoggerFactory.getLogger(SecretWatch.class);

        private final SecretFile file;
        private final Sealer sealer;
        private final Function<SealingKeys, String> check;
        private final InstantSource clock;
        private InstallationSecret known;
        private String fault = "";

        /**
         * @param known its content when the store was opened
         * @param sealer receives the keys
         * @param check returns what is wrong with the keys of a changed file, or an empty text
         * @param clock decides which key seals
         */
        SecretWatch(
                SecretFile file,
                InstallationSecret known,
                Sealer sealer,
                Function<SealingKeys, String> check,
                InstantSource clock) {
            this.file = file;
            this.known = known;
            this.sealer = sealer;
            this.check = check;
            this.clock = clock;
        }

        /** Reads the file and the clock once. */
        void look() {
            String found = "";
            try {
                Optional<InstallationSecret> secret = file.read();
                found = secret.map(this::faultOf).orElse("it is missing");
                if (secret.isPresent() && found.isEmpty()) {
                    known = secret.get();
                }
            } catch (CannotStart unreadable) {
                found = String.valueOf(unreadable.getMessage());
            } catch (RuntimeException failed) {
                // Usually the store failed. Any failure must not stop the next check.
                found = "the store could not compare its sealing keys: " + failed.getMessage();
            }
            if (!found.equals(fault) && !found.isEmpty()) {
                LOG.warn("the secret file {} is not used as it is now, the keys in memory still are: {}", file, found);
            }
            fault = found;
            use(known.sealingKeys());
        }

        private String faultOf(InstallationSecret found) {
            if (!found.indexKey().equals(known.indexKey())) {
                return "it is the secret of another installation";
            }
            boolean hasAll = found.sealingKeys()
                    .byVersion()
                    .entrySet()
                    .containsAll(known.sealingKeys().byVersion().entrySet());
            return hasAll
                    ? check.apply(found.sealingKeys())
                    : "it lacks a sealing key that is in use; copy the newest secret file to this machine";
        }

        private void use(SealingKeys keys) {
            int sealing = keys.sealingAt(clock.instant());
            if (!sealer.numbers().equals(keys.byVersion().keySet())) {
                LOG.info(
                        "sealing keys {} are in the secret file now",
                        keys.byVersion().keySet());
            } else if (sealing == sealer.sealingKey()) {
                return;
            }
            if (sealing != sealer.sealingKey()) {
                LOG.info("sealing key {} seals from now on", sealing);
            }
            sealer.use(keys, sealing);
        }
    }
}
