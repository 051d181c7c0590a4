package org.orderevidence.store.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.AccessTokenStore;
import org.orderevidence.store.EvidenceArchive.Damaged;
import org.orderevidence.store.EvidenceArchive.Found;
import org.orderevidence.store.EvidenceArchive.Page;
import org.orderevidence.store.EvidenceArchive.Whole;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.cassandra.archive.WalkPlace;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Statement;
import org.orderevidence.store.cassandra.table.TokenTable;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;
import org.orderevidence.store.token.AccessToken;
import org.orderevidence.store.token.TokenCodec;
import org.orderevidence.store.token.TokenKind;

/** Tokens that give access for a limited time, in a keyspace. */
final class CassandraAccessTokenStore implements AccessTokenStore {
    private final Cluster cluster;
    private final TokenCodec codec;
    private final TokenTable table;

    CassandraAccessTokenStore(Cluster cluster, InstantSource clock, EvidenceCodec codec) {
        this.cluster = cluster;
        this.codec = codec.tokens();
        this.table = new TokenTable(cluster, clock, this.codec);
    }

    @Override
    public boolean add(AccessToken token) {
        return table.add(token);
    }

    @Override
    public Optional<AccessToken> find(TokenKind kind, Bytes hash) {
        return table.find(kind, hash);
    }

    @Override
    public boolean extend(AccessToken token, Instant expires) {
        return table.extend(token, expires);
    }

    @Override
    public Optional<AccessToken> take(TokenKind kind, Bytes hash) {
        return table.find(kind, hash).filter(table::remove);
    }

    @Override
    public void remove(AccessToken token) {
        table.remove(token);
    }

    @Override
    public Listing list(AccountSpace space, TokenKind kind, String owner, @Nullable Bytes after, int limit) {
        AccessTokenStore.requirePage(limit);
        return table.list(space, kind, owner, after, limit);
    }

    /** Nothing to do: rows end by themselves. */
    @Override
    public int expire(Instant now) {
        return 0;
    }

    @Override
    public Page<AccessToken> walk(@Nullable String after, int limit) {
        AccessTokenStore.requirePage(limit);
        Cluster.Part part =
                cluster.readPart(Statement.WALK_ACCESS_TOKENS, WalkPlace.stateOf(WalkPlace.parse(after)), limit);
        List<Found<AccessToken>> found = new ArrayList<>(part.rows().size());
        for (Row row : part.rows()) {
            found.add(found(row));
        }
        return new Page<>(found, WalkPlace.text(part.next(), ""));
    }

    private Found<AccessToken> found(Row row) {
        try {
            return new Whole<>(TokenTable.token(codec, row));
        } catch (IllegalArgumentException | IllegalStateException | UnreadableDocument | DocumentTooNew unreadable) {
            return new Damaged<>(Cells.space(row), "an access token", String.valueOf(unreadable.getMessage()));
        }
    }
}
