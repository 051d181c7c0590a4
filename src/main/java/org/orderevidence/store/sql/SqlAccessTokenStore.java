package org.orderevidence.store.sql;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.AccessTokenStore;
import org.orderevidence.store.EvidenceArchive.Page;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.sql.archive.ArchivedTokens;
import org.orderevidence.store.sql.commit.GroupCommitter;
import org.orderevidence.store.sql.commit.ReaderPool;
import org.orderevidence.store.sql.dialect.Dialect;
import org.orderevidence.store.sql.table.Spaces;
import org.orderevidence.store.sql.table.TokenTable;
import org.orderevidence.store.token.AccessToken;
import org.orderevidence.store.token.TokenCodec;
import org.orderevidence.store.token.TokenKind;

/** Tokens that give access for a limited time, in an SQL database. */
final class SqlAccessTokenStore implements AccessTokenStore {
    private final GroupCommitter committer;
    private final ReaderPool readers;
    private final TokenCodec codec;
    private final Spaces spaces;

    SqlAccessTokenStore(Dialect dialect, GroupCommitter committer, ReaderPool readers, EvidenceCodec codec) {
        this.committer = committer;
        this.readers = readers;
        this.codec = codec.tokens();
        this.spaces = new Spaces(dialect, committer, readers);
    }

    @Override
    public boolean add(AccessToken token) {
        int space = spaces.numbered(token.space());
        byte[] sealed = codec.sealed(token);
        return committer.write(1, session -> TokenTable.add(session, space, token, sealed));
    }

    @Override
    public Optional<AccessToken> find(TokenKind kind, Bytes hash) {
        return readers.read(session -> TokenTable.find(session, codec, kind, hash));
    }

    @Override
    public boolean extend(AccessToken token, Instant expires) {
        AccessToken extended = token.expiring(expires);
        byte[] sealed = codec.sealed(extended);
        return committer.write(1, session -> TokenTable.extend(session, token.expires(), extended, sealed));
    }

    @Override
    public Optional<AccessToken> take(TokenKind kind, Bytes hash) {
        Optional<AccessToken> found = find(kind, hash);
        return found.isPresent() && committer.write(1, session -> TokenTable.remove(session, hash))
                ? found
                : Optional.empty();
    }

    @Override
    public void remove(AccessToken token) {
        committer.write(1, session -> TokenTable.remove(session, token.hash()));
    }

    @Override
    public Listing list(AccountSpace space, TokenKind kind, String owner, @Nullable Bytes after, int limit) {
        AccessTokenStore.requirePage(limit);
        Integer number = spaces.held(space);
        return number == null
                ? new Listing(List.of(), null)
                : readers.read(session -> TokenTable.list(session, codec, number, kind, owner, after, limit));
    }

    @Override
    public int expire(Instant now) {
        List<Bytes> expired = readers.read(session -> TokenTable.expired(session, now));
        if (!expired.isEmpty()) {
            committer.write(expired.size(), session -> TokenTable.expire(session, expired, now));
        }
        return expired.size();
    }

    @Override
    public Page<AccessToken> walk(@Nullable String after, int limit) {
        AccessTokenStore.requirePage(limit);
        return ArchivedTokens.page(readers, codec, after, limit);
    }
}
