package org.orderevidence.store.sql.dialect;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.IpAddress;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.KeyedHash;

/** Columns that may be absent, and columns that may not, as JDBC does not tell them apart. */
public final class Columns {
    private Columns() {}

    public static void bind(PreparedStatement statement, int index, @Nullable KeyedHash key) throws SQLException {
        if (key == null) {
            statement.setNull(index, Types.BINARY);
        } else {
            statement.setBytes(index, key.bytes());
        }
    }

    public static void bind(PreparedStatement statement, int index, @Nullable Long number) throws SQLException {
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

    public static @Nullable Long number(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : value;
    }

    /**
     * An order as a write finds it: version, upload, revision, document, the four keys, disputed, fraud reported.
     *
     * @param first the first of these columns
     * @param writes see {@link HeldOrder#writes}
     */
    public static HeldOrder heldOrder(ResultSet row, int first, long writes) throws SQLException {
        DerivedKeys keys =
                new DerivedKeys(row.getInt(first + 4), key(row, first + 5), key(row, first + 6), key(row, first + 7));
        return new HeldOrder(
                row.getLong(first),
                row.getLong(first + 1),
                number(row, first + 2),
                Bytes.wrap(bytes(row, first + 3)),
                keys,
                HistoryTable.marks(row.getInt(first + 8) != 0, row.getInt(first + 9) != 0),
                writes);
    }

    /** A sighting: address, moment. */
    public static IpSighting sighting(ResultSet row, int first) throws SQLException {
        return new IpSighting(IpAddress.ofBytes(bytes(row, first)), Times.instant(row.getLong(first + 1)));
    }

    public static byte[] bytes(ResultSet row, int column) throws SQLException {
        return Objects.requireNonNull(row.getBytes(column), "a column that is never absent");
    }

    public static String text(ResultSet row, int column) throws SQLException {
        return Objects.requireNonNull(row.getString(column), "a column that is never absent");
    }
}
