package org.orderevidence.store.sql.archive;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.EvidenceArchive.Damaged;
import org.orderevidence.store.EvidenceArchive.Found;
import org.orderevidence.store.EvidenceArchive.Page;
import org.orderevidence.store.EvidenceArchive.Whole;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;
import org.orderevidence.store.sql.commit.ReaderPool;
import org.orderevidence.store.sql.dialect.Columns;
import org.orderevidence.store.sql.dialect.Session;
import org.orderevidence.store.sql.dialect.Times;
import org.orderevidence.store.token.AccessToken;
import org.orderevidence.store.token.TokenCodec;

/** Walks over access tokens, by space and hash. */
public final class ArchivedTokens {
    public static final String SELECT = """
            SELECT space, hash, kind, owner, created, expires, removed, document FROM access_tokens
            WHERE (space, hash) > (?, ?) ORDER BY space, hash LIMIT ?""";

    private static final HexFormat HEX = HexFormat.of();

    private ArchivedTokens() {}

    /** Where a page ended. */
    private record Place(int space, Bytes hash) {
        static Place parse(@Nullable String text) {
            if (text == null) {
                return new Place(ArchivePlace.BEFORE_ALL, Bytes.wrap(new byte[0]));
            }
            String[] parts = text.split(" ", -1);
            if (parts.length != 2) {
                throw new IllegalArgumentException("not where a page of this store ended");
            }
            return new Place(Integer.parseInt(parts[0]), Bytes.wrap(HEX.parseHex(parts[1])));
        }

        String text() {
            return space + " " + HEX.formatHex(hash.toArray());
        }
    }

    /** Returns one page of the walk. */
    public static Page<AccessToken> page(ReaderPool readers, TokenCodec codec, @Nullable String after, int limit) {
        Place place = Place.parse(after);
        return DamagedPages.read(
                limit,
                rows -> readers.readSnapshot(session -> page(session, codec, place, rows)),
                () -> beyond(readers, place));
    }

    private static Page<AccessToken> page(Session session, TokenCodec codec, Place after, int limit)
            throws SQLException {
        SpaceNames names = new SpaceNames(session);
        PreparedStatement select = session.prepare(SELECT);
        select.setInt(1, after.space());
        select.setBytes(2, after.hash().toArray());
        select.setInt(3, limit);
        List<Found<AccessToken>> found = new ArrayList<>();
        Place last = after;
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                last = new Place(row.getInt(1), Bytes.wrap(Columns.bytes(row, 2)));
                found.add(found(names.of(last.space()), last, codec, row));
            }
        }
        return new Page<>(found, found.size() < limit ? null : last.text());
    }

    private static Found<AccessToken> found(AccountSpace space, Place place, TokenCodec codec, ResultSet row)
            throws SQLException {
        try {
            AccessToken token = codec.token(
                    space,
                    place.hash(),
                    row.getInt(3),
                    Columns.text(row, 4),
                    Times.instant(row.getLong(5)),
                    Times.instant(row.getLong(6)),
                    Columns.bytes(row, 8));
            Instant removed = Times.instant(row.getLong(7));
            return removed.equals(token.removed())
                    ? new Whole<>(token)
                    : damaged(space, place, "its column removed is " + removed + " and must be " + token.removed());
        } catch (UnreadableDocument | DocumentTooNew | IllegalArgumentException | IllegalStateException malformed) {
            return damaged(space, place, String.valueOf(malformed.getMessage()));
        }
    }

    private static Damaged<AccessToken> damaged(AccountSpace space, Place place, String reason) {
        return new Damaged<>(
                space, "access token with hash " + HEX.formatHex(place.hash().toArray()), reason);
    }

    private static Page<AccessToken> beyond(ReaderPool readers, Place place) {
        AccountSpace space = place.space() == ArchivePlace.BEFORE_ALL
                ? new AccountSpace("unknown", AccountSpace.Mode.LIVE)
                : readers.read(session -> new SpaceNames(session).of(place.space()));
        return new Page<>(
                List.of(new Damaged<>(
                        space, "table access_tokens", DamagedPages.FAULT + "; the rest of this table was not read")),
                null);
    }
}
