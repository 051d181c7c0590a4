package org.orderevidence.account;

import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import org.orderevidence.store.StoreUnavailable;

/**
 * Bounds the reads of keys that this instance has not seen. Otherwise, guesses that all differ could load the store
 * without limit. A read that finds a key does not count.
 */
final class UnknownKeyReads {
    /** Most reads in a second that find no key. */
    static final int MAX_PER_SECOND = 500;

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final Ticker ticker;
    private long startedAt;
    private int taken;

    UnknownKeyReads(Ticker ticker) {
        this.ticker = ticker;
        this.startedAt = ticker.read();
    }

    /**
     * Counts a read that is about to start.
     *
     * @throws StoreUnavailable if there were too many in this second; the caller can retry
     */
    synchronized void take() {
        long now = ticker.read();
        if (now - startedAt >= SECOND) {
            startedAt = now;
            taken = 0;
        }
        if (taken >= MAX_PER_SECOND) {
            throw StoreUnavailable.overloaded("more than " + MAX_PER_SECOND + " unknown keys were sent in a second");
        }
        taken++;
    }

    /** Takes back a read that found a key. */
    synchronized void giveBack() {
        taken = Math.max(0, taken - 1);
    }
}
