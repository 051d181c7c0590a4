package org.orderevidence.store.sql.table;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.AccessTokenStore;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;
import org.orderevidence.store.sql.dialect.Columns;
import org.orderevidence.store.sql.dialect.Session;
import org.orderevidence.store.sql.dialect.Times;
import org.orderevidence.store.token.AccessToken;
import org.orderevidence.store.token.TokenCodec;
import org.orderevidence.store.token.TokenKind;

/** The table of tokens that give access for a limited time. */
public final class TokenTable {
    /** What {@link #token} reads. */
    private static final String COLUMNS = """
            SELECT spaces.account, spaces.mode, t.hash, t.kind, t.owner, t.created, t.expires, t.document
            FROM access_tokens AS t JOIN spaces ON spaces.number = t.space
            """;

    public static final String SELECT = COLUMNS + "WHERE t.hash = ? AND t.kind = ?";
    public static final String SELECT_OF_OWNER =
            COLUMNS + "WHERE t.space = ? AND t.kind = ? AND t.owner = ? AND t.hash > ? ORDER BY t.hash LIMIT ?";
    public static final String SELECT_EXPIRED =
            "SELECT hash FROM access_tokens WHERE removed <= ? LIMIT " + AccessTokenStore.MAX_PAGE;

    private static final String INSERT = """
            INSERT INTO access_tokens (space, hash, kind, owner, created, expires, removed, document)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING""";
    private static final String UPDATE =
            "UPDATE access_tokens SET expires = ?, removed = ?, document = ? WHERE hash = ? AND expires = ?";
    private static final String DELETE = "DELETE FROM access_tokens WHERE hash = ?";
    private static final String DELETE_EXPIRED = DELETE + " AND removed <= ?";

    private TokenTable() {}

    /** Stores a new token; false if there is one of its hash. */
    public static boolean add(Session session, int space, AccessToken token, byte[] sealed) throws SQLException {
        PreparedStatement insert = session.prepare(INSERT);
        insert.setInt(1, space);
        insert.setBytes(2, token.hash().toArray());
        insert.setInt(3, token.kind().code());
        insert.setString(4, token.owner());
        insert.setLong(5, Times.micros(token.created()));
        insert.setLong(6, Times.micros(token.expires()));
        insert.setLong(7, Times.micros(token.removed()));
        insert.setBytes(8, sealed);
        return insert.executeUpdate() == 1;
    }

    /** Changes the end of a token; false if the stored one has another end. */
    public static boolean extend(Session session, Instant before, AccessToken after, byte[] sealed)
            throws SQLException {
        PreparedStatement update = session.prepare(UPDATE);
        update.setLong(1, Times.micros(after.expires()));
        update.setLong(2, Times.micros(after.removed()));
        update.setBytes(3, sealed);
        update.setBytes(4, after.hash().toArray());
        update.setLong(5, Times.micros(before));
        return update.executeUpdate() == 1;
    }

    /** Deletes a token; false if there is none. */
    public static boolean remove(Session session, Bytes hash) throws SQLException {
        PreparedStatement delete = session.prepare(DELETE);
        delete.setBytes(1, hash.toArray());
        return delete.executeUpdate() == 1;
    }

    /** Returns a token, or empty if there is none. */
    public static Optional<AccessToken> find(Session session, TokenCodec codec, TokenKind kind, Bytes hash)
            throws SQLException {
        PreparedStatement select = session.prepare(SELECT);
        select.setBytes(1, hash.toArray());
        select.setInt(2, kind.code());
        try (ResultSet row = select.executeQuery()) {
            return row.next() ? Optional.of(token(codec, row)) : Optional.empty();
        }
    }

    private static AccessToken token(TokenCodec codec, ResultSet row) throws SQLException {
        return codec.token(
                Spaces.named(Columns.text(row, 1), Columns.text(row, 2)),
                Bytes.wrap(Columns.bytes(row, 3)),
                row.getInt(4),
                Columns.text(row, 5),
                Times.instant(row.getLong(6)),
                Times.instant(row.getLong(7)),
                Columns.bytes(row, 8));
    }

    /** Returns tokens of an owner after a hash. */
    public static AccessTokenStore.Listing list(
            Session session,
            TokenCodec codec,
            int space,
            TokenKind kind,
            String owner,
            @Nullable Bytes after,
            int limit)
            throws SQLException {
        PreparedStatement select = session.prepare(SELECT_OF_OWNER);
        select.setInt(1, space);
        select.setInt(2, kind.code());
        select.setString(3, owner);
        select.setBytes(4, after == null ? new byte[0] : after.toArray());
        select.setInt(5, limit);
        List<AccessToken> tokens = new ArrayList<>();
        Bytes last = null;
        int rows = 0;
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                rows++;
                last = Bytes.wrap(Columns.bytes(row, 3));
                try {
                    tokens.add(token(codec, row));
                } catch (UnreadableDocument
                        | DocumentTooNew
                        | IllegalArgumentException
                        | IllegalStateException leftOut) {
                    // store verify reports it.
                }
            }
        }
        return new AccessTokenStore.Listing(tokens, rows < limit ? null : last);
    }

    /** Returns the hashes of some tokens whose time in the store has ended. */
    public static List<Bytes> expired(Session session, Instant now) throws SQLException {
        PreparedStatement select = session.prepare(SELECT_EXPIRED);
        select.setLong(1, Times.micros(now));
        List<Bytes> expired = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                expired.add(Bytes.wrap(Columns.bytes(row, 1)));
            }
        }
        return expired;
    }

    /** Deletes those of these tokens that have not been extended since. */
    public static int expire(Session session, List<Bytes> expired, Instant now) throws SQLException {
        int deleted = 0;
        for (Bytes hash : expired) {
            PreparedStatement delete = session.prepare(DELETE_EXPIRED);
            delete.setBytes(1, hash.toArray());
            delete.setLong(2, Times.micros(now));
            deleted += delete.executeUpdate();
        }
        return deleted;
    }
}
