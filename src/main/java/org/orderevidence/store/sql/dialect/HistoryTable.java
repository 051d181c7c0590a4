package org.orderevidence.store.sql.dialect;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import org.orderevidence.order.ActiveDisputes;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.OrderId;
import org.orderevidence.store.HistoryRow;

/** The history rows: the data of orders under their credentials. */
public final class HistoryTable {
    private static final int FRAUD_REPORTED = 1;

    /** The higher bits are the number of the active disputes. */
    private static final int DISPUTES_SHIFT = 1;

    private static final String MARK =
            "UPDATE history SET marks = ?, version = ? WHERE space = ? AND credential = ? AND day = ? AND order_id = ?";

    private HistoryTable() {}

    static int marks(ActiveDisputes disputes, boolean fraudReported) {
        return disputes.number() << DISPUTES_SHIFT | (fraudReported ? FRAUD_REPORTED : 0);
    }

    /** Marks the rows of an order. */
    public static void mark(Session session, OrderKey order, HeldOrder held) throws SQLException {
        for (HistoryKey row : HistoryKey.of(order, held.keys())) {
            PreparedStatement mark = session.prepare(MARK);
            mark.setInt(1, held.marks());
            mark.setLong(2, held.version());
            bind(mark, 3, row);
            mark.executeUpdate();
        }
    }

    /** Binds the four columns of a key. */
    public static void bind(PreparedStatement statement, int first, HistoryKey key) throws SQLException {
        statement.setInt(first, key.order().space());
        statement.setBytes(first + 1, key.credential().bytes());
        statement.setInt(first + 2, key.day());
        statement.setString(first + 3, key.order().id());
    }

    /**
     * The row whose order id, version, marks, facts and day stand in the columns from {@code first} on.
     *
     * @throws IllegalArgumentException if they are no such row
     */
    public static HistoryRow row(ResultSet row, int first) throws SQLException {
        return row(row, first, first + 4);
    }

    /** The same, with the day in another column. */
    public static HistoryRow row(ResultSet row, int first, int dayColumn) throws SQLException {
        int marks = row.getInt(first + 2);
        return new HistoryRow(
                new OrderId(Columns.text(row, first)),
                LocalDate.ofEpochDay(row.getInt(dayColumn)),
                row.getLong(first + 1),
                Bytes.wrap(Columns.bytes(row, first + 3)),
                ActiveDisputes.of(marks >> DISPUTES_SHIFT),
                (marks & FRAUD_REPORTED) != 0);
    }
}
