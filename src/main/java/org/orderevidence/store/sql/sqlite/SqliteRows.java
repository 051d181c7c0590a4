package org.orderevidence.store.sql.sqlite;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.ComposedOrder;
import org.orderevidence.store.EncodedOrder;
import org.orderevidence.store.sql.dialect.BatchRows;
import org.orderevidence.store.sql.dialect.Columns;
import org.orderevidence.store.sql.dialect.HeldOrder;
import org.orderevidence.store.sql.dialect.HistoryKey;
import org.orderevidence.store.sql.dialect.HistoryTable;
import org.orderevidence.store.sql.dialect.OrderChanges;
import org.orderevidence.store.sql.dialect.OrderChanges.HistoryEntry;
import org.orderevidence.store.sql.dialect.OrderChanges.OrderRow;
import org.orderevidence.store.sql.dialect.OrderChanges.ReferenceKey;
import org.orderevidence.store.sql.dialect.OrderChanges.Rows;
import org.orderevidence.store.sql.dialect.OrderColumns;
import org.orderevidence.store.sql.dialect.OrderKey;
import org.orderevidence.store.sql.dialect.Session;

/**
 * Finds and writes rows one by one: in SQLite a prepared statement costs no more than its part of a longer one. SQLite
 * has a single writer at a time, so rows that were read do not change.
 */
public final class SqliteRows implements BatchRows {
    private static final Comparator<HistoryEntry> BY_CREDENTIAL =
            Comparator.comparing(row -> row.key().credential());

    private static final String IS_HELD = "SELECT 1 FROM orders WHERE space = ? AND id = ?";

    public static final String SELECT_ORDER = """
            SELECT version, uploaded_at, revision, upload, other_parts, document, list_rank, history_day, credential_1, credential_2,
              reference_keys,
              coalesce((SELECT max(d.counts) FROM disputes d WHERE d.space = o.space AND d.order_id = o.id), 0),
              CASE WHEN EXISTS (SELECT 1 FROM fraud_reports f
                WHERE f.space = o.space AND f.order_id = o.id) THEN 1 ELSE 0 END, derivation
            FROM orders o WHERE o.space = ? AND o.id = ?""";

    public static final String SELECT_HISTORY =
            "SELECT version, facts FROM history WHERE space = ? AND credential = ? AND day = ? AND order_id = ?";

    private static final String PUT_ORDER = """
            INSERT INTO orders (space, id, version, uploaded_at, list_rank, amount_minor, currency, status, revision,
              upload, other_parts, history_day, credential_1, credential_2, reference_keys, document, derivation)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (space, id) DO UPDATE SET version = excluded.version, uploaded_at = excluded.uploaded_at,
              list_rank = excluded.list_rank, amount_minor = excluded.amount_minor, currency = excluded.currency,
              status = excluded.status, revision = excluded.revision,
              upload = excluded.upload, other_parts = excluded.other_parts, history_day = excluded.history_day,
              credential_1 = excluded.credential_1, credential_2 = excluded.credential_2,
              reference_keys = excluded.reference_keys, document = excluded.document,
              derivation = excluded.derivation""";

    private static final String PUT_HISTORY = """
            INSERT INTO history (space, credential, day, order_id, version, marks, facts) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (space, credential, day, order_id)
            DO UPDATE SET version = excluded.version, marks = excluded.marks, facts = excluded.facts""";

    private static final String DELETE_HISTORY =
            "DELETE FROM history WHERE space = ? AND credential = ? AND day = ? AND order_id = ?";

    private static final String PUT_REFERENCE = """
            INSERT INTO orders_by_reference (space, reference, list_rank, order_id) VALUES (?, ?, ?, ?)
            ON CONFLICT (space, reference, list_rank, order_id) DO NOTHING""";

    private static final String DELETE_REFERENCE =
            "DELETE FROM orders_by_reference WHERE space = ? AND reference = ? AND list_rank = ? AND order_id = ?";

    private static final String ADD_TO_COUNT = "UPDATE spaces SET orders = orders + ? WHERE number = ?";

    @Override
    public Map<OrderKey, HeldOrder> held(Session session, List<OrderKey> keys, boolean locked) throws SQLException {
        Map<OrderKey, HeldOrder> held = HashMap.newHashMap(keys.size());
        for (OrderKey key : keys) {
            HeldOrder order = held(session, key);
            if (order != null) {
                held.put(key, order);
            }
        }
        return held;
    }

    private static @Nullable HeldOrder held(Session session, OrderKey key) throws SQLException {
        return isHeld(session, key) ? heldRow(session, key) : null;
    }

    /** Most orders are new, and the driver makes the names of all columns anew for each answer, also for an empty one. */
    private static boolean isHeld(Session session, OrderKey key) throws SQLException {
        PreparedStatement select = session.prepare(IS_HELD);
        select.setInt(1, key.space());
        select.setString(2, key.id());
        try (ResultSet row = select.executeQuery()) {
            return row.next();
        }
    }

    private static @Nullable HeldOrder heldRow(Session session, OrderKey key) throws SQLException {
        PreparedStatement select = session.prepare(SELECT_ORDER);
        select.setInt(1, key.space());
        select.setString(2, key.id());
        try (ResultSet row = select.executeQuery()) {
            return row.next() ? Columns.heldOrder(row, 1, row.getInt(14), 0) : null;
        }
    }

    @Override
    public Map<HistoryKey, HeldHistory> history(Session session, List<HistoryKey> keys) throws SQLException {
        Map<HistoryKey, HeldHistory> held = HashMap.newHashMap(keys.size());
        for (HistoryKey key : keys) {
            PreparedStatement select = session.prepare(SELECT_HISTORY);
            HistoryTable.bind(select, 1, key);
            try (ResultSet row = select.executeQuery()) {
                if (row.next()) {
                    held.put(key, new HeldHistory(row.getLong(1), Bytes.wrap(Columns.bytes(row, 2))));
                }
            }
        }
        return held;
    }

    @Override
    public void write(Session session, OrderChanges changes) throws SQLException {
        put(session, changes.inserted());
        put(session, changes.put());
        for (HistoryKey row : changes.oldHistory()) {
            PreparedStatement delete = session.prepare(DELETE_HISTORY);
            HistoryTable.bind(delete, 1, row);
            delete.executeUpdate();
        }
        for (ReferenceKey row : changes.oldReferences()) {
            change(session, DELETE_REFERENCE, row);
        }
        for (Map.Entry<Integer, Integer> created : changes.created().entrySet()) {
            PreparedStatement count = session.prepare(ADD_TO_COUNT);
            count.setInt(1, created.getValue());
            count.setInt(2, created.getKey());
            count.executeUpdate();
        }
    }

    private static void put(Session session, Rows rows) throws SQLException {
        for (OrderRow row : rows.orders()) {
            put(session, row);
        }
        // In the order of the tree: neighbours find its upper pages where the one before left them.
        for (HistoryEntry row : rows.history().stream().sorted(BY_CREDENTIAL).toList()) {
            put(session, row);
        }
        for (ReferenceKey row : rows.references()) {
            change(session, PUT_REFERENCE, row);
        }
    }

    private static void put(Session session, OrderRow row) throws SQLException {
        EncodedOrder encoded = row.order();
        ComposedOrder composed = encoded.composed();
        PreparedStatement put = session.prepare(PUT_ORDER);
        put.setInt(1, row.key().space());
        put.setString(2, row.key().id());
        put.setLong(3, row.version());
        put.setLong(4, row.uploadedAt());
        Columns.bind(put, 5, OrderColumns.listRank(composed));
        Columns.bind(put, 6, OrderColumns.amountMinor(composed));
        put.setString(7, OrderColumns.currency(composed));
        put.setString(8, OrderColumns.status(composed));
        Columns.bind(put, 9, encoded.revision());
        Columns.bind(put, 10, encoded.upload());
        put.setInt(11, encoded.otherParts());
        Columns.bind(put, 12, OrderColumns.historyDay(composed));
        Columns.bind(put, 13, OrderColumns.credential(composed));
        put.setBytes(14, OrderColumns.otherCredentials(composed));
        put.setBytes(15, OrderColumns.references(composed));
        put.setBytes(16, encoded.document().toArray());
        put.setInt(17, encoded.derivation());
        put.executeUpdate();
    }

    private static void put(Session session, HistoryEntry row) throws SQLException {
        PreparedStatement put = session.prepare(PUT_HISTORY);
        HistoryTable.bind(put, 1, row.key());
        put.setLong(5, row.version());
        put.setInt(6, row.marks());
        put.setBytes(7, row.facts().toArray());
        put.executeUpdate();
    }

    private static void change(Session session, String sql, ReferenceKey row) throws SQLException {
        PreparedStatement change = session.prepare(sql);
        change.setInt(1, row.order().space());
        change.setBytes(2, row.reference().bytes());
        change.setLong(3, row.listRank());
        change.setString(4, row.order().id());
        change.executeUpdate();
    }
}
