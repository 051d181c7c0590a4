package org.orderevidence.store.sql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.KeyedHash;

/** Columns that may be absent, and columns that may not, as JDBC does not tell them apart. */
final class Columns {
    private Columns() {}

    static void bind(PreparedStatement statement, int index, @Nullable KeyedHash key) throws SQLException {
        if (key == null) {
            statement.setNull(index, Types.BINARY);
        } else {
            statement.setBytes(index, key.bytes());
        }
    }

    static void bind(PreparedStatement statement, int index, @Nullable Long number) throws SQLException {
        if (number == null) {
            statement.setNull(index, Types.BIGINT);
        } else {
            statement.setLong(index, number);
        }
    }

    static @Nullable KeyedHash key(ResultSet row, int column) throws SQLException {
        byte[] bytes = row.getBytes(column);
        return bytes == null ? null : KeyedHash.of(bytes);
    }

    static @Nullable Long number(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : value;
    }

    static byte[] bytes(ResultSet row, int column) throws SQLException {
        return Objects.requireNonNull(row.getBytes(column), "a column that is never absent");
    }

    static String text(ResultSet row, int column) throws SQLException {
        return Objects.requireNonNull(row.getString(column), "a column that is never absent");
    }
}
