package org.orderevidence.store.sql;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.KeyedHash;

/** Which orders a customer has, for export and erasure. */
final class CustomerTable {
    private static final String INSERT = """
            INSERT INTO orders_by_customer (space, customer, order_id) VALUES (?, ?, ?)
            ON CONFLICT (space, customer, order_id) DO NOTHING""";

    private static final String DELETE =
            "DELETE FROM orders_by_customer WHERE space = ? AND customer = ? AND order_id = ?";

    private CustomerTable() {}

    static void put(Session session, int space, @Nullable KeyedHash customer, String order) throws SQLException {
        change(session, INSERT, space, customer, order);
    }

    static void delete(Session session, int space, @Nullable KeyedHash customer, String order) throws SQLException {
        change(session, DELETE, space, customer, order);
    }

    private static void change(Session session, String sql, int space, @Nullable KeyedHash customer, String order)
            throws SQLException {
        if (customer != null) {
            PreparedStatement statement = session.prepare(sql);
            statement.setInt(1, space);
            statement.setBytes(2, customer.bytes());
            statement.setString(3, order);
            statement.executeUpdate();
        }
    }
}
