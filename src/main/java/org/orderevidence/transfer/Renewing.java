package org.orderevidence.transfer;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Optional;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import org.orderevidence.process.PacedWork;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;
import org.orderevidence.transfer.Renewal.RenewalCount;
import org.orderevidence.transfer.RenewalNotes.RenewalState;
import org.orderevidence.transfer.RenewalWalk.OlderVersionWatch;
import org.orderevidence.transfer.SecretTasks.RenewalEnd;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews the records of a service's store, slowly, on its own thread: seals them again after {@code secret rotate}, or
 * derives rows again after an upgrade. Of several instances, usually one does it; another one continues when that one
 * stops. Waits until no instance has used an older version for a minute. Then walks over the store until a walk finds
 * no record of an older version.
 */
public final class Renewing implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Renewing.class);

    /** An instance that has noted no progress for this time has stopped. */
    private static final Duration SILENCE = Duration.ofSeconds(60);

    private static final Duration LOG_EVERY = Duration.ofMinutes(1);

    private final Renewal renewal;
    private final Renewal.Subject subject;
    private final InstantSource clock;
    private final Pace pace;
    private final RenewalNotes notes;
    private final OlderVersionWatch watch;
    private final PacedWork work;
    private @Nullable Versions lacking;
    private int missingKey;
    private boolean startOver;
    private boolean isTold;

    /**
     * How fast it is.
     *
     * @param rest shortest pause after a page; the pause is also four times as long as the page took
     */
    record Pace(int page, Duration rest, Duration look, Duration note) {
        /** At most 1,000 records a second, and a fifth of the time of one thread. */
        static final Pace USUAL = new Pace(20, Duration.ofMillis(20), Duration.ofSeconds(10), Duration.ofSeconds(5));
    }

    /** The versions of this process: the one that it writes, and all. */
    private record Versions(int written, SortedSet<Integer> all) {
        static Versions of(Renewal renewal) {
            return new Versions(renewal.version(), renewal.versions());
        }
    }

    Renewing(Renewal renewal, InstantSource clock, Pace pace) {
        this.renewal = renewal;
        this.subject = renewal.subject();
        this.clock = clock;
        this.pace = pace;
        this.notes = renewal.notes();
        this.watch = new OlderVersionWatch(renewal, clock, processId());
        this.work = new PacedWork("evidence-" + subject.verb, pace.look(), this::look, this::tell);
    }

    public static Renewing ofSealedRecords(OpenStore store, InstantSource clock) {
        return start(Renewal.ofSealedRecords(store), clock, Pace.USUAL);
    }

    public static Renewing ofDerivedRows(OpenStore store, InstantSource clock) {
        return start(Renewal.ofDerivedRows(store), clock, Pace.USUAL);
    }

    static Renewing start(Renewal renewal, InstantSource clock, Pace pace) {
        Renewing started = new Renewing(renewal, clock, pace);
        started.work.start();
        return started;
    }

    /** Returns a name for the notes of this process. */
    static String processId() {
        byte[] bytes = new byte[4];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private void look() {
        watch.look();
        if (subject == Renewal.Subject.SEALED_RECORDS) {
            warnOfMissingKey();
        }
        if (isDue()) {
            walk();
        }
    }

    private void tell(RuntimeException failed) {
        boolean isOfStore = failed instanceof StoreUnavailable || failed instanceof UnknownOutcome;
        String what = isOfStore
                ? " was interrupted, and continues when the store is available"
                : " failed, and is tried again";
        LOG.warn(subject.work + what, failed);
    }

    /** Before another instance seals with a key, its number is in the store. */
    private void warnOfMissingKey() {
        Optional<RenewalNotes.Announced> announced = notes.read().announced();
        if (announced.isEmpty() || renewal.versions().contains(announced.get().version())) {
            missingKey = 0;
        } else if (announced.get().version() != missingKey) {
            missingKey = announced.get().version();
            LOG.warn(
                    "sealing key {} is not in the secret file of this machine, but is used from {} on: copy the newest"
                            + " secret file to this machine; until then, records that are sealed with it are answered"
                            + " store_unavailable",
                    missingKey,
                    announced.get().from());
        }
    }

    /** True if records may have an older version, no instance writes more of them, and no other instance is at work. */
    boolean isDue() {
        Versions versions = Versions.of(renewal);
        int version = versions.written();
        // Nothing is older than version 1. Another walk with the same keys would lack a key again.
        if (version == 1 || versions.equals(lacking)) {
            return false;
        }
        RenewalState state = notes.read();
        Instant now = clock.instant();
        if (state.done(version).isPresent()
                || version < state.newestVersion(now)
                || state.walkAfter(version, now).equals(RenewalState.EARLY)) {
            return false;
        }
        return state.progress()
                .filter(progress -> !progress.by().equals(watch.by())
                        && progress.version() >= version
                        // A note of the future is from a clock that is ahead, and is ignored.
                        && Duration.between(progress.at(), now).abs().compareTo(SILENCE) < 0)
                .isEmpty();
    }

    private void walk() {
        Versions versions = Versions.of(renewal);
        RenewalWalk walk = new RenewalWalk(watch, startOver);
        String state = walk.isContinued() ? "continued after " + walk.count().renewed() + " records" : "started";
        walk.note();
        // If the first page fails, the noted place may be the cause.
        startOver = walk.isContinued();
        long noted = System.nanoTime();
        long logged = noted;
        while (true) {
            long started = System.nanoTime();
            boolean hasMore = walk.page(pace.page());
            startOver = false;
            // A walk that finds nothing to renew is not worth a line: each new store has one.
            if (!isTold && (walk.isContinued() || walk.count().old() > 0)) {
                LOG.info(subject.started, walk.version(), state);
                isTold = true;
            }
            long now = System.nanoTime();
            if (!hasMore) {
                end(walk, versions);
                return;
            }
            if (now - logged >= LOG_EVERY.toNanos()) {
                LOG.info(subject.renewed + " so far", walk.count().renewed(), walk.version());
                logged = now;
            }
            boolean isClosing = !work.rest(Duration.ofNanos(Math.max(pace.rest().toNanos(), 4 * (now - started))));
            if (isClosing || walk.version() != renewal.version()) {
                walk.note();
                return;
            }
            if (now - noted >= pace.note().toNanos()) {
                walk.note();
                noted = now;
            }
        }
    }

    private void end(RenewalWalk walk, Versions versions) {
        int version = walk.version();
        RenewalCount count = walk.count();
        RenewalEnd end = walk.end();
        lacking = end == RenewalEnd.KEY_MISSING ? versions : null;
        switch (end) {
            case DONE -> {
                if (isTold) {
                    LOG.info(subject.done, version);
                }
                isTold = false;
            }
            case RENEWED ->
                LOG.info(subject.renewed + "; another walk checks that none is left", count.renewed(), version);
            case EARLY ->
                LOG.info(subject.done + ", but an instance used an older one meanwhile; another walk follows", version);
            case KEY_MISSING ->
                count.missing()
                        .forEach((missing, records) -> LOG.warn(
                                "{} records are sealed with sealing key {}, which is not in the secret file of this"
                                        + " machine, and cannot be sealed again: restore the secret file that has it",
                                records,
                                missing));
        }
        if (count.unreadable() > 0) {
            LOG.warn(subject.unreadable, count.unreadable());
        }
    }

    /** Waits until the page in progress is written. The next start continues there. */
    @Override
    public void close() {
        work.close();
    }
}
