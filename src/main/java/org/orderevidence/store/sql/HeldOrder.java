package org.orderevidence.store.sql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;

/**
 * The row of an order as a write finds it.
 *
 * @param version its version
 * @param uploadedAt in microseconds
 * @param revision absent when the merchant keeps none
 * @param document its bytes
 * @param keys the keys of the rows beside it
 * @param marks what its history rows are marked with
 */
record HeldOrder(long version, long uploadedAt, @Nullable Long revision, Bytes document, DerivedKeys keys, int marks) {
    static final String SELECT = """
            SELECT version, uploaded_at, revision, document, history_day, credential_1, credential_2, customer,
              CASE WHEN EXISTS (SELECT 1 FROM disputes d
                WHERE d.space = o.space AND d.order_id = o.id AND d.counts = 1) THEN 1 ELSE 0 END,
              CASE WHEN EXISTS (SELECT 1 FROM fraud_reports f
                WHERE f.space = o.space AND f.order_id = o.id) THEN 1 ELSE 0 END
            FROM orders o WHERE o.space = ? AND o.id = ?""";

    static @Nullable HeldOrder find(Session session, int space, String id) throws SQLException {
        PreparedStatement select = session.prepare(SELECT);
        select.setInt(1, space);
        select.setString(2, id);
        try (ResultSet row = select.executeQuery()) {
            if (!row.next()) {
                return null;
            }
            DerivedKeys keys =
                    new DerivedKeys(row.getInt(5), Columns.key(row, 6), Columns.key(row, 7), Columns.key(row, 8));
            return new HeldOrder(
                    row.getLong(1),
                    row.getLong(2),
                    Columns.number(row, 3),
                    Bytes.wrap(Columns.bytes(row, 4)),
                    keys,
                    HistoryTable.marks(row.getInt(9) != 0, row.getInt(10) != 0));
        }
    }
}
