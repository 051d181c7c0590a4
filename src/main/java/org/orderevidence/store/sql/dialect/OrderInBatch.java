package org.orderevidence.store.sql.dialect;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.store.OrderDecision;
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
        OrderOutcome outcome = OrderDecision.of(
                before == null ? null : new OrderDecision.Held(before.version(), before.revision(), before.document()),
                new OrderDecision.Offered(order.expectedVersion(), order.revision(), order.document()),
                now);
        switch (outcome) {
            case OrderOutcome.Conflict conflict -> {}
            case OrderOutcome.Stale stale -> {}
            case OrderOutcome.Created(long version) -> stand(order, version, now, 0);
            case OrderOutcome.Updated(long version) -> stand(order, version, now, marks(before));
            case OrderOutcome.Unchanged(long version) -> {
                // The same content under other keys or facts: how they are derived has changed.
                if (before != null && !(before.isSameAs(order) && rowsAgree(order, version, history))) {
                    stand(order, version, before.uploadedAt(), before.marks());
                }
            }
        }
        return outcome;
    }

    private static int marks(@Nullable HeldOrder before) {
        return before == null ? 0 : before.marks();
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
