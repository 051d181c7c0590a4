package org.orderevidence.store.cassandra;

import org.jspecify.annotations.Nullable;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;

/**
 * How a write of several statements failed: the store is unavailable only if nothing at all was kept of it. Safe for
 * several threads.
 */
public final class Failure {
    private @Nullable RuntimeException worst;
    private boolean kept;

    /** Some of the write is on stable storage. */
    public synchronized void addKept() {
        kept = true;
    }

    /** Some of the write failed. */
    public synchronized void add(RuntimeException error) {
        RuntimeException held = worst;
        if (held == null || (held instanceof StoreUnavailable && !(error instanceof StoreUnavailable))) {
            worst = error;
        }
    }

    synchronized boolean isAny() {
        return worst != null;
    }

    public synchronized void throwIfAny() {
        RuntimeException error = worst;
        if (error instanceof StoreUnavailable && kept) {
            throw new UnknownOutcome("a part of a write was stored, and a part was refused", error);
        }
        if (error != null) {
            throw error;
        }
    }
}
