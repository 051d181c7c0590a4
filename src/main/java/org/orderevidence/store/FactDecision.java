package org.orderevidence.store;

import org.jspecify.annotations.Nullable;
import org.orderevidence.order.FactOutcome;

/**
 * Decides what the write of a later fact does to the stored fact with the same id. All stores use
 * it.
 *
 * @param outcome never {@link FactOutcome#ORDER_NOT_FOUND}
 * @param version the version to store with the fact; without meaning if nothing is to be stored
 * @param isToBeStored true if the fact is to be stored: it states something else, or has a newer version
 */
public record FactDecision(FactOutcome outcome, long version, boolean isToBeStored) {
    /**
     * The stored fact.
     *
     * @param version its version; 0 if it has none
     * @param statesTheSame true if it states what the offered one states
     */
    public record Held(long version, boolean statesTheSame) {
        /** One that cannot be read: any fact replaces it. */
        public static final Held DAMAGED = new Held(-1, false);
    }

    /**
     * Returns what becomes of the offered fact. A source's fact has the version of its event: unless it is newer than
     * the stored one, nothing changes. A newer one is stored also if it states the same, so that what happened in
     * between cannot replace it later. A merchant's fact has no version: it gets the time of the write, and replaces
     * any other. If it states the same, it is unchanged, but has at least this version from now on. What is unchanged
     * does not raise the version of the order.
     *
     * @param held the stored fact of the same id; empty if there is none
     * @param isFull true if the order has no room for another fact
     * @param version of the offered fact; empty for a merchant's
     * @param now the time of the write in microseconds
     */
    public static FactDecision of(@Nullable Held held, boolean isFull, @Nullable Long version, long now) {
        if (held == null) {
            return new FactDecision(
                    isFull ? FactOutcome.TOO_MANY : FactOutcome.CREATED, version == null ? now : version, !isFull);
        }
        if (version != null) {
            if (version <= held.version) {
                return new FactDecision(FactOutcome.UNCHANGED, held.version, false);
            }
            return new FactDecision(held.statesTheSame ? FactOutcome.UNCHANGED : FactOutcome.UPDATED, version, true);
        }
        if (held.statesTheSame) {
            return new FactDecision(FactOutcome.UNCHANGED, Math.max(now, held.version), now > held.version);
        }
        return new FactDecision(FactOutcome.UPDATED, Math.max(now, held.version + 1), true);
    }
}
