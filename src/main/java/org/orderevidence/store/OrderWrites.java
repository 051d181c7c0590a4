package org.orderevidence.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.Hold;
import org.orderevidence.order.Micros;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.OrderOutcome.FactOutcome;
import org.orderevidence.order.OrderOutcome.OrderNotes;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent.PatchCell;
import org.orderevidence.order.part.PartContent.Upload;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.Source;
import org.orderevidence.store.EvidenceCodec.EncodedOrder;
import org.orderevidence.store.EvidenceCodec.OfferedParts;
import org.orderevidence.store.EvidenceStore.PartWrite;
import org.orderevidence.store.OrderComposer.ComposedOrder;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.OrderContent;
import org.orderevidence.store.document.StoredFact;
import org.orderevidence.store.document.StoredPart;
import org.orderevidence.store.document.UnreadableDocument;

/** Decides what writes do to a stored order, and which rows follow. */
record OrderWrites(EvidenceCodec codec, boolean isAtomic) {
    /** Maximum number of bytes of the later facts of an order. With its parts they fit into one record. */
    private static final long MAX_FACT_BYTES = 640 << 10;

    private static final int FACT_BYTES = 128 << 10;

    record FactKind<T>(
            Function<T, String> id,
            BiFunction<T, Long, StoredFact<T>> stored,
            Function<OrderContent, List<StoredFact<T>>> facts,
            BiFunction<OrderContent, List<StoredFact<T>>, OrderContent> with) {
        static final FactKind<Dispute> DISPUTE = new FactKind<>(
                Dispute::disputeId,
                StoredFact::of,
                OrderContent::disputes,
                (content, facts) -> new OrderContent(content.parts(), facts, content.fraudReports(), content.hold()));

        static final FactKind<FraudReport> REPORT = new FactKind<>(
                FraudReport::reportId,
                StoredFact::of,
                OrderContent::fraudReports,
                (content, facts) -> new OrderContent(content.parts(), content.disputes(), facts, content.hold()));

        @Nullable
        StoredFact<T> find(OrderContent content, T fact) {
            return OrderContent.find(facts.apply(content), id.apply(fact), id).orElse(null);
        }
    }

    private record Held(Stored record, OrderHead head) {
        /** Returns the version of the order after a change. */
        long next(long now) {
            return Math.max(now, head.version() + 1);
        }
    }

    /** Returns a stored order. A damaged head is made again from the content. */
    private Held held(Stored record) {
        try {
            return new Held(record, OrderHead.of(record));
        } catch (UnreadableDocument damaged) {
            EncodedOrder whole = opened(record);
            return new Held(record, OrderHead.of(whole, record.version(), record.version(), 0, List.of(), false, null));
        }
    }

    private EncodedOrder opened(Stored record) {
        return codec.order(record.key(), codec.content(record));
    }

    Update<OrderOutcome> put(AccountSpace space, OfferedParts offered, long now) {
        Key order = OrderHead.key(space, offered.id());
        return new Update<>(
                order,
                Math.toIntExact(offered.bytes()),
                (stored, removed) -> new PartsUpdate(order, offered, Math.max(now, removed + 1)).decide(stored));
    }

    /**
     * Returns the update that stores a later fact.
     *
     * @param version see {@link EvidenceStore#putDispute}
     * @param expected what must be stored with the id of the fact; otherwise the outcome is a conflict
     */
    <T> Update<FactOutcome> put(
            Key order,
            FactKind<T> kind,
            T fact,
            @Nullable Long version,
            Predicate<@Nullable StoredFact<T>> expected,
            long now) {
        return ofStored(order, FactOutcome.ORDER_NOT_FOUND, FactOutcome.ERASED, (held, content) -> {
            StoredFact<T> before = kind.find(content, fact);
            if (!expected.test(before)) {
                return Decision.keep(FactOutcome.CONFLICT);
            }
            List<StoredFact<T>> facts = kind.facts.apply(content);
            FactDecision decision = FactDecision.of(
                    before == null
                            ? null
                            : new FactDecision.HeldFact(
                                    before.version(), before.fact().equals(fact)),
                    facts.size() >= StoredOrder.MAX_FACTS,
                    version,
                    now);
            if (!decision.isToBeStored()) {
                return unchanged(decision.outcome(), held, content);
            }
            OrderContent changed = kind.with.apply(
                    content, OrderContent.with(facts, kind.stored.apply(fact, decision.version()), kind.id));
            if (changed.factBytes() > MAX_FACT_BYTES) {
                return Decision.keep(FactOutcome.TOO_MANY);
            }
            return decision.outcome() == FactOutcome.UNCHANGED
                    ? write(decision.outcome(), held, codec.order(order, changed), held.head.version(), now)
                    : changed(decision.outcome(), held, changed, now);
        });
    }

    /** Returns the update of an order that is stored. */
    private <T> Update<T> ofStored(
            Key order, T missing, T erased, BiFunction<Held, OrderContent, Decision<T>> decision) {
        return Update.of(order, FACT_BYTES, stored -> {
            if (stored == null || OrderHead.isErased(stored)) {
                return Decision.keep(stored == null ? missing : erased);
            }
            return decision.apply(held(stored), codec.content(stored));
        });
    }

    /** Returns the update that derives the rows of an order again. The order and its version stay. */
    Update<Boolean> derive(Key order, long now) {
        return Update.of(order, FACT_BYTES, stored -> {
            Held held = stored == null ? null : held(stored);
            return held == null || isDerivedNow(held.head)
                    ? Decision.keep(false)
                    : write(true, held, opened(held.record), held.head.version(), now);
        });
    }

    /** Returns the update that holds an order, or releases it. The outcome is never that there are too many. */
    Update<FactOutcome> hold(Key order, @Nullable Hold hold, long now) {
        return ofStored(order, FactOutcome.ORDER_NOT_FOUND, FactOutcome.ORDER_NOT_FOUND, (held, content) -> {
            PersonalText before = content.hold() == null ? null : content.hold().reason();
            return Objects.equals(before, hold == null ? null : hold.reason())
                    ? unchanged(FactOutcome.UNCHANGED, held, content)
                    : changed(FactOutcome.UPDATED, held, content.withHold(hold), now);
        });
    }

    /**
     * Returns the update that erases an order, also one that is not stored. It opens nothing, so it erases damaged orders
     * too. The outcome is false if the order is held.
     */
    Update<Boolean> erase(Key order, long now) {
        return Update.of(
                order,
                FACT_BYTES,
                stored -> isAtomic && stored != null && OrderHead.isErased(stored)
                        ? Decision.keep(true)
                        : erased(order, stored, codec.order(order, OrderContent.of(List.of())), now));
    }

    /**
     * Returns the update that removes an order, so that nothing is left of it. The outcome is false if it is not there, or
     * was changed since it was read.
     */
    static Update<Boolean> remove(Key order, long version) {
        return Update.of(order, FACT_BYTES, stored -> {
            if (stored == null || OrderHead.isErased(stored)) {
                return Decision.keep(false);
            }
            OrderHead head = OrderHead.of(stored);
            return head.version() == version
                    ? Decision.remove(true, OrderRows.left(order, head.places(), null), head.rows() == null ? 0 : -1)
                    : Decision.keep(false);
        });
    }

    /** Where a write is not atomic, a repeated erasure ends the rows that a crash has left. */
    private Decision<Boolean> erased(Key order, @Nullable Stored stored, EncodedOrder nothing, long now) {
        Held held = null;
        if (stored != null) {
            try {
                held = held(stored);
            } catch (UnreadableDocument damaged) {
                // Nothing says where its rows are: verify ends them.
                held = new Held(
                        stored, OrderHead.of(nothing, stored.version(), stored.version(), 0, List.of(), false, null));
            }
        }
        if (held != null && held.head.isHeld()) {
            return Decision.keep(false);
        }
        long version = held == null ? now : held.next(now);
        return write(true, order, held, nothing, version, now, held == null ? null : held.head.createdBy());
    }

    /**
     * Returns the update that takes from an order what evidence does not need. What is stated of it later is reduced too.
     * The outcome is false if there is no such order.
     */
    Update<Boolean> reduce(Key order, long now) {
        return ofStored(order, false, false, (held, content) -> {
            if (held.head.isReduced()) {
                return unchanged(true, held, content);
            }
            List<StoredPart> reduced = content.parts().stream()
                    .map(part -> StoredPart.of(part.part().reduced()))
                    .toList();
            return changed(true, new Held(held.record, held.head.reduced()), content.withParts(reduced), now);
        });
    }

    private final class PartsUpdate {
        private final Key order;
        private final OfferedParts offered;
        private final long now;

        private PartsUpdate(Key order, OfferedParts offered, long now) {
            this.order = order;
            this.offered = offered;
            this.now = now;
        }

        private Decision<OrderOutcome> decide(@Nullable Stored stored) {
            if (stored != null && OrderHead.isErased(stored)) {
                return Decision.keep(new OrderOutcome.Erased());
            }
            if (!offered.fit()) {
                return Decision.keep(new OrderOutcome.TooManyParts());
            }
            if (stored == null) {
                return applyAlone(null);
            }
            try {
                // Also if all is replaced: a newer release may have stored what this one cannot.
                RecordSealer.requireKnownFormat(stored.body());
                Held held = held(stored);
                return held.head.isReduced() ? reduced().apply(held) : apply(held);
            } catch (UnreadableDocument | DocumentTooNew unreadable) {
                return Decision.keep(new OrderOutcome.Unreadable(unreadable));
            }
        }

        private PartsUpdate reduced() {
            List<Part> parts =
                    offered.parts().stream().map(part -> part.part().reduced()).toList();
            PartWrite write = new PartWrite(offered.id(), parts, offered.expectedVersion(), offered.upload());
            return new PartsUpdate(order, codec.offer(order.space(), write), now);
        }

        private Decision<OrderOutcome> apply(Held held) {
            boolean replacesAll = offered.isUpload() && held.head.otherParts() == 0 && held.head.facts() == 0;
            return replacesAll ? applyAlone(held) : applyToContent(held);
        }

        private Decision<OrderOutcome> applyAlone(@Nullable Held before) {
            boolean same = before != null
                    && Objects.equals(before.head.upload(), offered.alone().upload());
            OrderOutcome outcome = decide(before, same);
            return switch (outcome) {
                case OrderOutcome.Changed changed -> write(before, offered.alone(), changed.version(), outcome);
                case OrderOutcome.Unchanged(long version, OrderNotes _) ->
                    // The same upload: its document may be damaged, or how rows are derived may have changed.
                    before != null && isDerived(before.head, offered.alone()) && isReadable(before)
                            ? repeat(outcome, before, offered.alone())
                            : write(before, offered.alone(), version, outcome);
                case OrderOutcome.Refused _ -> Decision.keep(outcome);
            };
        }

        private boolean isReadable(Held before) {
            return RecordSealer.ifReadable(() -> codec.content(before.record).parts())
                    .filter(offered.parts()::equals)
                    .isPresent();
        }

        private Decision<OrderOutcome> applyToContent(Held before) {
            OrderContent content;
            try {
                content = codec.content(before.record);
            } catch (UnreadableDocument damaged) {
                // An upload repairs a damaged order. Its later facts are lost; what they mark stays.
                if (offered.isUpload() && before.head.otherParts() == 0 && !before.head.isHeld()) {
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
                    EncodedOrder derived = codec.order(order, content);
                    OrderOutcome unchanged = new OrderOutcome.Unchanged(version, derived.notes());
                    yield isDerived(before.head, derived)
                            ? repeat(unchanged, before, derived)
                            : write(before, derived, version, unchanged);
                }
                case OrderOutcome.Refused _ -> Decision.keep(outcome);
            };
        }

        private Decision<OrderOutcome> update(Held before, OrderContent content, MergedParts merged, long version) {
            if (!StoredPart.fit(merged.parts())) {
                return Decision.keep(new OrderOutcome.TooManyParts());
            }
            EncodedOrder changed = codec.order(order, content.withParts(merged.parts()));
            OrderNotes notes = merged.notes(changed.notes());
            if (!notes.superseded().isEmpty()) {
                notes = notes.since(codec.order(order, content).notes());
            }
            // Parts that made no order yet were stored, but not visible.
            boolean isNew = before.head.rows() == null && changed.composed() != null;
            return write(
                    before,
                    changed,
                    version,
                    isNew ? new OrderOutcome.Created(version, notes) : new OrderOutcome.Updated(version, notes));
        }

        private OrderOutcome decide(@Nullable Held before, boolean same) {
            return OrderDecision.of(
                    before == null
                            ? null
                            : new OrderDecision.HeldOrder(before.head.version(), before.head.revision(), same),
                    offered.expectedVersion(),
                    offered.alone().revision(),
                    now);
        }

        private Decision<OrderOutcome> write(
                @Nullable Held before, EncodedOrder put, long version, OrderOutcome outcome) {
            String createdBy = before == null
                    ? offered.upload()
                    : outcome instanceof OrderOutcome.Unchanged
                                    || Objects.equals(before.head.createdBy(), offered.upload())
                            ? before.head.createdBy()
                            : null;
            return OrderWrites.this.write(outcome, order, before, put, version, now, createdBy);
        }
    }

    private boolean isDerivedNow(OrderHead head) {
        return head.derivation() >= codec.derivation();
    }

    private boolean isDerived(OrderHead head, EncodedOrder order) {
        return isDerivedNow(head)
                && head.priorSum() == OrderHead.priorSum(order.composed())
                && Objects.equals(head.rows(), order.rows());
    }

    private <T> Decision<T> changed(T outcome, Held before, OrderContent content, long now) {
        return write(outcome, before, codec.order(before.record.key(), content), before.next(now), now);
    }

    /** Changes nothing. Rows that are not written yet are written, where a write is not atomic. */
    private <T> Decision<T> unchanged(T outcome, Held held, OrderContent content) {
        return isAtomic ? Decision.keep(outcome) : repeat(outcome, held, codec.order(held.record.key(), content));
    }

    private <T> Decision<T> write(T outcome, Held before, EncodedOrder order, long version, long now) {
        return write(outcome, before.record.key(), before, order, version, now, before.head.createdBy());
    }

    private <T> Decision<T> write(
            T outcome,
            Key key,
            @Nullable Held before,
            EncodedOrder order,
            long version,
            long now,
            @Nullable String createdBy) {
        long recordVersion = Math.max(Stored.nextVersion(before == null ? null : before.record, now), version);
        OrderHead held = before == null ? null : before.head;
        OrderRows rows = order.rows();
        int lost = held == null ? 0 : held.lostMarks();
        List<OrderRows> places = held == null ? List.of() : held.places();
        OrderHead head = OrderHead.of(
                order,
                version,
                held == null ? version : held.uploadedAt(),
                lost,
                isAtomic
                        ? List.of()
                        : places.stream().filter(place -> !place.equals(rows)).toList(),
                held != null && held.isReduced(),
                createdBy);
        Stored put = new Stored(
                key,
                recordVersion,
                order.isErased() ? end(before, now) : null,
                rows == null ? Bytes.EMPTY : rows.link(),
                head.encode(),
                order.document());
        boolean wasOrder = held != null && held.rows() != null;
        return new Decision<>(
                outcome,
                put,
                false,
                List.of(),
                rows(put, head, order.composed()),
                OrderRows.left(key, places, rows),
                (rows == null ? 0 : 1) - (wasOrder ? 1 : 0));
    }

    private static Instant end(@Nullable Held before, long now) {
        Instant end = before == null ? null : before.record.expires();
        return end == null ? Micros.time(now).plus(EvidenceStore.ERASED_FOR) : end;
    }

    private <T> Decision<T> repeat(T outcome, Held held, EncodedOrder order) {
        return isAtomic
                ? Decision.keep(outcome)
                : Decision.repeat(outcome, rows(held.record, held.head, order.composed()));
    }

    private static List<Stored> rows(Stored record, OrderHead head, @Nullable ComposedOrder composed) {
        return composed == null || head.rows() == null
                ? List.of()
                : head.rows().records(record.key(), record.version(), head, composed.facts());
    }

    /**
     * Decides what the write of a later fact does to the stored fact with the same id. All stores use
     * it.
     *
     * @param version the version to store with the fact; without meaning if nothing is to be stored
     * @param isToBeStored true if the fact is to be stored: it states something else, or has a newer version
     */
    public record FactDecision(FactOutcome outcome, long version, boolean isToBeStored) {
        public record HeldFact(long version, boolean statesTheSame) {}

        /**
         * Returns what becomes of the offered fact. A source's fact has the version of its event: unless it is newer than
         * the stored one, nothing changes. A newer one is stored also if it states the same, so that what happened in
         * between cannot replace it later. A merchant's fact has no version: it gets the time of the write, and replaces
         * any other. If it states the same, it is unchanged, but has at least this version from now on. What is unchanged
         * does not raise the version of the order.
         *
         * @param version of the offered fact; empty for a merchant's
         */
        public static FactDecision of(@Nullable HeldFact held, boolean isFull, @Nullable Long version, long now) {
            if (held == null) {
                return new FactDecision(
                        isFull ? FactOutcome.TOO_MANY : FactOutcome.CREATED, version == null ? now : version, !isFull);
            }
            if (version != null) {
                if (version <= held.version) {
                    return new FactDecision(FactOutcome.UNCHANGED, held.version, false);
                }
                return new FactDecision(
                        held.statesTheSame ? FactOutcome.UNCHANGED : FactOutcome.UPDATED, version, true);
            }
            if (held.statesTheSame) {
                return new FactDecision(FactOutcome.UNCHANGED, Math.max(now, held.version), now > held.version);
            }
            return new FactDecision(FactOutcome.UPDATED, Math.max(now, held.version + 1), true);
        }
    }

    /** Decides what the write of parts does to the stored order. All stores use it. */
    public static final class OrderDecision {
        private OrderDecision() {}

        /**
         * The stored order.
         *
         * @param statesTheSame true if the stored parts with the same keys state what the offered ones state
         */
        public record HeldOrder(long version, @Nullable Long revision, boolean statesTheSame) {}

        /**
         * Returns what becomes of the offered parts, in this order: a conflict when they expect another version; created
         * when there is no order; stale when their revision is lower than the stored one; unchanged when the stored parts
         * state the same; otherwise updated.
         *
         * <p>Unchanged is about what is stated: what the store derives from it may still have to be written again.
         *
         * @param expectedVersion see {@link PartWrite#expectedVersion}
         * @param now the time of the write in microseconds; a new version is at least this, and higher than the stored one
         */
        public static OrderOutcome of(
                @Nullable HeldOrder held, @Nullable Long expectedVersion, @Nullable Long revision, long now) {
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

    /**
     * The parts of an order after others were offered to it. An upload or PATCH replaces the stored part. A platform may
     * deliver an older state of an object after a newer one; then the stored part stays. An upload that says something new
     * about a field ends the PATCH of it, so that it never comes back.
     *
     * @param changed true if any of them states something else than before
     * @param ended PATCHes that are no longer stored
     */
    public record MergedParts(List<StoredPart> parts, boolean changed, List<PatchCell> ended) {
        /** Returns the stored parts, with the offered ones in them. */
        public static MergedParts of(List<StoredPart> stored, List<StoredPart> offered) {
            Map<PartKey, StoredPart> byKey = new TreeMap<>();
            stored.forEach(part -> byKey.put(part.key(), part));
            boolean changed = false;
            for (StoredPart part : offered) {
                StoredPart before = byKey.get(part.key());
                if (before == null || replaces(part, before)) {
                    changed |= before == null || !isSame(part, before);
                    byKey.put(part.key(), part);
                }
            }
            List<PatchCell> ended = ended(stored, offered);
            ended.forEach(cell -> byKey.remove(PartKey.patch(cell.field())));
            return new MergedParts(new ArrayList<>(byKey.values()), changed || !ended.isEmpty(), ended);
        }

        private static List<PatchCell> ended(List<StoredPart> stored, List<StoredPart> offered) {
            List<PatchCell> ended = new ArrayList<>();
            for (StoredPart part : offered) {
                if (part.key().equals(PartKey.UPLOAD) && part.part().content() instanceof Upload upload) {
                    stored.stream()
                            .filter(held -> held.key().source().equals(Source.PATCH))
                            .map(held -> held.part().content())
                            .filter(PatchCell.class::isInstance)
                            .map(PatchCell.class::cast)
                            .filter(cell -> cell.isSupersededBy(upload.statement()))
                            .forEach(ended::add);
                }
            }
            return ended;
        }

        /** Returns the notes of the order that the parts make, and those about the PATCHes that ended. */
        public OrderNotes notes(OrderNotes composed) {
            if (ended.isEmpty()) {
                return composed;
            }
            TreeSet<String> superseded = new TreeSet<>(composed.superseded());
            ended.forEach(cell -> superseded.add(cell.field().wireName()));
            return new OrderNotes(new ArrayList<>(superseded), composed.mismatched(), composed.cardKnown());
        }

        /** The version of a platform's part counts too: it decides which later deliveries are older. */
        private static boolean isSame(StoredPart offered, StoredPart stored) {
            boolean sameContent = offered.content().equals(stored.content());
            return switch (offered.key().source().role()) {
                case UPLOAD, PATCH -> sameContent;
                case PROCESSOR, SHOP -> sameContent && offered.version() == stored.version();
            };
        }

        private static boolean replaces(StoredPart offered, StoredPart stored) {
            return switch (offered.key().source().role()) {
                case UPLOAD, PATCH -> true;
                case PROCESSOR, SHOP -> offered.version() > stored.version();
            };
        }
    }
}
