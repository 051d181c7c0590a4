package org.orderevidence.store.sql.archive;

import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderReference;
import org.orderevidence.store.EvidenceArchive.Damaged;
import org.orderevidence.store.EvidenceArchive.Found;
import org.orderevidence.store.EvidenceArchive.Page;
import org.orderevidence.store.EvidenceArchive.Stray;
import org.orderevidence.store.EvidenceArchive.Whole;
import org.orderevidence.store.sql.dialect.Columns;
import org.orderevidence.store.sql.dialect.Session;

/**
 * Walks over the index by reference and the later facts, one table after the other, for rows whose order does not exist.
 */
final class StrayRows {
    static final String DELETE_REFERENCE =
            "DELETE FROM orders_by_reference WHERE space = ? AND reference = ? AND list_rank = ? AND order_id = ?";

    private static final String SELECT_REFERENCES = """
            SELECT r.space, r.reference, r.order_id, o.id, o.reference_keys, r.list_rank, o.list_rank
            FROM (SELECT space, reference, list_rank, order_id FROM orders_by_reference
              WHERE (space, reference, list_rank, order_id) > (?, ?, ?, ?)
              ORDER BY space, reference, list_rank, order_id LIMIT ?) r
            LEFT JOIN orders o ON o.space = r.space AND o.id = r.order_id
            ORDER BY r.space, r.reference, r.list_rank, r.order_id""";

    private static final String SELECT_FACTS = """
            SELECT r.space, r.order_id, r.%2$s, o.id
            FROM (SELECT space, order_id, %2$s FROM %1$s WHERE (space, order_id, %2$s) > (?, ?, ?)
              ORDER BY space, order_id, %2$s LIMIT ?) r
            LEFT JOIN orders o ON o.space = r.space AND o.id = r.order_id
            ORDER BY r.space, r.order_id, r.%2$s""";

    private static final HexFormat HEX = HexFormat.of();

    /** A table, and how a part of it is read. */
    private enum Source {
        REFERENCES("orders_by_reference", Stray.Table.REFERENCE_INDEX, SELECT_REFERENCES),
        DISPUTES("disputes", Stray.Table.DISPUTES, SELECT_FACTS.formatted("disputes", "dispute_id")),
        REPORTS("fraud_reports", Stray.Table.FRAUD_REPORTS, SELECT_FACTS.formatted("fraud_reports", "report_id"));

        private final String table;
        private final Stray.Table kind;
        private final String select;

        Source(String table, Stray.Table kind, String select) {
            this.table = table;
            this.kind = kind;
            this.select = select;
        }

        boolean isIndex() {
            return this == REFERENCES;
        }

        @Nullable
        Source next() {
            return switch (this) {
                case REFERENCES -> DISPUTES;
                case DISPUTES -> REPORTS;
                case REPORTS -> null;
            };
        }
    }

    /**
     * The position where a page ended: a table, and the last key in it. The second part is hexadecimal for every table.
     *
     * @param rank of a reference; otherwise 0
     */
    private record Place(Source source, int space, String second, long rank, String third) {
        static Place parse(@Nullable String text) {
            if (text == null) {
                return start(Source.REFERENCES);
            }
            String[] parts = text.split(":", 5);
            if (parts.length != 5) {
                throw new IllegalArgumentException("not where a page of this store ended");
            }
            return new Place(
                    Source.valueOf(parts[0]), Integer.parseInt(parts[1]), parts[2], Long.parseLong(parts[3]), parts[4]);
        }

        static Place start(Source source) {
            return new Place(source, ArchivePlace.BEFORE_ALL, "", 0, "");
        }

        static @Nullable String textOf(@Nullable Source source) {
            return source == null ? null : start(source).text();
        }

        String text() {
            return source + ":" + space + ":" + second + ":" + rank + ":" + third;
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
        int next = 3;
        if (source.isIndex()) {
            select.setBytes(2, second);
            select.setLong(next++, place.rank);
        } else {
            select.setString(2, new String(second, StandardCharsets.UTF_8));
        }
        select.setString(next, place.third);
        select.setInt(next + 1, limit);
        SpaceNames names = new SpaceNames(session);
        List<Found<Stray>> found = new ArrayList<>();
        int rows = 0;
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                rows++;
                byte[] key = source.isIndex()
                        ? Columns.bytes(row, 2)
                        : Columns.text(row, 2).getBytes(StandardCharsets.UTF_8);
                long rank = source.isIndex() ? row.getLong(6) : 0;
                place = new Place(source, row.getInt(1), HEX.formatHex(key), rank, Columns.text(row, 3));
                if (isStray(source, row, key)) {
                    String order = source.isIndex() ? place.third : Columns.text(row, 2);
                    found.add(stray(names.of(place.space), source, order, key, rank));
                }
            }
        }
        return new Page<>(found, rows < limit ? Place.textOf(source.next()) : place.text());
    }

    /** The report if the next row of a walk cannot be read: the rest of its table is left out. */
    static Page<Stray> beyond(AccountSpace space, @Nullable String after) {
        Place place = Place.parse(after);
        Damaged<Stray> damaged = new Damaged<>(
                space, "table " + place.source.table, DamagedPages.FAULT + "; the rest of this table was not read");
        return new Page<>(List.of(damaged), Place.textOf(place.source.next()));
    }

    private static boolean isStray(Source source, ResultSet row, byte[] key) throws SQLException {
        return row.getString(4) == null
                || (source.isIndex() && !(row.getLong(6) == row.getLong(7) && hasReference(row.getBytes(5), key)));
    }

    private static boolean hasReference(byte @Nullable [] references, byte[] key) {
        if (references == null) {
            return false;
        }
        for (int i = 0; i + key.length <= references.length; i += OrderReference.LENGTH) {
            if (Arrays.equals(references, i, i + key.length, key, 0, key.length)) {
                return true;
            }
        }
        return false;
    }

    private static Found<Stray> stray(AccountSpace space, Source source, String order, byte[] key, long rank) {
        try {
            OrderReference reference = source.isIndex() ? OrderReference.of(key) : null;
            Instant of = source.isIndex() ? Instant.ofEpochMilli(-rank) : null;
            return new Whole<>(new Stray(space, source.kind, new OrderId(order), reference, of));
        } catch (IllegalArgumentException malformed) {
            return new Damaged<>(space, "table " + source.table, "a row has a malformed key");
        }
    }
}
