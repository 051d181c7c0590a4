package org.orderevidence.store.sql.archive;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.store.EvidenceArchive.ArchivedRow;
import org.orderevidence.store.EvidenceArchive.Damaged;
import org.orderevidence.store.EvidenceArchive.Found;
import org.orderevidence.store.EvidenceArchive.Page;
import org.orderevidence.store.EvidenceArchive.RowPlace;
import org.orderevidence.store.EvidenceArchive.Whole;
import org.orderevidence.store.sql.dialect.Columns;
import org.orderevidence.store.sql.dialect.HistoryTable;
import org.orderevidence.store.sql.dialect.Session;

/** Reads one page of a walk over history rows: the rest of a credential, newest day first, then those behind it. */
public final class ArchivedHistory {
    public static final String SELECT_REST = """
            SELECT space, credential, order_id, version, marks, facts, day FROM history
            WHERE space = ? AND credential = ? AND day <= ? AND (day < ? OR order_id > ?)
            ORDER BY day DESC, order_id LIMIT ?""";

    public static final String SELECT_BEHIND = """
            SELECT space, credential, order_id, version, marks, facts, day FROM history
            WHERE (space, credential) > (?, ?)
            ORDER BY space, credential, day DESC, order_id LIMIT ?""";

    public static final String SELECT_AT = """
            SELECT space, credential, order_id, version, marks, facts, day FROM history
            WHERE space = ? AND credential = ? AND day = ? AND order_id = ?""";

    private static final HexFormat HEX = HexFormat.of();
    private static final int FIRST_COLUMN_OF_ROW = 3;

    private final Session session;
    private final SpaceNames names;

    ArchivedHistory(Session session) {
        this.session = session;
        this.names = new SpaceNames(session);
    }

    Page<ArchivedRow> page(ArchivePlace.OfRow after, int limit) throws SQLException {
        List<Found<ArchivedRow>> found = new ArrayList<>();
        byte[] credential = HEX.parseHex(after.credential());
        PreparedStatement rest = session.prepare(SELECT_REST);
        rest.setInt(1, after.space());
        rest.setBytes(2, credential);
        rest.setInt(3, after.day());
        rest.setInt(4, after.day());
        rest.setString(5, after.id());
        rest.setInt(6, limit);
        ArchivePlace.OfRow last = read(rest, after, found);
        if (found.size() < limit) {
            PreparedStatement behind = session.prepare(SELECT_BEHIND);
            behind.setInt(1, after.space());
            behind.setBytes(2, credential);
            behind.setInt(3, limit - found.size());
            last = read(behind, last, found);
        }
        return new Page<>(found, found.size() < limit ? null : last.text());
    }

    /**
     * The rows that stand at these places.
     *
     * @param numbers of the spaces of the places, in their order
     */
    static List<ArchivedRow> at(Session session, List<RowPlace> places, List<Integer> numbers) throws SQLException {
        List<ArchivedRow> rows = new ArrayList<>(places.size());
        for (int i = 0; i < places.size(); i++) {
            RowPlace place = places.get(i);
            PreparedStatement select = session.prepare(SELECT_AT);
            select.setInt(1, numbers.get(i));
            select.setBytes(2, place.credential().bytes());
            select.setInt(3, Math.toIntExact(place.day().toEpochDay()));
            select.setString(4, place.id().value());
            try (ResultSet row = select.executeQuery()) {
                if (row.next()) {
                    rows.add(new ArchivedRow(
                            place.space(), place.credential(), HistoryTable.row(row, FIRST_COLUMN_OF_ROW)));
                }
            }
        }
        return rows;
    }

    /** Adds what a statement finds; answers where it ended. */
    private ArchivePlace.OfRow read(PreparedStatement select, ArchivePlace.OfRow before, List<Found<ArchivedRow>> found)
            throws SQLException {
        ArchivePlace.OfRow last = before;
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                byte[] credential = Columns.bytes(row, 2);
                last = new ArchivePlace.OfRow(
                        row.getInt(1), HEX.formatHex(credential), row.getInt(7), Columns.text(row, 3));
                found.add(found(last, credential, row));
            }
        }
        return last;
    }

    private Found<ArchivedRow> found(ArchivePlace.OfRow place, byte[] credential, ResultSet row) throws SQLException {
        try {
            return new Whole<>(new ArchivedRow(
                    names.of(place.space()), KeyedHash.of(credential), HistoryTable.row(row, FIRST_COLUMN_OF_ROW)));
        } catch (IllegalArgumentException malformed) {
            return new Damaged<>(
                    names.of(place.space()),
                    "history row of order " + place.id() + " under credential key " + place.credential(),
                    String.valueOf(malformed.getMessage()));
        }
    }
}
