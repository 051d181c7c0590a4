package org.orderevidence.store.sql;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.pending.PendingFact;
import org.orderevidence.order.pending.PendingKey;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.PendingStore;
import org.orderevidence.store.sql.commit.GroupCommitter;
import org.orderevidence.store.sql.commit.ReaderPool;
import org.orderevidence.store.sql.dialect.Dialect;
import org.orderevidence.store.sql.dialect.OpenSpace;
import org.orderevidence.store.sql.table.PendingRoom;
import org.orderevidence.store.sql.table.PendingTable;
import org.orderevidence.store.sql.table.Spaces;

/** Stores facts that wait for their order in an SQL database. */
final class SqlPendingStore implements PendingStore {
    private final GroupCommitter committer;
    private final ReaderPool readers;
    private final EvidenceCodec codec;
    private final Spaces spaces;
    private final PendingRoom room = new PendingRoom();

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
        return committer.write(1, session -> PendingTable.put(session, number, fact, document, room));
    }

    @Override
    public List<PendingFact> of(AccountSpace space, List<OrderReference> references, int limit) {
        PendingStore.requireLookup(references, limit);
        Integer number = spaces.held(space);
        return number == null || references.isEmpty()
                ? List.of()
                : readers.read(
                        session -> PendingTable.of(session, new OpenSpace(number, space, codec), references, limit));
    }

    @Override
    public Listing page(AccountSpace space, @Nullable PendingKey after, int limit) {
        PendingStore.requirePage(limit);
        Integer number = spaces.held(space);
        return number == null
                ? new Listing(List.of(), null, 0)
                : readers.read(
                        session -> PendingTable.page(session, new OpenSpace(number, space, codec), after, limit));
    }

    @Override
    public void end(AccountSpace space, PendingKey key, long version) {
        Integer number = spaces.held(space);
        if (number != null) {
            int ended = committer.write(1, session -> PendingTable.end(session, number, key.bytes(), version));
            room.add(number, ended);
        }
    }

    @Override
    public void expire(AccountSpace space, Instant before) {
        Integer number = spaces.held(space);
        if (number == null) {
            return;
        }
        // A sweep calls this each minute: other instances have changed how many facts there are.
        room.forget(number);
        List<byte[]> old = readers.read(session -> PendingTable.old(session, number, before));
        if (!old.isEmpty()) {
            committer.write(old.size(), session -> PendingTable.expire(session, number, old, before));
        }
    }

    @Override
    public List<AccountSpace> spaces(@Nullable AccountSpace after, int limit) {
        PendingStore.requireSpaces(limit);
        Integer number = after == null ? null : spaces.held(after);
        return readers.read(session -> PendingTable.spaces(session, number, limit));
    }

    /** Nothing to do: only spaces with rows are listed. */
    @Override
    public void endSpace(AccountSpace space, Instant now) {}

}
