package org.orderevidence.transfer;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.SealedRecords;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Seals the records of a service's store again after {@code secret rotate}, slowly, on a thread of its own. Of several
 * instances, usually one does it; another one continues when that one stops. Waits until no instance has used an older key
 * for a minute. Then walks over the store until a walk finds no record under an older key.
 */
public final class Resealing implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Resealing.class);

    /** An instance that has noted no progress for this time has stopped. */
    private static final Duration SILENCE = Duration.ofSeconds(60);

    private static final Duration LOG_EVERY = Duration.ofMinutes(1);

    private final OpenStore store;
    private final InstantSource clock;
    private final Pace pace;
    private final ResealNotes notes;
    private final OlderKeyWatch watch;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;
    private @Nullable Keys lackingKeys;
    private int missingKey;
    private boolean startOver;
    private String lastFault = "";

    /**
     * How fast it is.
     *
     * @param page records of a page; with the longest orders, 10 MB of memory
     * @param rest shortest pause after a page; the pause is also four times as long as the page took
     * @param look time between two looks at the sealing key and the notes
     * @param note time between two notes of the progress
     */
    record Pace(int page, Duration rest, Duration look, Duration note) {
        /** At most 1,000 records a second, and a fifth of the time of one thread. */
        static final Pace USUAL = new Pace(20, Duration.ofMillis(20), Duration.ofSeconds(10), Duration.ofSeconds(5));
    }

    /** The keys of this process: the one that seals, and all. */
    private record Keys(int sealing, SortedSet<Integer> all) {
        static Keys of(SealedRecords records) {
            return new Keys(records.sealingKey(), records.keys());
        }
    }

    Resealing(OpenStore store, InstantSource clock, Pace pace) {
        this.store = store;
        this.clock = clock;
        this.pace = pace;
        this.notes = new ResealNotes(store.accounts());
        this.watch = new OlderKeyWatch(store, clock, processId());
        this.thread = Thread.ofPlatform().name("evidence-resealing").daemon().unstarted(this::run);
    }

    /**
     * Starts it.
     *
     * @param store must stay open until this is closed
     */
    public static Resealing start(OpenStore store, InstantSource clock) {
        return start(store, clock, Pace.USUAL);
    }

    static Resealing start(OpenStore store, InstantSource clock, Pace pace) {
        Resealing started = new Resealing(store, clock, pace);
        started.thread.start();
        return started;
    }

    /** Returns a name for the notes of this process. */
    static String processId() {
        byte[] bytes = new byte[4];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private void run() {
        try {
            do {
                attempt();
            } while (!isClosingAfter(pace.look()));
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private void attempt() throws InterruptedException {
        try {
            watch.look();
            warnOfMissingKey();
            if (isDue()) {
                walk();
            }
            lastFault = "";
        } catch (StoreUnavailable | UnknownOutcome failed) {
            tell("sealing the records again was interrupted, and continues when the store is available", failed);
        } catch (RuntimeException bug) {
            tell("sealing the records again failed, and is tried again", bug);
        }
    }

    /** A fault that lasts is logged once. */
    private void tell(String what, RuntimeException failed) {
        String fault = String.valueOf(failed.getMessage());
        if (!fault.equals(lastFault)) {
            LOG.warn(what, failed);
        }
        lastFault = fault;
    }

    /** Before another instance seals with a key, its number is in the store. */
    private void warnOfMissingKey() {
        Optional<ResealNotes.Announced> announced = notes.read().announced();
        if (announced.isEmpty()
                || store.sealedRecords().keys().contains(announced.get().key())) {
            missingKey = 0;
        } else if (announced.get().key() != missingKey) {
            missingKey = announced.get().key();
            LOG.warn(
                    "sealing key {} is not in the secret file of this machine, but is used from {} on: copy the newest"
                            + " secret file to this machine; until then, records that are sealed with it are answered"
                            + " store_unavailable",
                    missingKey,
                    announced.get().from());
        }
    }

    /** True if records may have an older key, no instance writes more of them, and no other instance is at work. */
    boolean isDue() {
        Keys keys = Keys.of(store.sealedRecords());
        int key = keys.sealing();
        // Nothing is older than key 1. Another walk with the same keys would lack a key again.
        if (key == 1 || keys.equals(lackingKeys)) {
            return false;
        }
        ResealState state = notes.read();
        Instant now = clock.instant();
        if (state.done(key).isPresent()
                || key < state.newestKey(now)
                || state.walkAfter(key, now).equals(ResealState.EARLY)) {
            return false;
        }
        return state.progress()
                .filter(progress -> !progress.by().equals(watch.by())
                        && progress.key() >= key
                        // A note of the future is from a clock that is ahead, and says nothing.
                        && Duration.between(progress.at(), now).abs().compareTo(SILENCE) < 0)
                .isEmpty();
    }

    private void walk() throws InterruptedException {
        Keys keys = Keys.of(store.sealedRecords());
        ResealWalk walk = new ResealWalk(store, clock, watch, startOver);
        LOG.info(
                "sealing all records again under sealing key {}: {}",
                walk.key(),
                walk.isContinued() ? "continued after " + walk.count().resealed() + " records" : "started");
        walk.note();
        // If the first page fails, the noted place may be the cause.
        startOver = walk.isContinued();
        long noted = System.nanoTime();
        long logged = noted;
        while (true) {
            long started = System.nanoTime();
            boolean hasMore = walk.page(pace.page());
            startOver = false;
            long now = System.nanoTime();
            if (!hasMore) {
                end(walk, keys);
                return;
            }
            if (now - logged >= LOG_EVERY.toNanos()) {
                LOG.info(
                        "sealed {} records again under sealing key {} so far",
                        walk.count().resealed(),
                        walk.key());
                logged = now;
            }
            boolean isClosing = isClosingAfter(longer(pace.rest(), Duration.ofNanos(4 * (now - started))));
            if (isClosing || walk.key() != store.sealedRecords().sealingKey()) {
                walk.note();
                return;
            }
            if (now - noted >= pace.note().toNanos()) {
                walk.note();
                noted = now;
            }
        }
    }

    private void end(ResealWalk walk, Keys keys) {
        int key = walk.key();
        ResealCount count = walk.count();
        ResealEnd end = walk.end();
        lackingKeys = end == ResealEnd.KEY_MISSING ? keys : null;
        switch (end) {
            case DONE -> LOG.info("no record has an older sealing key than {}", key);
            case SEALED ->
                LOG.info(
                        "sealed {} records again under sealing key {}; another walk checks that none is left",
                        count.resealed(),
                        key);
            case EARLY ->
                LOG.info(
                        "no record has an older sealing key than {}, but an instance used one meanwhile; another walk"
                                + " follows",
                        key);
            case KEY_MISSING ->
                count.missing()
                        .forEach((missing, records) -> LOG.warn(
                                "{} records are sealed with sealing key {}, which is not in the secret file of this"
                                        + " machine, and cannot be sealed again: restore the secret file that has it",
                                records,
                                missing));
        }
        if (count.unreadable() > 0) {
            LOG.warn(
                    "{} records with older sealing keys are damaged; ./evidence store verify lists them",
                    count.unreadable());
        }
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private boolean isClosingAfter(Duration time) throws InterruptedException {
        return closing.await(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Waits until the page in progress is written. The next start continues there. */
    @Override
    public void close() {
        closing.countDown();
        try {
            thread.join(Duration.ofSeconds(10));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
