package org.orderevidence.store.sql.archive;

import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderId;
import org.orderevidence.store.EvidenceArchive.Damaged;
import org.orderevidence.store.EvidenceArchive.Found;
import org.orderevidence.store.EvidenceArchive.Page;
import org.orderevidence.store.EvidenceArchive.Stray;
import org.orderevidence.store.EvidenceArchive.Whole;
import org.orderevidence.store.sql.dialect.Columns;
import org.orderevidence.store.sql.dialect.Session;

/**
 * Walks over the index by customer and the later facts, one table after the other, for rows whose order does not exist.
 */
final class StrayRows {
    static final String DELETE_CUSTOMER =
            "DELETE FROM orders_by_customer WHERE space = ? AND customer = ? AND order_id = ?";

    private static final HexFormat HEX = HexFormat.of();

    /** A table: how a part of it is read, with the customer of the order of each row. */
    private enum Source {
        CUSTOMERS("orders_by_customer", "customer", "order_id", Stray.Table.CUSTOMER_INDEX),
        DISPUTES("disputes", "order_id", "dispute_id", Stray.Table.DISPUTES),
        REPORTS("fraud_reports", "order_id", "report_id", Stray.Table.FRAUD_REPORTS);

        private final String table;
        private final Stray.Table kind;
        private final String select;

        Source(String table, String second, String third, Stray.Table kind) {
            this.table = table;
            this.kind = kind;
            this.select = """
                    SELECT r.space, r.%2$s, r.%3$s, o.id, o.customer
                    FROM (SELECT space, %2$s, %3$s FROM %1$s WHERE (space, %2$s, %3$s) > (?, ?, ?)
                      ORDER BY space, %2$s, %3$s LIMIT ?) r
                    LEFT JOIN orders o ON o.space = r.space AND o.id = r.order_id
                    ORDER BY r.space, r.%2$s, r.%3$s""".formatted(table, second, third);
        }

        boolean isIndex() {
            return this == CUSTOMERS;
        }

        @Nullable
        Source next() {
            return switch (this) {
                case CUSTOMERS -> DISPUTES;
                case DISPUTES -> REPORTS;
                case REPORTS -> null;
            };
        }
    }

    /**
     * The position where a page ended: a table, and the last key in it. The second part is hexadecimal for every table.
     */
    private record Place(Source source, int space, String second, String third) {
        static Place parse(@Nullable String text) {
            if (text == null) {
                return start(Source.CUSTOMERS);
            }
            String[] parts = text.split(":", 4);
            if (parts.length != 4) {
                throw new IllegalArgumentException("not where a page of this store ended");
            }
            return new Place(Source.valueOf(parts[0]), Integer.parseInt(parts[1]), parts[2], parts[3]);
        }

        static Place start(Source source) {
            return new Place(source, ArchivePlace.BEFORE_ALL, "", "");
        }

        static @Nullable String textOf(@Nullable Source source) {
            return source == null ? null : start(source).text();
        }

        String text() {
            return source + ":" + space + ":" + second + ":" + third;
        }
    }

    private StrayRows() {}

    /** Returns the page after a position, and where the next page starts. */
    static Page<Stray> page(Session session, @Nullable String after, int limit) throws SQLException {
        Place place = Place.parse(after);
        Source source = place.source;
        PreparedStatement select = session.prepare(source.select);
        select.setInt(1, place.space);
        byte[] second = HEX.parseHex(place.second);
        if (source.isIndex()) {
            select.setBytes(2, second);
        } else {
            select.setString(2, new String(second, StandardCharsets.UTF_8));
        }
        select.setString(3, place.third);
        select.setInt(4, limit);
        SpaceNames names = new SpaceNames(session);
        List<Found<Stray>> found = new ArrayList<>();
        int rows = 0;
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                rows++;
                byte[] key = source.isIndex()
                        ? Columns.bytes(row, 2)
                        : Columns.text(row, 2).getBytes(StandardCharsets.UTF_8);
                place = new Place(source, row.getInt(1), HEX.formatHex(key), Columns.text(row, 3));
                if (isStray(source, row, key)) {
                    String order = source.isIndex() ? place.third : Columns.text(row, 2);
                    found.add(stray(names.of(place.space), source, order, key));
                }
            }
        }
        return new Page<>(found, rows < limit ? Place.textOf(source.next()) : place.text());
    }

    /** What to report if the next row of a walk cannot be read: the rest of its table is left out. */
    static Page<Stray> beyond(AccountSpace space, @Nullable String after) {
        Place place = Place.parse(after);
        Damaged<Stray> damaged = new Damaged<>(
                space, "table " + place.source.table, DamagedPages.FAULT + "; the rest of this table was not read");
        return new Page<>(List.of(damaged), Place.textOf(place.source.next()));
    }

    private static boolean isStray(Source source, ResultSet row, byte[] key) throws SQLException {
        return row.getString(4) == null || (source.isIndex() && !Arrays.equals(key, row.getBytes(5)));
    }

    private static Found<Stray> stray(AccountSpace space, Source source, String order, byte[] key) {
        try {
            KeyedHash customer = source.isIndex() ? KeyedHash.of(key) : null;
            return new Whole<>(new Stray(space, source.kind, new OrderId(order), customer, null));
        } catch (IllegalArgumentException malformed) {
            return new Damaged<>(space, "table " + source.table, "a row has a malformed key");
        }
    }
}
