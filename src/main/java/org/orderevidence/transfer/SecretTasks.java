package org.orderevidence.transfer;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.installation.CannotStart;
import org.orderevidence.installation.SecretOfStore;
import org.orderevidence.installation.SecretWatch;
import org.orderevidence.installation.Stores;
import org.orderevidence.service.InstallationSecret;
import org.orderevidence.settings.Config;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;

/** Tasks on the sealing keys of an installation. A service may use the store meanwhile. */
public final class SecretTasks {
    /** Shortest time before a new key seals: services on this machine have read the file several times by then. */
    public static final Duration SHORTEST_DELAY = SecretWatch.EVERY.multipliedBy(5);

    /** Walks of a command: the second one checks the first one. */
    private static final int MOST_WALKS = 3;

    /** With the longest orders, 50 MB of memory. */
    private static final int PAGE = 100;

    private SecretTasks() {}

    /**
     * A new sealing key.
     *
     * @param key its number
     * @param from when it starts to seal
     * @param isAnnounced false if the store could not be written, so that other machines are not warned
     */
    public record Rotated(int key, Instant from, boolean isAnnounced) {}

    /**
     * What sealing again came to.
     *
     * @param key number of the key under which all records are now
     * @param resealed how many records were sealed again
     * @param unreadable how many records with older keys cannot be opened
     * @param isDone false if records under older keys keep appearing
     */
    public record Resealed(int key, long resealed, long unreadable, boolean isDone) {}

    /**
     * A sealing key.
     *
     * @param number its number
     * @param from when it starts or started to seal; empty for the first key of an installation
     * @param isSealing true if it seals now; all other keys only open records, or wait for their time
     */
    public record Key(int number, @Nullable Instant from, boolean isSealing) {}

    /**
     * The sealing keys, and how far the records are sealed again.
     *
     * @param keys keys in ascending order
     * @param missing number of the newest key if the secret file lacks it; otherwise empty
     * @param resealed number of the key under which a walk found all records; empty if there was no such walk
     * @param resealedAt when that walk ended; empty if there was none
     * @param unreadable how many records it could not open
     * @param running number of records that the walk in progress has sealed again; empty if none is in progress
     */
    public record Status(
            List<Key> keys,
            @Nullable Integer missing,
            @Nullable Integer resealed,
            @Nullable Instant resealedAt,
            long unreadable,
            @Nullable Long running) {
        public Status {
            keys = List.copyOf(keys);
        }
    }

    /**
     * Adds a sealing key to the secret file.
     *
     * @param config names the store and its secret
     * @param delay time until the new key seals, at least {@link #SHORTEST_DELAY}
     * @throws CannotStart if the operator can fix what is wrong; the file is then unchanged
     */
    public static Rotated rotate(Config config, Duration delay) {
        if (delay.compareTo(SHORTEST_DELAY) < 0) {
            throw new IllegalArgumentException("the shortest delay is " + SHORTEST_DELAY);
        }
        Clock clock = Clock.systemUTC();
        SecretOfStore secret = secret(config, clock);
        return StoreTasks.surviving(() -> {
            try (OpenStore store = Stores.openExisting(config.store(), clock, secret)) {
                // Rounded up: a part of a second is not worth a long line in the file.
                Instant from = clock.instant()
                        .plus(delay)
                        .truncatedTo(ChronoUnit.SECONDS)
                        .plusSeconds(1);
                int key = secret.rotate(from).sealingKeys().newest();
                return new Rotated(key, from, announce(store, new ResealNotes.Announced(key, from)));
            }
        });
    }

    /** The key is in the file by now. A failure must not look as if it were not. */
    private static boolean announce(OpenStore store, ResealNotes.Announced announced) {
        try {
            new ResealNotes(store.accounts()).announce(announced);
            return true;
        } catch (StoreUnavailable | UnknownOutcome failed) {
            return false;
        }
    }

    /**
     * Seals all records again under the key that seals now, without pauses. An interrupted run is continued.
     *
     * @param config names the store and its secret
     * @throws CannotStart if the operator can fix what is wrong
     */
    public static Resealed reseal(Config config, StoreTasks.Watch watch) {
        Clock clock = Clock.systemUTC();
        SecretOfStore secret = secret(config, clock);
        return StoreTasks.surviving(() -> {
            try (OpenStore store = Stores.openExisting(config.store(), clock, secret);
                    SecretWatch _ = secret.watch()) {
                return reseal(store, clock, watch);
            }
        });
    }

    private static Resealed reseal(OpenStore store, Clock clock, StoreTasks.Watch watch) {
        String me = Resealing.processId();
        long resealed = 0;
        for (int i = 1; ; i++) {
            ResealWalk walk = new ResealWalk(store, clock, me, false);
            boolean hasMore = true;
            for (int page = 1; hasMore; page++) {
                hasMore = walk.page(PAGE);
                watch.at("records sealed again", resealed + walk.resealed(), -1);
                if (page % 50 == 0) {
                    walk.note();
                }
            }
            resealed += walk.resealed();
            long unreadable = walk.unreadable();
            boolean isDone = walk.end();
            if (isDone || i == MOST_WALKS) {
                return new Resealed(walk.key(), resealed, unreadable, isDone);
            }
        }
    }

    /**
     * Returns the sealing keys and how far the records are sealed again.
     *
     * @param config names the store and its secret
     * @throws CannotStart if the operator can fix what is wrong
     */
    public static Status status(Config config) {
        Clock clock = Clock.systemUTC();
        SecretOfStore secret = secret(config, clock);
        return StoreTasks.surviving(() -> {
            try (OpenStore store = Stores.openExisting(config.store(), clock, secret)) {
                return status(store, secret.secret(), clock.instant());
            }
        });
    }

    private static Status status(OpenStore store, InstallationSecret secret, Instant now) {
        int sealing = secret.sealingKeys().sealingAt(now);
        List<Key> keys = new ArrayList<>();
        secret.sealingKeys()
                .byVersion()
                .keySet()
                .forEach(number ->
                        keys.add(new Key(number, secret.sealingKeys().from().get(number), number == sealing)));
        ResealNotes notes = new ResealNotes(store.accounts());
        ResealNotes.Done done = notes.done().orElse(null);
        Integer missing = notes.announced()
                .map(ResealNotes.Announced::key)
                .filter(key -> !secret.sealingKeys().byVersion().containsKey(key))
                .orElse(null);
        Long running = notes.progress()
                .filter(progress -> progress.key() == sealing && progress.place() != null)
                .map(ResealNotes.Progress::resealed)
                .orElse(null);
        return new Status(
                keys,
                missing,
                done == null ? null : done.key(),
                done == null ? null : done.at(),
                done == null ? 0 : done.unreadable(),
                running);
    }

    private static SecretOfStore secret(Config config, Clock clock) {
        return new SecretOfStore(
                config.secretFile(), SecretOfStore.Use.READ, config.store().toString(), clock);
    }
}
