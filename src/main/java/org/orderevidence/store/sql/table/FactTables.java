package org.orderevidence.store.sql.table;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.ActiveDisputes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.outcome.FactOutcome;
import org.orderevidence.sealing.ContentHash;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.FactDecision;
import org.orderevidence.store.document.StoredFact;
import org.orderevidence.store.document.UnreadableDocument;
import org.orderevidence.store.sql.dialect.Columns;
import org.orderevidence.store.sql.dialect.Dialect;
import org.orderevidence.store.sql.dialect.HeldOrder;
import org.orderevidence.store.sql.dialect.HistoryTable;
import org.orderevidence.store.sql.dialect.OpenSpace;
import org.orderevidence.store.sql.dialect.OrderKey;
import org.orderevidence.store.sql.dialect.Session;

/** Writes later facts under their orders, and marks the orders' history rows. */
public final class FactTables {
    private static final String SELECT_DISPUTE =
            "SELECT content, document FROM disputes WHERE space = ? AND order_id = ? AND dispute_id = ?";
    public static final String COUNT_DISPUTES = "SELECT count(*) FROM disputes WHERE space = ? AND order_id = ?";
    private static final String UPSERT_DISPUTE = """
            INSERT INTO disputes (space, order_id, dispute_id, counts, content, document) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (space, order_id, dispute_id)
            DO UPDATE SET counts = excluded.counts, content = excluded.content, document = excluded.document""";

    private static final String SELECT_REPORT =
            "SELECT content, document FROM fraud_reports WHERE space = ? AND order_id = ? AND report_id = ?";
    public static final String COUNT_REPORTS = "SELECT count(*) FROM fraud_reports WHERE space = ? AND order_id = ?";
    private static final String UPSERT_REPORT = """
            INSERT INTO fraud_reports (space, order_id, report_id, content, document) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (space, order_id, report_id) DO UPDATE SET content = excluded.content, document = excluded.document""";

    private static final String RAISE_VERSION = """
            UPDATE orders SET version = CASE WHEN version < ? THEN ? ELSE version + 1 END, later_facts = later_facts | ?
            WHERE space = ? AND id = ?""";
    private static final String NOTE = "UPDATE orders SET later_facts = later_facts | ? WHERE space = ? AND id = ?";

    private final Dialect dialect;
    private final EvidenceCodec codec;

    public FactTables(Dialect dialect, EvidenceCodec codec) {
        this.dialect = dialect;
        this.codec = codec;
    }

    /**
     * Stores a dispute with its order.
     *
     * @param version see {@link EvidenceStore#putDispute}
     * @param now the time of the write, in microseconds
     */
    public FactOutcome put(
            Session session, OpenSpace space, OrderId order, Dispute dispute, @Nullable Long version, long now)
            throws SQLException {
        OrderKey key = new OrderKey(space.number(), order.value());
        if (!dialect.hold(session, key)) {
            return FactOutcome.ORDER_NOT_FOUND;
        }
        FactDecision.Held held = held(session, space, order, dispute);
        FactDecision decision =
                FactDecision.of(held, held == null && isFull(session, COUNT_DISPUTES, key), version, now);
        if (decision.isToBeStored()) {
            keepDispute(session, space, order, StoredFact.of(dispute, decision.version()));
            raiseVersion(session, key, decision, bits(dispute), now);
            mark(session, key);
        }
        return decision.outcome();
    }

    /**
     * Stores a merchant's dispute if the stored one is still the expected one.
     *
     * @param before see {@link EvidenceStore#replaceDispute}
     * @param now the time of the write, in microseconds
     */
    public FactOutcome replace(
            Session session, OpenSpace space, OrderId order, @Nullable Dispute before, Dispute dispute, long now)
            throws SQLException {
        if (!dialect.hold(session, new OrderKey(space.number(), order.value()))) {
            return FactOutcome.ORDER_NOT_FOUND;
        }
        FactDecision.Held held = held(session, space, order, before == null ? dispute : before);
        boolean isExpected = before == null ? held == null : held != null && held.statesTheSame();
        return isExpected ? put(session, space, order, dispute, null, now) : FactOutcome.CONFLICT;
    }

    private FactDecision.@Nullable Held held(Session session, OpenSpace space, OrderId order, Dispute compared)
            throws SQLException {
        String id = compared.disputeId();
        return held(
                prepared(session, SELECT_DISPUTE, new OrderKey(space.number(), order.value()), id),
                codec.contentOf(space.name(), compared),
                document -> codec.dispute(space.name(), order, id, document).version());
    }

    /** Writes a dispute over any stored one. Does not mark the history rows. */
    public void keepDispute(Session session, OpenSpace space, OrderId order, StoredFact<Dispute> dispute)
            throws SQLException {
        OrderKey key = new OrderKey(space.number(), order.value());
        PreparedStatement upsert =
                prepared(session, UPSERT_DISPUTE, key, dispute.fact().disputeId());
        upsert.setInt(4, ActiveDisputes.of(dispute.fact()).number());
        Columns.bind(upsert, 5, codec.contentOf(space.name(), dispute.fact()));
        upsert.setBytes(6, codec.dispute(space.name(), order, dispute));
        upsert.executeUpdate();
    }

    /**
     * Stores a fraud report with its order.
     *
     * <p>A method for both kinds would need eleven arguments, among them two statements and how to read and write one.
     *
     * @param version see {@link EvidenceStore#putDispute}
     * @param now the time of the write, in microseconds
     */
    public FactOutcome put(
            Session session, OpenSpace space, OrderId order, FraudReport report, @Nullable Long version, long now)
            throws SQLException {
        OrderKey key = new OrderKey(space.number(), order.value());
        if (!dialect.hold(session, key)) {
            return FactOutcome.ORDER_NOT_FOUND;
        }
        String id = report.reportId();
        FactDecision.Held held = held(
                prepared(session, SELECT_REPORT, key, id),
                codec.contentOf(space.name(), report),
                document -> codec.fraudReport(space.name(), order, id, document).version());
        FactDecision decision =
                FactDecision.of(held, held == null && isFull(session, COUNT_REPORTS, key), version, now);
        if (decision.isToBeStored()) {
            keepReport(session, space, order, StoredFact.of(report, decision.version()));
            raiseVersion(session, key, decision, bits(report), now);
            mark(session, key);
        }
        return decision.outcome();
    }

    /** Writes a fraud report over any stored one. Does not mark the history rows. */
    public void keepReport(Session session, OpenSpace space, OrderId order, StoredFact<FraudReport> report)
            throws SQLException {
        OrderKey key = new OrderKey(space.number(), order.value());
        PreparedStatement upsert =
                prepared(session, UPSERT_REPORT, key, report.fact().reportId());
        Columns.bind(upsert, 4, codec.contentOf(space.name(), report.fact()));
        upsert.setBytes(5, codec.fraudReport(space.name(), order, report));
        upsert.executeUpdate();
    }

    /**
     * Reads the stored fact; null if there is none. One that cannot be read is written again, as a damaged order is by
     * the same upload.
     */
    private static FactDecision.@Nullable Held held(
            PreparedStatement select, ContentHash offered, ToLongFunction<byte[]> version) throws SQLException {
        try (ResultSet row = select.executeQuery()) {
            if (!row.next()) {
                return null;
            }
            boolean isSame =
                    Arrays.equals(Columns.bytes(row, 1), offered.bytes().toArray());
            return new FactDecision.Held(version.applyAsLong(Columns.bytes(row, 2)), isSame);
        } catch (UnreadableDocument damaged) {
            return FactDecision.Held.DAMAGED;
        }
    }

    private static boolean isFull(Session session, String count, OrderKey order) throws SQLException {
        PreparedStatement counting = session.prepare(count);
        counting.setInt(1, order.space());
        counting.setString(2, order.id());
        try (ResultSet row = counting.executeQuery()) {
            return row.next() && row.getInt(1) >= StoredOrder.MAX_FACTS;
        }
    }

    private static void raiseVersion(Session session, OrderKey order, FactDecision decision, long bits, long now)
            throws SQLException {
        if (decision.outcome() == FactOutcome.UNCHANGED) {
            return;
        }
        PreparedStatement raise = session.prepare(RAISE_VERSION);
        raise.setLong(1, now);
        raise.setLong(2, now);
        raise.setLong(3, bits);
        raise.setInt(4, order.space());
        raise.setString(5, order.id());
        raise.executeUpdate();
    }

    /** Notes with an order that it has these later facts. */
    public static void note(Session session, OrderKey order, long bits) throws SQLException {
        PreparedStatement note = session.prepare(NOTE);
        note.setLong(1, bits);
        note.setInt(2, order.space());
        note.setString(3, order.id());
        note.executeUpdate();
    }

    /** Returns the bits of later facts in the column {@code later_facts}. */
    public static long bits(List<StoredFact<Dispute>> disputes, List<StoredFact<FraudReport>> reports) {
        long bits = 0;
        for (StoredFact<Dispute> dispute : disputes) {
            bits |= bits(dispute.fact());
        }
        for (StoredFact<FraudReport> report : reports) {
            bits |= bits(report.fact());
        }
        return bits;
    }

    private static long bits(Dispute dispute) {
        return bits("dispute " + dispute.disputeId());
    }

    private static long bits(FraudReport report) {
        return bits("report " + report.reportId());
    }

    private static long bits(String fact) {
        // The hash of a text is the same in every Java; the upper bits of the product depend on all of its bits.
        long spread = fact.hashCode() * 0x9e3779b97f4a7c15L;
        return 1L << (spread >>> 58) | 1L << (spread >>> 52 & 0x3f);
    }

    /** Marks the history rows for all stored facts, which the order's row counts. */
    public void mark(Session session, OrderKey order) throws SQLException {
        HeldOrder held = dialect.rows().held(session, List.of(order), false).get(order);
        if (held != null) {
            HistoryTable.mark(session, order, held);
        }
    }

    /** Returns a statement whose first parameters are the key of a fact. */
    private static PreparedStatement prepared(Session session, String sql, OrderKey order, String id)
            throws SQLException {
        PreparedStatement statement = session.prepare(sql);
        statement.setInt(1, order.space());
        statement.setString(2, order.id());
        statement.setString(3, id);
        return statement;
    }
}
