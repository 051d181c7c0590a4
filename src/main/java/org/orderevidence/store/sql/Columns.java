package org.orderevidence.store.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads columns that may be null, and columns that may not. JDBC does not distinguish them. */
public final class Columns {
    private Columns() {}

    public static @Nullable Long number(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : value;
    }

    public static byte[] bytes(ResultSet row, int column) throws SQLException {
        return Objects.requireNonNull(row.getBytes(column), "a column that is never absent");
    }

    public static String text(ResultSet row, int column) throws SQLException {
        return Objects.requireNonNull(row.getString(column), "a column that is never absent");
    }
}
