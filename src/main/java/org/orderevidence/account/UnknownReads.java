package org.orderevidence.account;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.StoreUnavailable;

/**
 * Bounds the reads of secrets that this instance has not seen, such as API keys and sessions. Otherwise, guesses that
 * all differ could load the store without limit. A read that finds the secret does not count.
 */
public final class UnknownReads {
    /** Most reads in a second that find nothing. */
    public static final int MAX_PER_SECOND = 500;

    private static final int MAX_SEEN = 10_000;

    /** How long a secret that was in the store is read without a bound. */
    private static final Duration SEEN_FOR = Duration.ofHours(1);

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final String what;
    private final Ticker ticker;

    /** Hashes of secrets that were in the store a while ago. No guess is among them. */
    private final Cache<Bytes, Boolean> seen;

    private long startedAt;
    private int taken;

    /**
     * @param what is read, in the plural, for the error message
     */
    public UnknownReads(String what) {
        this(what, Ticker.systemTicker());
    }

    public UnknownReads(String what, Ticker ticker) {
        this.what = what;
        this.ticker = ticker;
        this.startedAt = ticker.read();
        this.seen = Caffeine.newBuilder()
                .maximumSize(MAX_SEEN)
                .ticker(ticker)
                .expireAfterWrite(SEEN_FOR)
                .build();
    }

    /**
     * Returns what the store has for a secret.
     *
     * @throws StoreUnavailable if there were too many reads in this second that found nothing; the caller can retry
     */
    public <T> Optional<T> read(Bytes hash, Supplier<Optional<T>> read) {
        boolean isSeen = seen.getIfPresent(hash) != null;
        if (!isSeen) {
            take();
        }
        Optional<T> found = read.get();
        if (found.isPresent()) {
            if (!isSeen) {
                giveBack();
            }
            seen.put(hash, true);
        }
        return found;
    }

    /** Notes that the store has this secret: its reads are not bounded. */
    public void made(Bytes hash) {
        seen.put(hash, true);
    }

    private synchronized void take() {
        long now = ticker.read();
        if (now - startedAt >= SECOND) {
            startedAt = now;
            taken = 0;
        }
        if (taken >= MAX_PER_SECOND) {
            throw StoreUnavailable.overloaded("more than " + MAX_PER_SECOND + " " + what + " were sent in a second");
        }
        taken++;
    }

    private synchronized void giveBack() {
        taken = Math.max(0, taken - 1);
    }
}
