package org.orderevidence.installation;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;
import org.orderevidence.sealing.Sealer;
import org.orderevidence.sealing.SealingKeys;
import org.orderevidence.service.InstallationSecret;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives an open store the sealing keys that are added to the secret file, and changes the key that seals when its time has
 * come. Its file is read every two seconds, so that a service needs no restart. A file that lacks a key which the process has,
 * or belongs to another installation, changes nothing and is logged once.
 */
public final class SecretWatch {
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
