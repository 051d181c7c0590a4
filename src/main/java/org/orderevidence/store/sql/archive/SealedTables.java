package org.orderevidence.store.sql.archive;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.SealedRecords;
import org.orderevidence.store.SealedTally;
import org.orderevidence.store.sql.commit.GroupCommitter;
import org.orderevidence.store.sql.commit.ReaderPool;
import org.orderevidence.store.sql.dialect.Session;

/**
 * The sealed columns of an SQL database, table after table. A row is sealed again with a comparison of its old bytes,
 * so that a concurrent write stays.
 */
public final class SealedTables implements SealedRecords {
    /** Nothing is older than this: a count reads no complete document. */
    private static final int NO_KEY = 0;

    private final GroupCommitter committer;
    private final ReaderPool readers;
    private final EvidenceCodec codec;

    public SealedTables(GroupCommitter committer, ReaderPool readers, EvidenceCodec codec) {
        this.committer = committer;
        this.readers = readers;
        this.codec = codec;
    }

    @Override
    public int sealingKey() {
        return codec.sealingKey();
    }

    @Override
    public SortedSet<Integer> keys() {
        return codec.sealingKeys();
    }

    @Override
    public Page count(@Nullable String after, int limit) {
        return page(after, limit, false);
    }

    @Override
    public Page reseal(@Nullable String after, int limit) {
        return page(after, limit, true);
    }

    /** Where a page ended: {@code TABLE:PLACE}, or {@code TABLE:} before the first row of a table. */
    private record Position(SealedTable table, SealedTable.Place place) {
        static Position parse(@Nullable String text) {
            if (text == null) {
                return new Position(SealedTable.ORDERS, SealedTable.ORDERS.first());
            }
            int colon = text.indexOf(':');
            SealedTable table = SealedTable.valueOf(text.substring(0, Math.max(colon, 0)));
            String place = text.substring(colon + 1);
            return new Position(table, place.isEmpty() ? table.first() : table.place(place));
        }

        static String text(SealedTable table, SealedTable.Place place) {
            return table.name() + ":" + place.text();
        }

        /** The start of the next table; null after the last. */
        static @Nullable String afterTable(SealedTable table) {
            return switch (table) {
                case ORDERS -> SealedTable.DISPUTES.name() + ":";
                case DISPUTES -> SealedTable.FRAUD_REPORTS.name() + ":";
                case FRAUD_REPORTS -> null;
            };
        }
    }

    /**
     * A row with its space.
     *
     * @param space empty unless the row is to be sealed again and its space exists
     */
    private record Found(SealedTable.Row row, @Nullable AccountSpace space) {
        AccountSpace knownSpace() {
            if (space == null) {
                throw new IllegalStateException("the account space of this row does not exist");
            }
            return space;
        }
    }

    /** A row that is to be sealed again. */
    private record Change(SealedTable.Row row, Bytes resealed) {}

    private Page page(@Nullable String after, int limit, boolean reseals) {
        Position position = Position.parse(after);
        SealedTable table = position.table();
        int sealing = codec.sealingKey();
        SealedTally tally = new SealedTally(sealing, codec.sealingKeys());
        int most = SealedRecords.checkedLimit(limit);
        List<Found> rows = readers.readSnapshot(session -> rows(session, position, reseals ? sealing : NO_KEY, most));
        List<Change> changes = new ArrayList<>();
        for (Found found : rows) {
            if (tally.isOld(table.kind(), found.row().start().toArray())
                    && found.row().old() != null) {
                byte[] resealed = tally.resealed(() -> table.reseal(codec, found.knownSpace(), found.row()));
                if (resealed != null) {
                    changes.add(new Change(found.row(), Bytes.wrap(resealed)));
                }
            }
        }
        int changed =
                changes.isEmpty() ? 0 : committer.write(changes.size(), session -> update(session, table, changes));
        String next = rows.size() < limit
                ? Position.afterTable(table)
                : Position.text(table, rows.getLast().row().place());
        return tally.page(changed, next);
    }

    private static List<Found> rows(Session session, Position after, int olderThan, int limit) throws SQLException {
        PreparedStatement select = session.prepare(after.table().select());
        after.table().bindSelect(select, olderThan, after.place(), limit);
        List<SealedTable.Row> rows = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                rows.add(after.table().row(row));
            }
        }
        SpaceNames names = new SpaceNames(session);
        List<Found> found = new ArrayList<>(rows.size());
        for (SealedTable.Row row : rows) {
            found.add(new Found(row, row.old() == null ? null : space(names, row)));
        }
        return found;
    }

    /** Returns null for a damaged number: one such row must not end the walk. */
    private static @Nullable AccountSpace space(SpaceNames names, SealedTable.Row row) throws SQLException {
        try {
            return names.of(row.place().space());
        } catch (IllegalStateException | IllegalArgumentException noSuchSpace) {
            return null;
        }
    }

    private static int update(Session session, SealedTable table, List<Change> changes) throws SQLException {
        PreparedStatement update = session.prepare(table.update());
        int changed = 0;
        for (Change change : changes) {
            table.bindUpdate(update, change.row(), change.resealed());
            changed += update.executeUpdate();
        }
        return changed;
    }
}
