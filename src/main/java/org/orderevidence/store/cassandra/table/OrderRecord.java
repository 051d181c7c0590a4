package org.orderevidence.store.cassandra.table;

import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.data.GettableByName;
import com.datastax.oss.driver.api.core.data.UdtValue;
import com.datastax.oss.driver.api.core.type.UserDefinedType;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.sealing.ContentHash;
import org.orderevidence.store.Derivation;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Statement;
import org.orderevidence.store.document.CredentialList;
import org.orderevidence.store.document.ReferenceList;

/**
 * The one cell of an order: replaced completely, so that one of two writes stays complete.
 *
 * @param version grows with each change of the order
 * @param written the time stamp of this cell and of the rows next to it, in microseconds: the version, or later when
 *     only the derivation of those rows has changed
 * @param uploadedAt when the order was first stored, in microseconds
 * @param revision null if the merchant keeps none
 * @param parts hash of the list of part versions that it was made from
 * @param facts the facts in its history rows
 * @param derivation version with which it and the rows next to it were derived
 * @param keys of the rows next to it
 * @param replaced keys of the rows of the record before, which a retry deletes again; null if there was none
 */
public record OrderRecord(
        long version,
        long written,
        long uploadedAt,
        @Nullable Long revision,
        ContentHash parts,
        Bytes facts,
        int derivation,
        RowKeys keys,
        @Nullable RowKeys replaced) {
    private static final String CELL = "record";
    private static final String KEYS = "keys";
    private static final String DERIVATION = "derivation";
    private static final String REPLACED = "replaced";

    /** The record in a row of an order; null if there is no such order. */
    public static @Nullable OrderRecord of(@Nullable Row row) {
        UdtValue cell = row == null ? null : row.getUdtValue(CELL);
        if (cell == null) {
            return null;
        }
        UdtValue keys = cell.getUdtValue(KEYS);
        if (keys == null) {
            throw Cells.missing(KEYS);
        }
        UdtValue replaced = cell.getUdtValue(REPLACED);
        return new OrderRecord(
                cell.getLong("version"),
                cell.getLong("written"),
                cell.getLong("uploaded_at"),
                Cells.number(cell, "revision"),
                new ContentHash(Bytes.wrap(Cells.bytes(cell, "parts"))),
                Bytes.wrap(Cells.bytes(cell, "facts")),
                cell.isNull(DERIVATION) ? Derivation.FIRST : cell.getInt(DERIVATION),
                keys(keys),
                replaced == null ? null : keys(replaced));
    }

    /** Keys of the rows that this record's writer may have left: none or one. */
    List<RowKeys> left() {
        return replaced == null ? List.of() : List.of(replaced);
    }

    /** Keys of all rows that may stand next to this order now, those that its writer may have left among them. */
    public List<RowKeys> leftByNext() {
        return replaced == null ? List.of(keys) : List.of(keys, replaced);
    }

    /**
     * Returns the checksum of the list of parts. Of two records of one version, and of their rows, the greater one
     * stays.
     */
    int checksum() {
        return parts.bytes().buffer().getInt(0);
    }

    /** The cell, for a statement that has it as a parameter of the name {@code record}. */
    UdtValue cell(Cluster cluster, Statement statement) {
        ColumnDefinition parameter =
                cluster.prepared(statement).getVariableDefinitions().get(CELL);
        UserDefinedType type = (UserDefinedType) parameter.getType();
        UdtValue cell = type.newValue()
                .setLong("version", version)
                .setInt("checksum", checksum())
                .setLong("written", written)
                .setLong("uploaded_at", uploadedAt)
                .set("revision", revision, Long.class)
                .setByteBuffer("parts", parts.bytes().buffer())
                .setByteBuffer("facts", facts.buffer())
                .setInt(DERIVATION, derivation);
        UserDefinedType keysType = (UserDefinedType) type.getFieldTypes().get(type.firstIndexOf(KEYS));
        UdtValue withKeys = cell.setUdtValue(KEYS, cell(keysType, keys));
        return replaced == null ? withKeys : withKeys.setUdtValue(REPLACED, cell(keysType, replaced));
    }

    private static UdtValue cell(UserDefinedType type, RowKeys keys) {
        byte[] others = CredentialList.others(keys.credentials());
        return type.newValue()
                .setLong("list_rank", keys.listRank())
                .setLocalDate("history_day", keys.historyDay())
                .setByteBuffer("credential_1", Cells.blob(CredentialList.first(keys.credentials())))
                .setByteBuffer("credential_2", others == null ? null : ByteBuffer.wrap(others))
                .setByteBuffer("reference_keys", ByteBuffer.wrap(ReferenceList.encode(keys.references())));
    }

    private static RowKeys keys(GettableByName from) {
        return new RowKeys(
                from.getLong("list_rank"),
                Cells.day(from, "history_day"),
                CredentialList.of(
                        Cells.key(from, "credential_1"),
                        from.isNull("credential_2") ? null : Cells.bytes(from, "credential_2")),
                ReferenceList.decode(Cells.bytes(from, "reference_keys")));
    }
}
