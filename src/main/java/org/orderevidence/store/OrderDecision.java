package org.orderevidence.store;

import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.OrderOutcome;

/** Decides what an order that is to be kept does to the order that is held. All stores decide with it. */
public final class OrderDecision {
    private OrderDecision() {}

    /**
     * The order as it is held.
     *
     * @param version its version
     * @param revision the merchant's own number of the state; absent when none was sent
     * @param document its content in the canonical stored form
     */
    public record Held(long version, @Nullable Long revision, Bytes document) {}

    /**
     * The order to be kept.
     *
     * @param expectedVersion the version that it must replace; absent when it replaces any
     * @param revision the merchant's own number of the state; absent when none was sent
     * @param document its content in the canonical stored form
     */
    public record Offered(
            @Nullable Long expectedVersion, @Nullable Long revision, Bytes document) {}

    /**
     * Returns what becomes of the offered order, in this order: a conflict when it expects another version; created when
     * none is held; stale when its revision is lower than the one held; unchanged when the content is the same; else
     * updated.
     *
     * <p>Unchanged is about the content: what the store derives from it may still have to be written again.
     *
     * @param now the time of the upload in microseconds; a new version is at least this, and higher than the one held
     */
    public static OrderOutcome of(@Nullable Held held, Offered offered, long now) {
        Long expected = offered.expectedVersion();
        if (expected != null && (held == null || held.version() != expected)) {
            return new OrderOutcome.Conflict();
        }
        if (held == null) {
            return new OrderOutcome.Created(now);
        }
        Long revision = offered.revision();
        Long heldRevision = held.revision();
        if (revision != null && heldRevision != null && revision < heldRevision) {
            return new OrderOutcome.Stale(heldRevision);
        }
        return held.document().equals(offered.document())
                ? new OrderOutcome.Unchanged(held.version())
                : new OrderOutcome.Updated(Math.max(now, held.version() + 1));
    }
}
