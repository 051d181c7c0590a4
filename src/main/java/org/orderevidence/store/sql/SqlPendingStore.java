package org.orderevidence.store.sql;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.pending.PendingFact;
import org.orderevidence.order.pending.PendingKey;
import org.orderevidence.store.EvidenceArchive.Page;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.PendingStore;
import org.orderevidence.store.sql.archive.ArchivedPendingFacts;
import org.orderevidence.store.sql.archive.SpaceNames;
import org.orderevidence.store.sql.commit.GroupCommitter;
import org.orderevidence.store.sql.commit.ReaderPool;
import org.orderevidence.store.sql.dialect.Dialect;
import org.orderevidence.store.sql.dialect.OpenSpace;
import org.orderevidence.store.sql.dialect.Session;
import org.orderevidence.store.sql.table.PendingTable;
import org.orderevidence.store.sql.table.Spaces;

/** What waits for its order, in an SQL database. */
final class SqlPendingStore implements PendingStore {
    private final GroupCommitter committer;
    private final ReaderPool readers;
    private final EvidenceCodec codec;
    private final Spaces spaces;

    SqlPendingStore(Dialect dialect, GroupCommitter committer, ReaderPool readers, EvidenceCodec codec) {
        this.committer = committer;
        this.readers = readers;
        this.codec = codec;
        this.spaces = new Spaces(dialect, committer, readers);
    }

    @Override
    public boolean put(AccountSpace space, PendingFact fact) {
        int number = spaces.numbered(space);
        byte[] document = codec.pending(space, fact);
        return committer.write(1, session -> PendingTable.put(session, number, fact, document));
    }

    @Override
    public List<PendingFact> of(AccountSpace space, OrderReference reference, int limit) {
        PendingStore.requirePage(limit);
        Integer number = spaces.held(space);
        return number == null
                ? List.of()
                : readers.read(
                        session -> PendingTable.of(session, new OpenSpace(number, space, codec), reference, limit));
    }

    @Override
    public Listing page(AccountSpace space, @Nullable PendingKey after, int limit) {
        PendingStore.requirePage(limit);
        Integer number = spaces.held(space);
        return number == null
                ? new Listing(List.of(), null)
                : readers.read(
                        session -> PendingTable.page(session, new OpenSpace(number, space, codec), after, limit));
    }

    @Override
    public void end(AccountSpace space, PendingKey key, long version) {
        Integer number = spaces.held(space);
        if (number != null) {
            committer.write(1, session -> PendingTable.end(session, number, key.bytes(), version));
        }
    }

    @Override
    public void expire(AccountSpace space, Instant before) {
        Integer number = spaces.held(space);
        if (number != null) {
            committer.write(1, session -> PendingTable.expire(session, number, before));
        }
    }

    @Override
    public List<AccountSpace> spaces() {
        return readers.read(SqlPendingStore::named);
    }

    private static List<AccountSpace> named(Session session) throws SQLException {
        SpaceNames names = new SpaceNames(session);
        List<AccountSpace> named = new ArrayList<>();
        for (int number : PendingTable.spaces(session)) {
            named.add(names.of(number));
        }
        return named;
    }

    @Override
    public Page<ArchivedPending> walk(@Nullable String after, int limit) {
        PendingStore.requirePage(limit);
        return ArchivedPendingFacts.page(readers, codec, after, limit);
    }
}
