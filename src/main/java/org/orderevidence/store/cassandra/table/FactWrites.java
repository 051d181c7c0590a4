package org.orderevidence.store.cassandra.table;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.outcome.FactOutcome;
import org.orderevidence.store.FactDecision;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Failure;
import org.orderevidence.store.document.StoredFact;

/** Writes later facts under their orders, then marks the orders' history rows. */
public final class FactWrites {
    private final Cluster cluster;
    private final OrderReads reads;
    private final OrderRows rows;
    private final OrderWrites writes;
    private final HistoryTable history;
    private final OrderLocks locks;

    public FactWrites(
            Cluster cluster,
            OrderReads reads,
            OrderRows rows,
            OrderWrites writes,
            HistoryTable history,
            OrderLocks locks) {
        this.cluster = cluster;
        this.reads = reads;
        this.rows = rows;
        this.writes = writes;
        this.history = history;
        this.locks = locks;
    }

    /**
     * A later fact that is to be stored.
     *
     * @param kind which
     * @param id unique among its kind and order
     * @param version see {@link org.orderevidence.store.EvidenceStore#putDispute}
     * @param documents returns its bytes with a version
     */
    public record Offered(
            FactKind kind, String id, @Nullable Long version, LongFunction<Bytes> documents) {
        /** Returns a dispute that is to be stored. */
        public static Offered of(Dispute dispute, @Nullable Long version) {
            return new Offered(
                    FactKind.DISPUTE,
                    dispute.disputeId(),
                    version,
                    with -> StoredFact.of(dispute, with).document());
        }

        /** Returns a fraud report that is to be stored. */
        public static Offered of(FraudReport report, @Nullable Long version) {
            return new Offered(
                    FactKind.REPORT,
                    report.reportId(),
                    version,
                    with -> StoredFact.of(report, with).document());
        }

        /** Returns how the stored fact compares with it. Equal content is equal bytes. */
        private FactDecision.@Nullable Held compared(@Nullable HeldFact before) {
            return before == null
                    ? null
                    : new FactDecision.Held(
                            before.version(), documents.apply(before.version()).equals(before.document()));
        }
    }

    /**
     * Stores a later fact.
     *
     * @param now the time of the write, in microseconds
     */
    public FactOutcome put(AccountSpace space, OrderId order, Offered offered, long now) {
        return locks.alone(space, order.value(), () -> putAlone(space, order, offered, held -> true, now));
    }

    /**
     * Stores a later fact if the stored one is still the expected one.
     *
     * @param expected what the caller has read; {@code null} if there was nothing
     * @param now the time of the write, in microseconds
     */
    public FactOutcome replace(
            AccountSpace space, OrderId order, @Nullable Offered expected, Offered offered, long now) {
        return locks.alone(
                space, order.value(), () -> putAlone(space, order, offered, held -> isExpected(expected, held), now));
    }

    private static boolean isExpected(@Nullable Offered expected, @Nullable HeldFact held) {
        if (expected == null) {
            return held == null;
        }
        FactDecision.Held compared = expected.compared(held);
        return compared != null && compared.statesTheSame();
    }

    private FactOutcome putAlone(
            AccountSpace space, OrderId order, Offered offered, Predicate<@Nullable HeldFact> isExpected, long now) {
        // A damaged fact is passed over: the same fact sent again replaces it.
        OrderReads.Held held = reads.forWrite(space, order, key -> false);
        if (held == null || held.toOrder().isEmpty()) {
            return FactOutcome.ORDER_NOT_FOUND;
        }
        List<HeldFact> ofKind = held.facts().stream()
                .filter(fact -> fact.kind() == offered.kind())
                .toList();
        HeldFact before = ofKind.stream()
                .filter(fact -> fact.id().equals(offered.id()))
                .findFirst()
                .orElse(null);
        if (!isExpected.test(before)) {
            return FactOutcome.CONFLICT;
        }
        FactDecision decision = FactDecision.of(
                offered.compared(before), ofKind.size() >= StoredOrder.MAX_FACTS, offered.version(), now);
        if (decision.isToBeStored()) {
            Bytes document = offered.documents().apply(decision.version());
            long written = written(held, before, offered.version(), now);
            keep(space, order, new HeldFact(offered.kind(), offered.id(), document, written));
        } else if (before != null) {
            // An earlier attempt may have ended before the marks.
            mark(space, order, before);
            writes.compose(space, order);
        }
        return decision.outcome();
    }

    /**
     * Returns the time stamp of a row. A source's fact has that of its event, as long as that is later than the time stamp
     * of the row that it replaces. The replaced row may have been copied, or written by an instance with another clock:
     * then it has a later time stamp than its version, and the new row is later by as much. Of two versions that two
     * instances write at the same moment over the same row, the newer one stays.
     *
     * @param before the row to be replaced; {@code null} if there is none, or it is damaged
     * @param event the version that the source states; {@code null} for a merchant's fact
     */
    static long written(OrderReads.Held held, @Nullable HeldFact before, @Nullable Long event, long now) {
        long replaced = Math.max(held.unreadable(), before == null ? 0 : before.written());
        if (event == null) {
            return Math.max(Math.max(now, held.version() + 1), replaced + 1);
        }
        long version = before == null ? 0 : before.version();
        long later = before == null || version == 0 ? 0 : Math.max(0, before.written() - version);
        return Math.max(event + later, replaced + 1);
    }

    private void keep(AccountSpace space, OrderId order, HeldFact fact) {
        Failure failure = new Failure();
        rows.putFact(space, order, fact);
        failure.addKept();
        try {
            mark(space, order, fact);
            // The record gets the version that the fact makes.
            writes.compose(space, order);
        } catch (RuntimeException e) {
            failure.add(e);
        }
        failure.throwIfAny();
    }

    /** The order is read again, after the fact was written: see {@link OrderWrites} on marks. */
    private void mark(AccountSpace space, OrderId order, HeldFact fact) {
        OrderRecord record = reads.record(space, order.value());
        if (record == null) {
            return;
        }
        List<BoundStatement> marks = record.keys().history().stream()
                .flatMap(row -> fact.marks().stream().map(mark -> history.mark(space, order.value(), row, mark)))
                .toList();
        cluster.writeAll(marks);
    }
}
