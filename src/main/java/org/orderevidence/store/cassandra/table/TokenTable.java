package org.orderevidence.store.cassandra.table;

import com.datastax.oss.driver.api.core.cql.Row;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.AccessTokenStore;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Fanout;
import org.orderevidence.store.cassandra.cluster.Statement;
import org.orderevidence.store.cassandra.cluster.Times;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;
import org.orderevidence.store.token.AccessToken;
import org.orderevidence.store.token.TokenCodec;
import org.orderevidence.store.token.TokenKind;

/**
 * Access tokens by hash. Each write depends on what is stored (Paxos), and rows end by themselves. A second table has the
 * hashes of each owner. Its row is written before the token, so that no token is missing in a list. It counts only if
 * the token exists.
 */
public final class TokenTable {
    private final Cluster cluster;
    private final InstantSource clock;
    private final TokenCodec codec;

    public TokenTable(Cluster cluster, InstantSource clock, TokenCodec codec) {
        this.cluster = cluster;
        this.clock = clock;
        this.codec = codec;
    }

    /** See {@link AccessTokenStore#add}. */
    public boolean add(AccessToken token) {
        putOfOwner(token);
        byte[] sealed = codec.sealed(token);
        return cluster.writeOnCondition(
                        Statement.ADD_ACCESS_TOKEN,
                        held -> Cells.blob(sealed).equals(held.getByteBuffer("document")),
                        Cells.blob(token.hash()),
                        token.space(),
                        (byte) token.kind().code(),
                        token.owner(),
                        Times.micros(token.created()),
                        Times.micros(token.expires()),
                        Cells.blob(sealed),
                        secondsLeft(token))
                .isDone();
    }

    /** See {@link AccessTokenStore#extend}. */
    public boolean extend(AccessToken token, Instant expires) {
        AccessToken extended = token.expiring(expires);
        putOfOwner(extended);
        byte[] sealed = codec.sealed(extended);
        return cluster.writeOnCondition(
                        Statement.EXTEND_ACCESS_TOKEN,
                        held -> isStored(extended.hash(), sealed),
                        secondsLeft(extended),
                        extended.space(),
                        (byte) extended.kind().code(),
                        extended.owner(),
                        Times.micros(extended.created()),
                        Times.micros(extended.expires()),
                        Cells.blob(sealed),
                        Cells.blob(extended.hash()),
                        Times.micros(token.expires()))
                .isDone();
    }

    private boolean isStored(Bytes hash, byte[] sealed) {
        Row row = cluster.readOne(Statement.SELECT_ACCESS_TOKEN, Cells.blob(hash));
        return row != null && Cells.blob(sealed).equals(row.getByteBuffer("document"));
    }

    private void putOfOwner(AccessToken token) {
        cluster.write(
                Statement.PUT_TOKEN_OF_OWNER,
                token.space(),
                (byte) token.kind().code(),
                token.owner(),
                Cells.blob(token.hash()),
                secondsLeft(token));
    }

    /**
     * Deletes a token. Returns false if there is none, and also if the cluster did not report the outcome of the first
     * attempt.
     */
    public boolean remove(AccessToken token) {
        boolean isDone = cluster.writeOnCondition(
                        Statement.DELETE_ACCESS_TOKEN, held -> false, Cells.blob(token.hash()))
                .isDone();
        cluster.write(
                Statement.DELETE_TOKEN_OF_OWNER,
                token.space(),
                (byte) token.kind().code(),
                token.owner(),
                Cells.blob(token.hash()));
        return isDone;
    }

    /** See {@link AccessTokenStore#find}. */
    public Optional<AccessToken> find(TokenKind kind, Bytes hash) {
        Row row = cluster.readOne(Statement.SELECT_ACCESS_TOKEN, Cells.blob(hash));
        return row == null ? Optional.empty() : Optional.of(token(codec, row)).filter(token -> token.kind() == kind);
    }

    /** Returns the token of a row. */
    public static AccessToken token(TokenCodec codec, Row row) {
        return codec.token(
                Cells.space(row),
                Bytes.wrap(Cells.bytes(row, "hash")),
                row.getByte("kind"),
                Cells.text(row, "owner"),
                Times.instant(row.getLong("created")),
                Times.instant(row.getLong("expires")),
                Cells.bytes(row, "document"));
    }

    /** See {@link AccessTokenStore#list}. */
    public AccessTokenStore.Listing list(
            AccountSpace space, TokenKind kind, String owner, @Nullable Bytes after, int limit) {
        List<Bytes> hashes = cluster
                .readAll(
                        Statement.SELECT_TOKENS_OF_OWNER,
                        space,
                        (byte) kind.code(),
                        owner,
                        Cells.blob(after == null ? new byte[0] : after.toArray()),
                        limit)
                .stream()
                .map(row -> Bytes.wrap(Cells.bytes(row, "hash")))
                .toList();
        List<AccessToken> tokens = new ArrayList<>(hashes.size());
        Fanout.map(hashes, hash -> readable(kind, hash)).forEach(found -> found.ifPresent(tokens::add));
        return new AccessTokenStore.Listing(tokens, hashes.size() < limit ? null : hashes.getLast());
    }

    private Optional<AccessToken> readable(TokenKind kind, Bytes hash) {
        try {
            return find(kind, hash);
        } catch (UnreadableDocument | DocumentTooNew | IllegalArgumentException | IllegalStateException leftOut) {
            // store verify reports it.
            return Optional.empty();
        }
    }

    private int secondsLeft(AccessToken token) {
        // 0 would be a row that never ends.
        return Math.max(
                1,
                Math.toIntExact(
                        Duration.between(clock.instant(), token.removed()).toSeconds()));
    }
}
