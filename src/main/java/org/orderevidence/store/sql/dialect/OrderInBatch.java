package org.orderevidence.store.sql.dialect;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.outcome.OrderNotes;
import org.orderevidence.order.outcome.OrderOutcome;
import org.orderevidence.store.ComposedOrder;
import org.orderevidence.store.EncodedOrder;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.MergedParts;
import org.orderevidence.store.OfferedParts;
import org.orderevidence.store.OrderDecision;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.StoredPart;
import org.orderevidence.store.document.UnreadableDocument;
import org.orderevidence.store.sql.dialect.BatchRows.HeldHistory;

/** One order in a batch: how it is stored, and how it will be. Decides only; others write. */
public final class OrderInBatch {
    private final OrderKey key;
    private final AccountSpace space;
    private final EvidenceCodec codec;

    /** As the database has it. */
    private final @Nullable HeldOrder held;

    /** After the parts that were applied so far. */
    private @Nullable HeldOrder current;

    /** The last applied change; empty if there is none yet. */
    private @Nullable EncodedOrder applied;

    /**
     * @param key the order
     * @param space its account space
     * @param held its row; empty if there is none
     * @param codec composes and seals the parts
     */
    public OrderInBatch(OrderKey key, AccountSpace space, @Nullable HeldOrder held, EvidenceCodec codec) {
        this.key = key;
        this.space = space;
        this.codec = codec;
        this.held = held;
        this.current = held;
    }

    /** Returns the history rows that have to be known before {@link #apply}: those that may already be right. */
    public List<HistoryKey> historyToCompare(OfferedParts offered) {
        return held != null && isSameUpload(held, offered) ? HistoryKey.of(key, held.keys()) : List.of();
    }

    /**
     * Applies parts to the current state.
     *
     * @param now the time of the write, in microseconds
     * @param history the stored rows of those asked for
     */
    public OrderOutcome apply(OfferedParts offered, long now, Map<HistoryKey, HeldHistory> history) {
        if (!offered.fit()) {
            return new OrderOutcome.TooManyParts();
        }
        HeldOrder before = current;
        if (before == null) {
            return applyAlone(offered, now, history);
        }
        try {
            // Also if all is replaced: a newer release may have stored what this one cannot.
            EvidenceCodec.requireKnownFormat(before.document());
            return replacesAll(before, offered)
                    ? applyAlone(offered, now, history)
                    : applyToParts(before, offered, now, history);
        } catch (UnreadableDocument | DocumentTooNew unreadable) {
            // Only this caller must fail: other orders are in the same transaction.
            return new OrderOutcome.Unreadable(unreadable);
        }
    }

    /** True if the order has no part that stays. */
    private static boolean replacesAll(HeldOrder before, OfferedParts offered) {
        return offered.isUpload() && before.otherParts() == 0;
    }

    private OrderOutcome applyAlone(OfferedParts offered, long now, Map<HistoryKey, HeldHistory> history) {
        HeldOrder before = current;
        boolean same = before != null && isSameUpload(before, offered);
        OrderOutcome outcome = decide(before, offered, same, now);
        switch (outcome) {
            case OrderOutcome.Created(long version, OrderNotes _) -> become(offered.alone(), version, now, 0);
            case OrderOutcome.Updated(long version, OrderNotes _) -> {
                HeldOrder replaced = Objects.requireNonNull(before);
                become(offered.alone(), version, replaced.uploadedAt(), replaced.marks());
            }
            case OrderOutcome.Unchanged(long version, OrderNotes _) -> {
                // The same upload: its document may be damaged, or how keys or facts are derived may have changed.
                if (before != null
                        && !(isDerivedNow(before)
                                && isReadable(before, offered)
                                && hasSameKeys(before, offered)
                                && rowsAgree(offered.alone().composed(), version, history))) {
                    become(offered.alone(), version, before.uploadedAt(), before.marks());
                }
            }
            case OrderOutcome.Conflict _,
                    OrderOutcome.Stale _,
                    OrderOutcome.TooManyParts _,
                    OrderOutcome.Unreadable _ -> {}
        }
        return outcome;
    }

    private OrderOutcome applyToParts(
            HeldOrder before, OfferedParts offered, long now, Map<HistoryKey, HeldHistory> history) {
        List<StoredPart> stored =
                codec.parts(space, offered.id(), before.document().toArray());
        MergedParts merged = MergedParts.of(stored, offered.parts());
        OrderOutcome outcome = decide(before, offered, !merged.changed(), now);
        if (outcome instanceof OrderOutcome.Updated(long version, OrderNotes _)) {
            if (!StoredPart.fit(merged.parts())) {
                return new OrderOutcome.TooManyParts();
            }
            EncodedOrder order = codec.order(space, offered.id(), merged.parts());
            become(order, version, before.uploadedAt(), before.marks());
            OrderNotes notes = merged.notes(order.notes());
            if (!notes.superseded().isEmpty()) {
                notes = notes.since(codec.order(space, offered.id(), stored).notes());
            }
            // Parts that made no order yet were stored, but not visible.
            boolean isNew = before.keys() == null && order.composed() != null;
            return isNew ? new OrderOutcome.Created(version, notes) : new OrderOutcome.Updated(version, notes);
        }
        if (outcome instanceof OrderOutcome.Unchanged(long version, OrderNotes _)) {
            EncodedOrder derived = codec.order(space, offered.id(), stored);
            boolean agrees = isDerivedNow(before)
                    && Objects.equals(before.keys(), DerivedKeys.of(derived.composed()))
                    && (!offered.isUpload() || rowsAgree(derived.composed(), version, history));
            if (!agrees) {
                become(derived, version, before.uploadedAt(), before.marks());
            }
            return new OrderOutcome.Unchanged(version, derived.notes());
        }
        return outcome;
    }

    private static OrderOutcome decide(@Nullable HeldOrder before, OfferedParts offered, boolean same, long now) {
        return OrderDecision.of(
                before == null ? null : new OrderDecision.Held(before.version(), before.revision(), same),
                offered.expectedVersion(),
                offered.alone().revision(),
                now);
    }

    /** Adds what has to be written. */
    public void addTo(OrderChanges changes) {
        if (applied != null && current != null) {
            changes.put(
                    new OrderChanges.OrderRow(key, applied, current.version(), current.uploadedAt(), held),
                    current.marks());
        }
    }

    private static boolean isSameUpload(HeldOrder held, OfferedParts offered) {
        return offered.isUpload()
                && Objects.equals(held.upload(), offered.alone().upload());
    }

    private boolean isDerivedNow(HeldOrder held) {
        return held.derivation() >= codec.derivation();
    }

    private boolean isReadable(HeldOrder held, OfferedParts offered) {
        try {
            List<StoredPart> stored =
                    codec.parts(space, offered.id(), held.document().toArray());
            return stored.size() == 1
                    && stored.getFirst()
                            .content()
                            .equals(offered.parts().getFirst().content());
        } catch (UnreadableDocument | DocumentTooNew unreadable) {
            return false;
        }
    }

    private static boolean hasSameKeys(HeldOrder held, OfferedParts offered) {
        return Objects.equals(held.keys(), DerivedKeys.of(offered.alone().composed()));
    }

    private boolean rowsAgree(@Nullable ComposedOrder composed, long version, Map<HistoryKey, HeldHistory> history) {
        if (composed == null) {
            return true;
        }
        if (applied != null) {
            ComposedOrder last = applied.composed();
            return last != null && last.facts().equals(composed.facts());
        }
        HeldHistory wanted = new HeldHistory(version, composed.facts());
        return HistoryKey.of(key, DerivedKeys.of(composed)).stream().allMatch(row -> wanted.equals(history.get(row)));
    }

    private void become(EncodedOrder order, long version, long uploadedAt, int marks) {
        applied = order;
        current = HeldOrder.of(order, version, uploadedAt, marks);
    }
}
