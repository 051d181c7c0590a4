package org.orderevidence.store.sql.archive;

import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.OrderId;
import org.orderevidence.sealing.Sealer;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.sql.dialect.Columns;

/** A table with a sealed column. Its walk is in the order of its primary key, which starts with the space. */
enum SealedTable {
    ORDERS("orders", "document", List.of(Column.text("id"))),
    DISPUTES("disputes", "document", List.of(Column.text("order_id"), Column.text("dispute_id"))),
    FRAUD_REPORTS("fraud_reports", "document", List.of(Column.text("order_id"), Column.text("report_id")));

    private static final HexFormat HEX = HexFormat.of();

    private final String table;
    private final String sealed;
    // The list cannot be changed: List.of made it.
    @SuppressWarnings("ImmutableEnumChecker")
    private final List<Column> key;

    SealedTable(String table, String sealed, List<Column> key) {
        this.table = table;
        this.sealed = sealed;
        this.key = key;
    }

    /** Form of a column. */
    private enum Form {
        TEXT
    }

    /** A column of the primary key. Its value is carried as text: bytes as hexadecimal. */
    private record Column(String name, Form form) {
        static Column text(String name) {
            return new Column(name, Form.TEXT);
        }

        String read(ResultSet row, int index) throws SQLException {
            return switch (form) {
                case TEXT -> Columns.text(row, index);
            };
        }

        void bind(PreparedStatement statement, int index, String value) throws SQLException {
            switch (form) {
                case TEXT -> statement.setString(index, value);
            }
        }
    }

    /**
     * A row by its primary key.
     *
     * @param space number of the space
     * @param key the other columns of the key, as texts
     */
    record Place(int space, List<String> key) {
        Place {
            key = List.copyOf(key);
        }

        /** The text that {@link SealedTable#place} reads: ids may have any character, and are hexadecimal in it. */
        String text() {
            List<String> parts = new ArrayList<>(List.of(String.valueOf(space)));
            key.forEach(column -> parts.add(HEX.formatHex(column.getBytes(StandardCharsets.UTF_8))));
            return String.join(".", parts);
        }
    }

    /**
     * A row of a page.
     *
     * @param place the row
     * @param start the first bytes of the sealed column
     * @param old the whole sealed column if its key is older than the one asked for; otherwise empty
     */
    record Row(Place place, Bytes start, @Nullable Bytes old) {
        byte[] sealed() {
            if (old == null) {
                throw new IllegalStateException("this row is not to be sealed again");
            }
            return old.toArray();
        }
    }

    /** Returns the name of the kind. */
    String kind() {
        return table;
    }

    /** Returns the place before all rows. */
    Place first() {
        return new Place(ArchivePlace.BEFORE_ALL, Collections.nCopies(key.size(), ""));
    }

    /** @throws IllegalArgumentException if the text is not a place of this table */
    Place place(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != key.size() + 1) {
            throw new IllegalArgumentException("not where a page of this store ended");
        }
        List<String> values = new ArrayList<>();
        for (int i = 1; i < parts.length; i++) {
            values.add(new String(HEX.parseHex(parts[i]), StandardCharsets.UTF_8));
        }
        return new Place(Integer.parseInt(parts[0]), values);
    }

    /** Key version to ask for, start behind a place, most rows. Documents of newer keys stay where they are. */
    String select() {
        String columns = columns();
        return "SELECT " + columns + ", substr(" + sealed + ", 1, " + Sealer.OVERHEAD + "), CASE WHEN substr(" + sealed
                + ", 2, 1) < ? THEN " + sealed + " END FROM " + table + " WHERE (" + columns + ") > ("
                + String.join(", ", Collections.nCopies(key.size() + 1, "?")) + ") ORDER BY " + columns + " LIMIT ?";
    }

    private String columns() {
        return "space, " + String.join(", ", key.stream().map(Column::name).toList());
    }

    void bindSelect(PreparedStatement select, int olderThan, Place after, int limit) throws SQLException {
        select.setBytes(1, new byte[] {(byte) olderThan});
        bind(select, 2, after);
        select.setInt(3 + key.size(), limit);
    }

    Row row(ResultSet row) throws SQLException {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < key.size(); i++) {
            values.add(key.get(i).read(row, 2 + i));
        }
        byte[] old = row.getBytes(3 + key.size());
        return new Row(
                new Place(row.getInt(1), values),
                Bytes.wrap(Columns.bytes(row, 2 + key.size())),
                old == null ? null : Bytes.wrap(old));
    }

    /** New bytes, place, old bytes: changes the row only if no one else has changed it. */
    String update() {
        return "UPDATE " + table + " SET " + sealed + " = ? WHERE space = ? AND "
                + String.join(
                        " AND ",
                        key.stream().map(column -> column.name() + " = ?").toList()) + " AND " + sealed
                + " = ?";
    }

    void bindUpdate(PreparedStatement update, Row row, Bytes resealed) throws SQLException {
        update.setBytes(1, resealed.toArray());
        bind(update, 2, row.place());
        update.setBytes(3 + key.size(), row.sealed());
    }

    private void bind(PreparedStatement statement, int first, Place place) throws SQLException {
        statement.setInt(first, place.space());
        for (int i = 0; i < key.size(); i++) {
            key.get(i).bind(statement, first + 1 + i, place.key().get(i));
        }
    }

    /** Returns the sealed column of a row, sealed again. */
    byte[] reseal(EvidenceCodec codec, AccountSpace space, Row row) {
        List<String> values = row.place().key();
        return switch (this) {
            case ORDERS -> codec.resealOrder(space, new OrderId(values.getFirst()), row.sealed());
            case DISPUTES, FRAUD_REPORTS ->
                codec.resealFact(space, table, new OrderId(values.getFirst()), values.get(1), row.sealed());
        };
    }
}
