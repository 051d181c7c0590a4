package org.orderevidence.transfer;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.installation.CannotStart;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.SecretOfStore;
import org.orderevidence.installation.SecretOfStore.SecretWatch;
import org.orderevidence.sealing.InstallationSecret;
import org.orderevidence.sealing.SealingKeys;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;
import org.orderevidence.transfer.Renewal.RenewalCount;
import org.orderevidence.transfer.RenewalNotes.RenewalState;
import org.orderevidence.transfer.RenewalWalk.OlderVersionWatch;

/**
 * Tasks on the sealing keys of an installation. A service may use the store in the meantime. Throws
 * {@link CannotStart} if the operator can fix what is wrong.
 */
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
     * @param isAdded false if an interrupted run had added it, and this run has finished that one
     * @param isNoted false if the store failed when the key was in the file: before {@code from}, another run finishes
     *     this one
     */
    public record Rotated(int key, Instant from, boolean isAdded, boolean isNoted) {}

    /**
     * The result of sealing again.
     *
     * @param missing how many records have an older key that the secret file lacks, by the number of the key
     * @param end what the last walk proved; {@link RenewalEnd#RENEWED} if records under older keys keep appearing
     */
    public record Resealed(int key, long resealed, long unreadable, Map<Integer, Long> missing, RenewalEnd end) {}

    /**
     * A sealing key.
     *
     * @param from when it starts or started to seal; empty for the first key of an installation
     */
    public record Key(int number, @Nullable Instant from, boolean isSealing) {}

    /**
     * The sealing keys, and how far the records are sealed again.
     *
     * @param missing number of the newest key if the secret file lacks it; otherwise empty
     * @param resealed number of the key under which a walk found all records; empty if there was no such walk, or if an
     *     older key was used after it
     * @param without how many records have a key that the last walk lacked, by the number of the key
     * @param olderKeyUsed when an instance last noted that it had used an older key than the one that seals; empty if
     *     none has
     */
    public record Status(
            List<Key> keys,
            @Nullable Integer missing,
            @Nullable Integer resealed,
            @Nullable Instant resealedAt,
            long unreadable,
            @Nullable Long running,
            Map<Integer, Long> without,
            @Nullable Instant olderKeyUsed) {}

    /**
     * Adds a sealing key to the secret file. An earlier run may have added a key without noting it in the store,
     * because it was interrupted. If that key is not in use yet, this finishes that run instead.
     *
     * @param delay time until the new key seals, at least {@link #SHORTEST_DELAY}
     * @throws CannotStart if the operator can fix what is wrong. The file is then unchanged, unless another machine
     *     added a key of the same number at the same moment: then the file has the key, and no process uses it
     */
    public static Rotated rotate(Config config, Duration delay) {
        if (delay.compareTo(SHORTEST_DELAY) < 0) {
            throw new IllegalArgumentException("the shortest delay is " + SHORTEST_DELAY);
        }
        return StoreTasks.within(config, (store, secret) -> rotate(store, secret, Instant.now(), delay));
    }

    static Rotated rotate(OpenStore store, SecretOfStore secret, Instant now, Duration delay) {
        RenewalNotes notes = new RenewalNotes(store.accounts(), Renewal.Subject.SEALED_RECORDS);
        SealingKeys keys = secret.secret().sealingKeys();
        int noted =
                notes.read().announced().map(RenewalNotes.Announced::version).orElse(0);
        Instant waiting = keys.newest() > noted ? keys.from().get(keys.newest()) : null;
        if (waiting != null && waiting.isAfter(now)) {
            return new Rotated(keys.newest(), waiting, false, isNoted(secret, secret.secret(), waiting, notes));
        }
        // Rounded up: a part of a second is not worth a long line in the file.
        Instant from = now.plus(delay).truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
        InstallationSecret rotated = secret.rotate(from);
        return new Rotated(rotated.sealingKeys().newest(), from, true, isNoted(secret, rotated, from, notes));
    }

    /** The key is in the file by now. A failure must not look as if it were not. */
    private static boolean isNoted(SecretOfStore secret, InstallationSecret rotated, Instant from, RenewalNotes notes) {
        try {
            secret.noteNumbers(rotated);
            notes.note(new RenewalNotes.Announced(rotated.sealingKeys().newest(), from));
            return true;
        } catch (StoreUnavailable | UnknownOutcome failed) {
            return false;
        }
    }

    /**
     * Seals all records again under the key that seals now, without pauses. Starts at the beginning: a place that
     * another run noted may be old, and records that have the new key already are only read.
     */
    public static Resealed reseal(Config config, StoreWatch watch) {
        return StoreTasks.within(config, (store, _) -> reseal(store, Clock.systemUTC(), watch));
    }

    static Resealed reseal(OpenStore store, Clock clock, StoreWatch progress) {
        Renewal renewal = Renewal.ofSealedRecords(store);
        OlderVersionWatch watch = new OlderVersionWatch(renewal, clock, Renewing.processId());
        long resealed = 0;
        for (int i = 1; ; i++) {
            RenewalWalk walk = new RenewalWalk(watch, true);
            walk.note();
            boolean hasMore = true;
            for (int page = 1; hasMore; page++) {
                hasMore = walk.page(PAGE);
                progress.at("records sealed again", resealed + walk.count().renewed(), -1);
                if (page % 50 == 0) {
                    walk.note();
                }
            }
            RenewalCount count = walk.count();
            resealed += count.renewed();
            RenewalEnd end = walk.end();
            if (end != RenewalEnd.RENEWED || i == MOST_WALKS) {
                return new Resealed(walk.version(), resealed, count.unreadable(), count.missing(), end);
            }
        }
    }

    /** Returns the sealing keys and how far the records are sealed again. */
    public static Status status(Config config) {
        return StoreTasks.within(config, (store, secret) -> status(store, secret.secret(), Instant.now()));
    }

    private static Status status(OpenStore store, InstallationSecret secret, Instant now) {
        int sealing = secret.sealingKeys().sealingAt(now);
        List<Key> keys = new ArrayList<>();
        secret.sealingKeys()
                .byVersion()
                .keySet()
                .forEach(number ->
                        keys.add(new Key(number, secret.sealingKeys().from().get(number), number == sealing)));
        RenewalState state = new RenewalNotes(store.accounts(), Renewal.Subject.SEALED_RECORDS).read();
        RenewalNotes.Done done = state.done(sealing).orElse(null);
        Integer missing = state.announced()
                .map(RenewalNotes.Announced::version)
                .filter(key -> !secret.sealingKeys().byVersion().containsKey(key))
                .orElse(null);
        Optional<RenewalNotes.Progress> walk = state.progress().filter(progress -> progress.version() == sealing);
        Long running = walk.filter(progress -> progress.place() != null)
                .map(progress -> progress.count().renewed())
                .orElse(null);
        return new Status(
                keys,
                missing,
                done == null ? null : done.version(),
                done == null ? null : done.at(),
                done == null ? 0 : done.unreadable(),
                running,
                walk.filter(_ -> done == null)
                        .map(progress -> progress.count().missing())
                        .orElse(Map.of()),
                state.used()
                        .filter(used -> used.version() >= sealing)
                        .map(RenewalNotes.OlderVersionUsed::at)
                        .orElse(null));
    }

    /** The end of a renewal, by what its walk proved. */
    public enum RenewalEnd {
        /** No record has an older version, except unreadable ones, and no instance writes one. */
        DONE,
        /** Records had an older version and were renewed. Another walk must check that none is left. */
        RENEWED,
        /** No record had an older version, but an instance may have used one less than a minute before the walk, or during it. */
        EARLY,
        /** Records have an older key that is not in the secret file of this machine. */
        KEY_MISSING
    }
}
