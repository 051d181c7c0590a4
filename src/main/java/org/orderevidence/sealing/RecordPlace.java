package org.orderevidence.sealing;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;

/**
 * The place of a sealed record in a store. A record can only be opened in the place for which it was sealed.
 *
 * @param purpose meaning of the sealed content, such as {@code order} or {@code sighting-ip}: 1 to 32 of {@code a-z},
 *     {@code 0-9} and {@code -}, starting with a letter
 * @param table name of the table: 1 to 64 of {@code a-z}, {@code 0-9} and {@code _}, starting with a letter
 * @param primaryKey columns of the primary key without the account space, in the order of the key: 1 to
 *     {@value #MAX_COLUMNS}, each up to {@value #MAX_COLUMN_BYTES} bytes
 */
public record RecordPlace(AccountSpace space, String purpose, String table, List<Bytes> primaryKey) {
    /** Maximum number of columns of a primary key. */
    public static final int MAX_COLUMNS = 8;

    /** Maximum number of bytes of one column. */
    public static final int MAX_COLUMN_BYTES = 1024;

    private static final Pattern PURPOSE = Pattern.compile("[a-z][a-z0-9-]{0,31}");
    private static final Pattern TABLE = Pattern.compile("[a-z][a-z0-9_]{0,63}");

    public RecordPlace {
        if (!PURPOSE.matcher(purpose).matches()) {
            throw new IllegalArgumentException("a purpose is 1 to 32 of a-z, 0-9 and -, starting with a letter");
        }
        if (!TABLE.matcher(table).matches()) {
            throw new IllegalArgumentException("a table is 1 to 64 of a-z, 0-9 and _, starting with a letter");
        }
        primaryKey = List.copyOf(primaryKey);
        if (primaryKey.isEmpty() || primaryKey.size() > MAX_COLUMNS) {
            throw new IllegalArgumentException("a primary key has 1 to " + MAX_COLUMNS + " columns");
        }
        for (Bytes column : primaryKey) {
            if (column.length() > MAX_COLUMN_BYTES) {
                throw new IllegalArgumentException(
                        "a column of a primary key has at most " + MAX_COLUMN_BYTES + " bytes");
            }
        }
    }

    /**
     * Returns the bytes from which the key of the record is derived. Each part has its length before it, and the number
     * of columns is before the columns: two places never have the same bytes.
     */
    byte[] canonical() {
        byte[] account = space.account().getBytes(StandardCharsets.US_ASCII);
        byte[] use = purpose.getBytes(StandardCharsets.US_ASCII);
        byte[] tableName = table.getBytes(StandardCharsets.US_ASCII);
        int length = 5 + account.length + use.length + tableName.length;
        for (Bytes column : primaryKey) {
            length += Short.BYTES + column.length();
        }
        ByteBuffer form = ByteBuffer.allocate(length);
        form.put((byte) account.length).put(account);
        form.put((byte) (space.mode() == AccountSpace.Mode.LIVE ? 1 : 2));
        form.put((byte) use.length).put(use);
        form.put((byte) tableName.length).put(tableName);
        form.put((byte) primaryKey.size());
        for (Bytes column : primaryKey) {
            form.putShort((short) column.length());
            column.read(form::put);
        }
        return form.array();
    }
}
