package org.orderevidence.store.sql.dialect;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.store.sql.dialect.BatchRows.HeldHistory;

/**
 * One order on its way through a batch: how it is held, and how it will stand. Pure: decides, and leaves the writing to
 * others.
 */
public final class OrderInBatch {
    private final OrderKey key;

    /** As the database has it. */
    private final @Nullable HeldOrder held;

    /** As it stands after what was applied so far. */
    private @Nullable HeldOrder standing;

    /** What was applied last; absent while nothing changes. */
    private @Nullable Encoded applied;

    public OrderInBatch(OrderKey key, @Nullable HeldOrder held) {
        this.key = key;
        this.held = held;
        this.standing = held;
    }

    /** The history rows that have to be known before {@link #apply}: those that may already be as they should. */
    public List<HistoryKey> historyToCompare(Encoded order) {
        return held != null && held.isSameAs(order) ? HistoryKey.of(key, held.keys()) : List.of();
    }

    /**
     * Applies an order to what stands.
     *
     * @param now the time of the upload, in microseconds
     * @param history the rows that are held of those asked for
     */
    public OrderOutcome apply(Encoded order, long now, Map<HistoryKey, HeldHistory> history) {
        HeldOrder before = standing;
        Long expected = order.expectedVersion();
        if (expected != null && (before == null || before.version() != expected)) {
            return new OrderOutcome.Conflict();
        }
        if (before == null) {
            stand(order, now, now, 0);
            return new OrderOutcome.Created(now);
        }
        Long revision = order.revision();
        Long heldRevision = before.revision();
        if (revision != null && heldRevision != null && revision < heldRevision) {
            return new OrderOutcome.Stale(heldRevision);
        }
        boolean unchanged = before.document().equals(order.document());
        if (unchanged && before.isSameAs(order) && rowsAgree(order, before.version(), history)) {
            return new OrderOutcome.Unchanged(before.version());
        }
        // The same content under other keys or facts: how they are derived has changed, which is no change of the
        // order.
        long version = unchanged ? before.version() : Math.max(now, before.version() + 1);
        stand(order, version, unchanged ? before.uploadedAt() : now, before.marks());
        return unchanged ? new OrderOutcome.Unchanged(version) : new OrderOutcome.Updated(version);
    }

    /** Adds what has to be written. */
    public void addTo(OrderChanges changes) {
        if (applied != null && standing != null) {
            changes.put(
                    new OrderChanges.OrderRow(key, applied, standing.version(), standing.uploadedAt(), held),
                    standing.marks());
        }
    }

    private boolean rowsAgree(Encoded order, long version, Map<HistoryKey, HeldHistory> history) {
        if (applied != null) {
            return applied.facts().equals(order.facts());
        }
        HeldHistory wanted = new HeldHistory(version, order.facts());
        return HistoryKey.of(key, order.keys()).stream().allMatch(row -> wanted.equals(history.get(row)));
    }

    private void stand(Encoded order, long version, long uploadedAt, int marks) {
        applied = order;
        standing = new HeldOrder(version, uploadedAt, order.revision(), order.document(), order.keys(), marks, 0);
    }
}
