package org.orderevidence.store.sql.dialect;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.ActiveDisputes;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderReference;
import org.orderevidence.sealing.ContentHash;
import org.orderevidence.store.document.CredentialList;
import org.orderevidence.store.document.ReferenceList;

/** Reads columns that may be null, and columns that may not. JDBC does not distinguish them. */
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

    /** None if the column is damaged: then it differs from what is derived, and is written again. */
    static @Nullable KeyedHash key(ResultSet row, int column) throws SQLException {
        byte[] bytes = row.getBytes(column);
        return bytes == null || bytes.length != KeyedHash.LENGTH ? null : KeyedHash.of(bytes);
    }

    private static @Nullable ContentHash hash(ResultSet row, int column) throws SQLException {
        byte[] bytes = row.getBytes(column);
        return bytes == null || bytes.length != ContentHash.LENGTH ? null : new ContentHash(Bytes.wrap(bytes));
    }

    public static @Nullable Long number(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : value;
    }

    /**
     * An order as a write finds it: version, upload time, revision, hash of the upload, other parts, document, place in
     * lists, day of the history rows, first credential, other credentials, references, active disputes, fraud reported.
     *
     * @param first the first of these columns
     * @param writes see {@link HeldOrder#writes}
     */
    public static HeldOrder heldOrder(ResultSet row, int first, int derivation, long writes) throws SQLException {
        Long listRank = number(row, first + 6);
        DerivedKeys keys = listRank == null
                ? null
                : new DerivedKeys(
                        listRank,
                        row.getInt(first + 7),
                        CredentialList.of(key(row, first + 8), row.getBytes(first + 9)),
                        references(row, first + 10));
        return new HeldOrder(
                row.getLong(first),
                row.getLong(first + 1),
                number(row, first + 2),
                hash(row, first + 3),
                row.getInt(first + 4),
                Bytes.wrap(bytes(row, first + 5)),
                derivation,
                keys,
                HistoryTable.marks(ActiveDisputes.of(row.getInt(first + 11)), row.getInt(first + 12) != 0),
                writes);
    }

    /** None if the column is damaged: then it differs from what is derived, and is written again. */
    private static List<OrderReference> references(ResultSet row, int column) throws SQLException {
        byte[] bytes = row.getBytes(column);
        try {
            return bytes == null ? List.of() : ReferenceList.decode(bytes);
        } catch (IllegalArgumentException damaged) {
            return List.of();
        }
    }

    public static void bind(PreparedStatement statement, int index, @Nullable ContentHash hash) throws SQLException {
        if (hash == null) {
            statement.setNull(index, Types.BINARY);
        } else {
            statement.setBytes(index, hash.bytes().toArray());
        }
    }

    public static byte[] bytes(ResultSet row, int column) throws SQLException {
        return Objects.requireNonNull(row.getBytes(column), "a column that is never absent");
    }

    public static String text(ResultSet row, int column) throws SQLException {
        return Objects.requireNonNull(row.getString(column), "a column that is never absent");
    }
}
