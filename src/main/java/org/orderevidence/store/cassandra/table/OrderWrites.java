package org.orderevidence.store.cassandra.table;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.outcome.OrderNotes;
import org.orderevidence.order.outcome.OrderOutcome;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.store.ComposedOrder;
import org.orderevidence.store.EncodedOrder;
import org.orderevidence.store.MergedParts;
import org.orderevidence.store.OrderDecision;
import org.orderevidence.store.PartWrite;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;
import org.orderevidence.store.cassandra.cluster.Failure;
import org.orderevidence.store.cassandra.cluster.Fanout;
import org.orderevidence.store.cassandra.cluster.Times;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.StoredPart;
import org.orderevidence.store.document.UnreadableDocument;

/**
 * Writes parts of orders: the parts first, then the record that is derived from all of them, then the rows next to it.
 * If one step fails, a retry completes the write. The next reader also does, when it finds a record that does not list
 * the parts.
 *
 * <p>Another instance may write parts of the same order at the same time. Each composes what it reads after its own
 * parts are written, and reads the result back before it continues.
 */
public final class OrderWrites {
    /** How often a write starts again because another instance was ahead of it. */
    private static final int MOST_ATTEMPTS = 5;

    private final OrderReads reads;
    private final OrderRows rows;
    private final OrderLocks locks;

    public OrderWrites(OrderReads reads, OrderRows rows, OrderLocks locks) {
        this.reads = reads;
        this.rows = rows;
        this.locks = locks;
    }

    /** Writes to different orders run in parallel. Writes to the same order run one after another. */
    public List<OrderOutcome> put(AccountSpace space, List<PartWrite> writes, Instant now) {
        Map<String, List<Integer>> placesById = new LinkedHashMap<>();
        IntStream.range(0, writes.size())
                .forEach(i -> placesById
                        .computeIfAbsent(writes.get(i).id().value(), id -> new ArrayList<>(1))
                        .add(i));
        OrderOutcome[] outcomes = new OrderOutcome[writes.size()];
        Failure failure = new Failure();
        Fanout.forEach(List.copyOf(placesById.values()), failure, places -> {
            for (int place : places) {
                PartWrite write = writes.get(place);
                outcomes[place] =
                        locks.alone(space, write.id().value(), () -> put(space, write, Times.micros(now), failure));
            }
        });
        return Arrays.asList(outcomes);
    }

    /** Writes what is derived from the parts and later facts that an order has now. */
    public void compose(AccountSpace space, OrderId id) {
        locks.alone(space, id.value(), () -> {
            OrderReads.Held held = reads.forWrite(space, id, key -> false);
            if (held != null && !held.isComposed()) {
                composed(held, held.version(), held.version(), false, new Failure());
            }
            return true;
        });
    }

    /**
     * Derives the record and the rows of an order again if it has an older derivation. Returns whether it had one.
     *
     * @throws UnreadableDocument if a part or a later fact is damaged
     * @throws DocumentTooNew if only a newer release can read a part or a later fact
     */
    public boolean deriveAgain(AccountSpace space, OrderId id) {
        return locks.alone(space, id.value(), () -> {
            OrderReads.Held held = reads.held(space, id);
            OrderRecord record = held == null ? null : held.record();
            if (held == null
                    || record == null
                    || record.derivation() >= reads.codec().derivation()) {
                return false;
            }
            if (held.toOrder().isEmpty()) {
                throw new UnreadableDocument("its parts do not make an order any more");
            }
            composed(held, held.version(), held.version(), true, new Failure());
            return true;
        });
    }

    private OrderOutcome put(AccountSpace space, PartWrite write, long now, Failure failure) {
        List<StoredPart> offered = write.parts().stream()
                .map(StoredPart::of)
                .sorted(Comparator.comparing(StoredPart::key))
                .toList();
        try {
            for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
                OrderOutcome outcome = tryPut(space, write, offered, now, failure);
                if (outcome != null) {
                    return outcome;
                }
            }
        } catch (UnreadableDocument | DocumentTooNew unreadable) {
            return new OrderOutcome.Unreadable(unreadable);
        }
        throw StoreUnavailable.overloaded("one order is written by too many at a time");
    }

    /** The outcome; null if another instance's write of the same part has won over this one. */
    private @Nullable OrderOutcome tryPut(
            AccountSpace space, PartWrite write, List<StoredPart> offered, long now, Failure failure) {
        Set<PartKey> keys = offered.stream().map(StoredPart::key).collect(Collectors.toSet());
        OrderReads.Held held = reads.forWrite(space, write.id(), keys::contains);
        List<StoredPart> stored = held == null ? List.of() : held.storedParts();
        MergedParts merged = MergedParts.of(stored, offered);
        OrderOutcome outcome = OrderDecision.of(
                held == null || !held.exists()
                        ? null
                        : new OrderDecision.Held(
                                held.version(), revision(stored.stream().map(StoredPart::part)), !merged.changed()),
                write.expectedVersion(),
                revision(write.parts().stream()),
                now);
        return switch (outcome) {
            case OrderOutcome.Created(long version, OrderNotes _) ->
                keep(space, write, held, merged, offered, version, now, failure);
            case OrderOutcome.Updated(long version, OrderNotes _) ->
                keep(space, write, held, merged, offered, version, now, failure);
            case OrderOutcome.Unchanged unchanged -> keepDerived(Objects.requireNonNull(held), now, unchanged, failure);
            case OrderOutcome.Conflict _,
                    OrderOutcome.Stale _,
                    OrderOutcome.TooManyParts _,
                    OrderOutcome.Unreadable _ -> outcome;
        };
    }

    /** The revision of the upload among these parts; null if there is none, or it has none. */
    private static @Nullable Long revision(Stream<Part> parts) {
        return parts.map(part -> part.content() instanceof PartContent.Upload upload ? upload.revision() : null)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private @Nullable OrderOutcome keep(
            AccountSpace space,
            PartWrite write,
            OrderReads.@Nullable Held before,
            MergedParts merged,
            List<StoredPart> offered,
            long version,
            long now,
            Failure failure) {
        if (!StoredPart.fit(merged.parts())) {
            return new OrderOutcome.TooManyParts();
        }
        Set<PartKey> keys = new HashSet<>(merged.endedKeys());
        offered.forEach(part -> keys.add(part.key()));
        long written = Math.max(version, newestOf(before, keys) + 1);
        rows.putParts(space, write.id(), offered, written);
        rows.deleteParts(space, write.id(), merged.endedKeys(), written);
        failure.addKept();
        OrderReads.Held held = reads.forWrite(space, write.id(), key -> false);
        if (held == null || !hasAll(held.storedParts(), offered)) {
            return null;
        }
        long composed = composed(held, version, now, false, failure);
        boolean isNew = before == null || !before.exists() || (madeNoOrder(before) && !madeNoOrder(held));
        OrderNotes notes = merged.notes(notes(held));
        if (before != null && !notes.superseded().isEmpty()) {
            notes = notes.since(notes(before));
        }
        return isNew ? new OrderOutcome.Created(composed, notes) : new OrderOutcome.Updated(composed, notes);
    }

    /** Returns true for parts that do not make an order yet. They are stored, but not visible. */
    private boolean madeNoOrder(OrderReads.Held held) {
        return held.record() == null
                && reads.codec()
                                .order(held.space(), held.id(), held.storedParts())
                                .composed()
                        == null;
    }

    /** A single part fits. */
    private OrderNotes notes(OrderReads.Held held) {
        return held.parts().size() < 2
                ? OrderNotes.NONE
                : reads.codec()
                        .order(held.space(), held.id(), held.storedParts())
                        .notes();
    }

    /**
     * The newest time stamp of the stored parts that are replaced. A copied or repaired order may have parts with later
     * time stamps than its version.
     */
    private static long newestOf(OrderReads.@Nullable Held before, Set<PartKey> keys) {
        if (before == null) {
            return 0;
        }
        return before.parts().stream()
                .filter(held -> keys.contains(held.part().key()))
                .mapToLong(HeldPart::written)
                .reduce(before.unreadable(), Math::max);
    }

    /** True if each offered part is there, or one of a platform that is newer. */
    private static boolean hasAll(List<StoredPart> stored, List<StoredPart> offered) {
        return !MergedParts.of(stored, offered).changed();
    }

    /**
     * Derives the record of these parts, writes it, and reads the order again, until the record lists exactly the parts
     * that are there; then writes the rows next to it.
     *
     * @param again true to write the record also if it lists the parts already
     * @return the version of the order as the first read found it; other instances may have changed it since
     * @throws UnknownOutcome if other instances write parts of the order all the time
     */
    private long composed(OrderReads.Held first, long version, long now, boolean again, Failure failure) {
        OrderReads.Held held = first;
        long own = first.isComposed() ? first.version() : Math.max(version, first.version());
        Set<RowKeys> left = new LinkedHashSet<>();
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            OrderRecord before = held.record();
            if (before != null) {
                left.addAll(before.leftByNext());
            }
            if (before != null && held.isComposed() && !(again && attempt == 0)) {
                // Another instance has listed these parts; its rows are written again here.
                rows.putBeside(held, before, List.copyOf(left));
                return own;
            }
            EncodedOrder encoded = reads.codec().order(held.space(), held.id(), held.storedParts());
            if (encoded.composed() == null) {
                return own;
            }
            OrderRecord record = record(held, encoded, encoded.composed(), Math.max(version, held.version()), now);
            rows.putRecord(held.space(), held.id(), encoded.composed(), record);
            failure.addKept();
            OrderReads.Held after = reads.forWrite(held.space(), held.id(), key -> false);
            if (after != null) {
                held = after;
            }
        }
        if (held.record() != null && held.isComposed()) {
            rows.putBeside(held, held.record(), List.copyOf(left));
            return own;
        }
        throw new UnknownOutcome("an order is written by too many at a time", new TimeoutException());
    }

    private OrderRecord record(
            OrderReads.Held held, EncodedOrder encoded, ComposedOrder composed, long version, long now) {
        OrderRecord before = held.record();
        RowKeys keys = RowKeys.of(composed);
        return new OrderRecord(
                version,
                Math.max(version, held.written() + 1),
                before == null ? now : before.uploadedAt(),
                encoded.revision(),
                held.list(),
                composed.facts(),
                encoded.derivation(),
                keys,
                replacedBy(keys, before));
    }

    /** The keys of the rows that the new record leaves; those that the one before left, if it has the same keys. */
    private static @Nullable RowKeys replacedBy(RowKeys keys, @Nullable OrderRecord before) {
        if (before == null) {
            return null;
        }
        return before.keys().equals(keys) ? before.replaced() : before.keys();
    }

    /** Writes again what is derived from parts that have not changed. */
    private OrderOutcome keepDerived(
            OrderReads.Held held, long now, OrderOutcome.Unchanged unchanged, Failure failure) {
        OrderRecord record = held.record();
        EncodedOrder encoded = reads.codec().order(held.space(), held.id(), held.storedParts());
        OrderOutcome outcome = new OrderOutcome.Unchanged(unchanged.version(), encoded.notes());
        if (record != null
                && held.isComposed()
                && record.derivation() >= encoded.derivation()
                && encoded.composed() != null
                && record.keys().equals(RowKeys.of(encoded.composed()))
                && record.facts().equals(encoded.composed().facts())) {
            // An earlier attempt may have ended between the record and the rows next to it.
            rows.putBeside(held, record, record.left());
            return outcome;
        }
        // A record was not finished, or how keys or facts are derived has changed, which is no change of the order.
        composed(held, held.version(), now, true, failure);
        return outcome;
    }
}
