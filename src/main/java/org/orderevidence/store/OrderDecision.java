package org.orderevidence.store;

import org.jspecify.annotations.Nullable;
import org.orderevidence.order.OrderOutcome;

/** Decides what the write of parts does to the stored order. All stores use it. */
public final class OrderDecision {
    private OrderDecision() {}

    /**
     * The stored order.
     *
     * @param version its version
     * @param revision the merchant's own number of the uploaded state; empty if none was sent
     * @param statesTheSame true if the stored parts with the same keys state what the offered ones state
     */
    public record Held(long version, @Nullable Long revision, boolean statesTheSame) {}

    /**
     * Returns what becomes of the offered parts, in this order: a conflict when they expect another version; created
     * when there is no order; stale when their revision is lower than the stored one; unchanged when the stored parts
     * state the same; otherwise updated.
     *
     * <p>Unchanged is about what is stated: what the store derives from it may still have to be written again.
     *
     * @param held the stored order; empty if there is none
     * @param expectedVersion see {@link PartWrite#expectedVersion}
     * @param revision of the offered upload; empty if none was sent
     * @param now the time of the write in microseconds; a new version is at least this, and higher than the stored one
     */
    public static OrderOutcome of(
            @Nullable Held held, @Nullable Long expectedVersion, @Nullable Long revision, long now) {
        if (expectedVersion != null && (held == null || held.version() != expectedVersion)) {
            return new OrderOutcome.Conflict();
        }
        if (held == null) {
            return new OrderOutcome.Created(now);
        }
        Long heldRevision = held.revision();
        if (revision != null && heldRevision != null && revision < heldRevision) {
            return new OrderOutcome.Stale(heldRevision);
        }
        return held.statesTheSame()
                ? new OrderOutcome.Unchanged(held.version())
                : new OrderOutcome.Updated(Math.max(now, held.version() + 1));
    }
}
