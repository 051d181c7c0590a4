package org.orderevidence.store.sql.archive;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.pending.PendingKey;
import org.orderevidence.store.EvidenceArchive.Damaged;
import org.orderevidence.store.EvidenceArchive.Found;
import org.orderevidence.store.EvidenceArchive.Page;
import org.orderevidence.store.EvidenceArchive.Whole;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.PendingStore.ArchivedPending;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;
import org.orderevidence.store.sql.commit.ReaderPool;
import org.orderevidence.store.sql.dialect.Columns;
import org.orderevidence.store.sql.dialect.Session;
import org.orderevidence.store.sql.dialect.Times;

/** Walks over facts that wait for their order, in key order. */
public final class ArchivedPendingFacts {
    public static final String SELECT = """
            SELECT space, pending_key, version, since, document FROM pending
            WHERE (space, pending_key) > (?, ?) ORDER BY space, pending_key LIMIT ?""";

    private static final HexFormat HEX = HexFormat.of();

    private ArchivedPendingFacts() {}

    /** Where a page ended: the number of a space and the hexadecimal key. */
    private record Place(int space, String key) {
        static Place parse(@Nullable String text) {
            if (text == null) {
                return new Place(ArchivePlace.BEFORE_ALL, "");
            }
            int colon = text.indexOf(':');
            if (colon < 0) {
                throw new IllegalArgumentException("not where a page of this store ended");
            }
            return new Place(Integer.parseInt(text.substring(0, colon)), text.substring(colon + 1));
        }

        String text() {
            return space + ":" + key;
        }
    }

    /** Returns one page of the walk. */
    public static Page<ArchivedPending> page(
            ReaderPool readers, EvidenceCodec codec, @Nullable String after, int limit) {
        Place place = Place.parse(after);
        return DamagedPages.read(
                limit,
                rows -> readers.readSnapshot(session -> page(session, codec, place, rows)),
                () -> beyond(readers, place));
    }

    private static Page<ArchivedPending> page(Session session, EvidenceCodec codec, Place after, int limit)
            throws SQLException {
        SpaceNames names = new SpaceNames(session);
        PreparedStatement select = session.prepare(SELECT);
        select.setInt(1, after.space());
        select.setBytes(2, HEX.parseHex(after.key()));
        select.setInt(3, limit);
        List<Found<ArchivedPending>> found = new ArrayList<>();
        Place last = after;
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                last = new Place(row.getInt(1), HEX.formatHex(Columns.bytes(row, 2)));
                found.add(found(names.of(last.space()), last, codec, row));
            }
        }
        return new Page<>(found, found.size() < limit ? null : last.text());
    }

    private static Found<ArchivedPending> found(AccountSpace space, Place place, EvidenceCodec codec, ResultSet row)
            throws SQLException {
        try {
            PendingKey key = PendingKey.of(HEX.parseHex(place.key()));
            return new Whole<>(new ArchivedPending(
                    space,
                    codec.pending(space, key, row.getLong(3), Times.instant(row.getLong(4)), Columns.bytes(row, 5))));
        } catch (UnreadableDocument | DocumentTooNew | IllegalArgumentException malformed) {
            return new Damaged<>(space, "pending fact of key " + place.key(), String.valueOf(malformed.getMessage()));
        }
    }

    private static Page<ArchivedPending> beyond(ReaderPool readers, Place place) {
        AccountSpace space = place.space() == ArchivePlace.BEFORE_ALL
                ? new AccountSpace("unknown", AccountSpace.Mode.LIVE)
                : readers.read(session -> new SpaceNames(session).of(place.space()));
        return new Page<>(
                List.of(new Damaged<>(
                        space, "table pending", DamagedPages.FAULT + "; the rest of this table was not read")),
                null);
    }
}
