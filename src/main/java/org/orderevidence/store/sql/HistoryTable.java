package org.orderevidence.store.sql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderId;
import org.orderevidence.store.EvidenceStore.DayRange;
import org.orderevidence.store.HistoryRow;

/** What is kept of orders under their credentials. */
final class HistoryTable {
    private static final int DISPUTED = 1;
    private static final int FRAUD_REPORTED = 2;

    private static final String UPSERT = """
            INSERT INTO history (space, credential, day, order_id, version, marks, facts) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (space, credential, day, order_id)
            DO UPDATE SET version = excluded.version, marks = excluded.marks, facts = excluded.facts""";

    private static final String MARK =
            "UPDATE history SET marks = ? WHERE space = ? AND credential = ? AND day = ? AND order_id = ?";

    private static final String DELETE =
            "DELETE FROM history WHERE space = ? AND credential = ? AND day = ? AND order_id = ?";

    static final String SELECT_ROW =
            "SELECT version, facts FROM history WHERE space = ? AND credential = ? AND day = ? AND order_id = ?";

    static final String SELECT_RANGE = """
            SELECT order_id, day, version, marks, facts FROM history
            WHERE space = ? AND credential = ? AND day BETWEEN ? AND ? ORDER BY day DESC, order_id LIMIT ?""";

    private HistoryTable() {}

    static int marks(boolean disputed, boolean fraudReported) {
        return (disputed ? DISPUTED : 0) | (fraudReported ? FRAUD_REPORTED : 0);
    }

    /** Puts the rows of an order, over those of the same keys. */
    static void put(Session session, int space, String id, DerivedKeys keys, long version, int marks, Bytes facts)
            throws SQLException {
        for (KeyedHash credential : keys.credentials()) {
            PreparedStatement upsert = session.prepare(UPSERT);
            upsert.setInt(1, space);
            upsert.setBytes(2, credential.bytes());
            upsert.setInt(3, keys.historyDay());
            upsert.setString(4, id);
            upsert.setLong(5, version);
            upsert.setInt(6, marks);
            upsert.setBytes(7, facts.toArray());
            upsert.executeUpdate();
        }
    }

    /** Marks the rows of an order. */
    static void mark(Session session, int space, String id, DerivedKeys keys, int marks) throws SQLException {
        for (KeyedHash credential : keys.credentials()) {
            PreparedStatement mark = session.prepare(MARK);
            mark.setInt(1, marks);
            bindKey(mark, 2, space, credential, keys.historyDay(), id);
            mark.executeUpdate();
        }
    }

    /** Deletes the rows of an order whose keys are not among the new ones. */
    static void deleteOld(Session session, int space, String id, DerivedKeys old, DerivedKeys kept)
            throws SQLException {
        for (KeyedHash credential : old.credentials()) {
            boolean isKept =
                    old.historyDay() == kept.historyDay() && kept.credentials().contains(credential);
            if (!isKept) {
                PreparedStatement delete = session.prepare(DELETE);
                bindKey(delete, 1, space, credential, old.historyDay(), id);
                delete.executeUpdate();
            }
        }
    }

    /** True when the rows of an order are there, of this version and with these facts. */
    static boolean holds(Session session, int space, String id, DerivedKeys keys, long version, Bytes facts)
            throws SQLException {
        byte[] wanted = facts.toArray();
        for (KeyedHash credential : keys.credentials()) {
            PreparedStatement select = session.prepare(SELECT_ROW);
            bindKey(select, 1, space, credential, keys.historyDay(), id);
            try (ResultSet row = select.executeQuery()) {
                boolean same = row.next() && row.getLong(1) == version && Arrays.equals(Columns.bytes(row, 2), wanted);
                if (!same) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The rows of a credential, range after range, newest first in each. */
    static List<HistoryRow> rows(Session session, int space, KeyedHash credential, List<DayRange> ranges, int limit)
            throws SQLException {
        List<HistoryRow> rows = new ArrayList<>();
        for (DayRange range : ranges) {
            if (rows.size() == limit) {
                break;
            }
            PreparedStatement select = session.prepare(SELECT_RANGE);
            select.setInt(1, space);
            select.setBytes(2, credential.bytes());
            select.setLong(3, range.from().toEpochDay());
            select.setLong(4, range.until().toEpochDay());
            select.setInt(5, limit - rows.size());
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    rows.add(row(row, 1));
                }
            }
        }
        return rows;
    }

    /**
     * The row whose order id, day, version, marks and facts stand in the columns from {@code first} on.
     *
     * @throws IllegalArgumentException when they are no such row
     */
    static HistoryRow row(ResultSet row, int first) throws SQLException {
        int marks = row.getInt(first + 3);
        return new HistoryRow(
                new OrderId(Columns.text(row, first)),
                LocalDate.ofEpochDay(row.getInt(first + 1)),
                row.getLong(first + 2),
                Bytes.wrap(Columns.bytes(row, first + 4)),
                (marks & DISPUTED) != 0,
                (marks & FRAUD_REPORTED) != 0);
    }

    private static void bindKey(
            PreparedStatement statement, int first, int space, KeyedHash credential, int day, String id)
            throws SQLException {
        statement.setInt(first, space);
        statement.setBytes(first + 1, credential.bytes());
        statement.setInt(first + 2, day);
        statement.setString(first + 3, id);
    }
}
