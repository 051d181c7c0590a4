package org.orderevidence.store;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FactOutcome;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderNotes;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.FactDocument;
import org.orderevidence.store.document.OrderContent;
import org.orderevidence.store.document.StoredFact;
import org.orderevidence.store.document.StoredPart;
import org.orderevidence.store.document.UnreadableDocument;

/** Decides what writes do to a stored order, and which rows follow. */
final class OrderWrites {
    /** Maximum number of bytes of the later facts of an order. With its parts they fit into one record. */
    private static final long MAX_FACT_BYTES = 640 << 10;

    private static final int FACT_BYTES = 128 << 10;

    private final EvidenceCodec codec;
    private final boolean isAtomic;

    /** @param isAtomic see {@link org.orderevidence.store.RecordStore#isAtomic} */
    OrderWrites(EvidenceCodec codec, boolean isAtomic) {
        this.codec = codec;
        this.isAtomic = isAtomic;
    }

    /** A kind of later facts. */
    record FactKind<T>(
            Function<T, String> id,
            Function<T, byte[]> stated,
            BiFunction<T, Long, StoredFact<T>> stored,
            Function<OrderContent, List<StoredFact<T>>> facts,
            BiFunction<OrderContent, List<StoredFact<T>>, OrderContent> with) {
        static final FactKind<Dispute> DISPUTE = new FactKind<>(
                Dispute::disputeId,
                FactDocument::encode,
                StoredFact::of,
                OrderContent::disputes,
                (content, facts) -> new OrderContent(content.parts(), facts, content.fraudReports()));

        static final FactKind<FraudReport> REPORT = new FactKind<>(
                FraudReport::reportId,
                FactDocument::encode,
                StoredFact::of,
                OrderContent::fraudReports,
                (content, facts) -> new OrderContent(content.parts(), content.disputes(), facts));

        @Nullable
        StoredFact<T> find(OrderContent content, T fact) {
            return OrderContent.find(facts.apply(content), id.apply(fact), id).orElse(null);
        }

        boolean isSame(T fact, T other) {
            return Arrays.equals(stated.apply(fact), stated.apply(other));
        }
    }

    /** A stored order as a write finds it. */
    private record Held(Stored record, OrderHead head) {}

    /** Returns a stored order. A damaged head is made again from the content. */
    private Held held(Key order, Stored record) {
        try {
            return new Held(record, OrderHead.of(record));
        } catch (UnreadableDocument damaged) {
            EncodedOrder whole = opened(order, record);
            return new Held(record, OrderHead.of(whole, record.version(), record.version(), 0, List.of()));
        }
    }

    private EncodedOrder opened(Key order, Stored record) {
        OrderId id = OrderHead.id(order);
        return codec.order(order.space(), id, codec.content(order.space(), id, record.body()));
    }

    /** Returns the update that stores parts. */
    Update<OrderOutcome> put(AccountSpace space, OfferedParts offered, long now) {
        return new PartsUpdate(space, offered, now);
    }

    /**
     * Returns the update that stores a later fact.
     *
     * @param version see {@link EvidenceStore#putDispute}
     * @param expected what must be stored with the id of the fact; otherwise the outcome is a conflict
     */
    <T> Update<FactOutcome> put(
            AccountSpace space,
            OrderId id,
            FactKind<T> kind,
            T fact,
            @Nullable Long version,
            Predicate<@Nullable StoredFact<T>> expected,
            long now) {
        return Update.of(OrderHead.key(space, id), FACT_BYTES, stored -> {
            if (stored == null) {
                return Decision.keep(FactOutcome.ORDER_NOT_FOUND);
            }
            Held held = held(OrderHead.key(space, id), stored);
            OrderContent content = codec.content(space, id, held.record.body());
            StoredFact<T> before = kind.find(content, fact);
            if (!expected.test(before)) {
                return Decision.keep(FactOutcome.CONFLICT);
            }
            List<StoredFact<T>> facts = kind.facts.apply(content);
            FactDecision decision = FactDecision.of(
                    before == null ? null : new FactDecision.Held(before.version(), kind.isSame(before.fact(), fact)),
                    facts.size() >= StoredOrder.MAX_FACTS,
                    version,
                    now);
            if (!decision.isToBeStored()) {
                return repeat(decision.outcome(), space, id, held, content);
            }
            OrderContent changed = kind.with.apply(
                    content, OrderContent.with(facts, kind.stored.apply(fact, decision.version()), kind.id));
            if (changed.factBytes() > MAX_FACT_BYTES) {
                return Decision.keep(FactOutcome.TOO_MANY);
            }
            boolean isSame = decision.outcome() == FactOutcome.UNCHANGED;
            long after = isSame ? held.head.version() : Math.max(now, held.head.version() + 1);
            return write(decision.outcome(), space, id, held, codec.order(space, id, changed), after, now);
        });
    }

    /** Returns the update that derives the rows of an order again. The order and its version stay. */
    Update<Boolean> derive(Key order, long now) {
        return Update.of(order, FACT_BYTES, stored -> {
            Held held = stored == null ? null : held(order, stored);
            return held == null || isDerivedNow(held.head)
                    ? Decision.keep(false)
                    : write(
                            true,
                            order.space(),
                            OrderHead.id(order),
                            held,
                            opened(order, held.record),
                            held.head.version(),
                            now);
        });
    }

    private final class PartsUpdate implements Update<OrderOutcome> {
        private final AccountSpace space;
        private final OfferedParts offered;
        private final long now;

        private PartsUpdate(AccountSpace space, OfferedParts offered, long now) {
            this.space = space;
            this.offered = offered;
            this.now = now;
        }

        @Override
        public Key key() {
            return OrderHead.key(space, offered.id());
        }

        @Override
        public int bytes() {
            return Math.toIntExact(offered.bytes());
        }

        @Override
        public Decision<OrderOutcome> decide(@Nullable Stored stored, long removed) {
            return now > removed ? decide(stored) : new PartsUpdate(space, offered, removed + 1).decide(stored);
        }

        @Override
        public Decision<OrderOutcome> decide(@Nullable Stored stored) {
            if (!offered.fit()) {
                return Decision.keep(new OrderOutcome.TooManyParts());
            }
            if (stored == null) {
                return applyAlone(null);
            }
            try {
                // Also if all is replaced: a newer release may have stored what this one cannot.
                EvidenceCodec.requireKnownFormat(stored.body());
                Held held = held(key(), stored);
                return replacesAll(held.head) ? applyAlone(held) : applyToContent(held);
            } catch (UnreadableDocument | DocumentTooNew unreadable) {
                return Decision.keep(new OrderOutcome.Unreadable(unreadable));
            }
        }

        /** Returns true if the order has nothing that stays. */
        private boolean replacesAll(OrderHead before) {
            return offered.isUpload() && before.otherParts() == 0 && before.facts() == 0;
        }

        private Decision<OrderOutcome> applyAlone(@Nullable Held before) {
            boolean same = before != null
                    && Objects.equals(before.head.upload(), offered.alone().upload());
            OrderOutcome outcome = decide(before, same);
            return switch (outcome) {
                case OrderOutcome.Created(long version, OrderNotes _) ->
                    write(before, offered.alone(), version, outcome);
                case OrderOutcome.Updated(long version, OrderNotes _) ->
                    write(before, offered.alone(), version, outcome);
                case OrderOutcome.Unchanged(long version, OrderNotes _) ->
                    // The same upload: its document may be damaged, or how rows are derived may have changed.
                    before != null && isDerived(before.head, offered.alone()) && isReadable(before)
                            ? OrderWrites.this.repeat(outcome, space, offered.id(), before, offered.alone())
                            : write(before, offered.alone(), version, outcome);
                case OrderOutcome.Conflict _,
                        OrderOutcome.Stale _,
                        OrderOutcome.TooManyParts _,
                        OrderOutcome.Unreadable _ -> Decision.keep(outcome);
            };
        }

        private boolean isReadable(Held before) {
            try {
                return codec.content(space, offered.id(), before.record.body())
                        .parts()
                        .equals(offered.parts());
            } catch (UnreadableDocument | DocumentTooNew unreadable) {
                return false;
            }
        }

        private Decision<OrderOutcome> applyToContent(Held before) {
            OrderContent content;
            try {
                content = codec.content(space, offered.id(), before.record.body());
            } catch (UnreadableDocument damaged) {
                // An upload repairs a damaged order. Its later facts are lost; what they mark stays.
                if (offered.isUpload() && before.head.otherParts() == 0) {
                    return applyAlone(new Held(before.record, before.head.withLostFacts()));
                }
                throw damaged;
            }
            MergedParts merged = MergedParts.of(content.parts(), offered.parts());
            OrderOutcome outcome = decide(before, !merged.changed());
            return switch (outcome) {
                case OrderOutcome.Created _ -> throw new IllegalStateException("a stored order cannot be created");
                case OrderOutcome.Updated(long version, OrderNotes _) -> update(before, content, merged, version);
                case OrderOutcome.Unchanged(long version, OrderNotes _) -> {
                    EncodedOrder derived = codec.order(space, offered.id(), content);
                    OrderOutcome unchanged = new OrderOutcome.Unchanged(version, derived.notes());
                    yield isDerived(before.head, derived)
                            ? OrderWrites.this.repeat(unchanged, space, offered.id(), before, derived)
                            : write(before, derived, version, unchanged);
                }
                case OrderOutcome.Conflict _,
                        OrderOutcome.Stale _,
                        OrderOutcome.TooManyParts _,
                        OrderOutcome.Unreadable _ -> Decision.keep(outcome);
            };
        }

        private Decision<OrderOutcome> update(Held before, OrderContent content, MergedParts merged, long version) {
            if (!StoredPart.fit(merged.parts())) {
                return Decision.keep(new OrderOutcome.TooManyParts());
            }
            EncodedOrder order = codec.order(space, offered.id(), content.withParts(merged.parts()));
            OrderNotes notes = merged.notes(order.notes());
            if (!notes.superseded().isEmpty()) {
                notes = notes.since(codec.order(space, offered.id(), content).notes());
            }
            // Parts that made no order yet were stored, but not visible.
            boolean isNew = before.head.rows() == null && order.composed() != null;
            return write(
                    before,
                    order,
                    version,
                    isNew ? new OrderOutcome.Created(version, notes) : new OrderOutcome.Updated(version, notes));
        }

        private OrderOutcome decide(@Nullable Held before, boolean same) {
            return OrderDecision.of(
                    before == null ? null : new OrderDecision.Held(before.head.version(), before.head.revision(), same),
                    offered.expectedVersion(),
                    offered.alone().revision(),
                    now);
        }

        private Decision<OrderOutcome> write(
                @Nullable Held before, EncodedOrder order, long version, OrderOutcome outcome) {
            return OrderWrites.this.write(outcome, space, offered.id(), before, order, version, now);
        }
    }

    private boolean isDerivedNow(OrderHead head) {
        return head.derivation() >= codec.derivation();
    }

    private boolean isDerived(OrderHead head, EncodedOrder order) {
        return isDerivedNow(head)
                && head.priorSum() == OrderHead.priorSum(order.composed())
                && Objects.equals(head.rows(), OrderRows.of(order.composed()));
    }

    /** @param version of the order */
    private <T> Decision<T> write(
            T outcome,
            AccountSpace space,
            OrderId id,
            @Nullable Held before,
            EncodedOrder order,
            long version,
            long now) {
        long recordVersion = Math.max(Stored.nextVersion(before == null ? null : before.record, now), version);
        OrderHead held = before == null ? null : before.head;
        OrderRows rows = OrderRows.of(order.composed());
        int lost = held == null ? 0 : held.lostMarks();
        List<OrderRows> places = held == null ? List.of() : held.places();
        OrderHead head = OrderHead.of(
                order,
                version,
                held == null ? version : held.uploadedAt(),
                lost,
                isAtomic
                        ? List.of()
                        : places.stream().filter(place -> !place.equals(rows)).toList());
        Stored put = new Stored(
                OrderHead.key(space, id),
                recordVersion,
                null,
                rows == null ? Bytes.EMPTY : rows.link(),
                head.encode(),
                order.document());
        boolean wasOrder = held != null && held.rows() != null;
        return new Decision<>(
                outcome,
                put,
                false,
                List.of(),
                rows(space, id, put, head, order.composed()),
                OrderRows.left(space, id, places, rows),
                (rows == null ? 0 : 1) - (wasOrder ? 1 : 0));
    }

    private <T> Decision<T> repeat(T outcome, AccountSpace space, OrderId id, Held held, OrderContent content) {
        return isAtomic ? Decision.keep(outcome) : repeat(outcome, space, id, held, codec.order(space, id, content));
    }

    /** Changes nothing. Rows that are not written yet are written, where a write is not atomic. */
    private <T> Decision<T> repeat(T outcome, AccountSpace space, OrderId id, Held held, EncodedOrder order) {
        return isAtomic
                ? Decision.keep(outcome)
                : Decision.repeat(outcome, rows(space, id, held.record, held.head, order.composed()));
    }

    private static List<Stored> rows(
            AccountSpace space, OrderId id, Stored record, OrderHead head, @Nullable ComposedOrder composed) {
        return composed == null || head.rows() == null
                ? List.of()
                : head.rows().records(space, id, record.version(), head, composed.facts());
    }
}
