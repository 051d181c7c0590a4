package org.orderevidence.store.sql;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.EvidenceArchive.Page;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.integration.IntegrationCodec;
import org.orderevidence.store.integration.IntegrationRecord;
import org.orderevidence.store.integration.RecordKey;
import org.orderevidence.store.sql.archive.ArchivedIntegrations;
import org.orderevidence.store.sql.commit.GroupCommitter;
import org.orderevidence.store.sql.commit.ReaderPool;
import org.orderevidence.store.sql.dialect.Dialect;
import org.orderevidence.store.sql.table.IntegrationTable;
import org.orderevidence.store.sql.table.Spaces;

/** Records of integrations, in an SQL database. */
final class SqlIntegrationStore implements IntegrationStore {
    private final GroupCommitter committer;
    private final ReaderPool readers;
    private final IntegrationCodec codec;
    private final Spaces spaces;

    SqlIntegrationStore(Dialect dialect, GroupCommitter committer, ReaderPool readers, EvidenceCodec codec) {
        this.committer = committer;
        this.readers = readers;
        this.codec = codec.integrations();
        this.spaces = new Spaces(dialect, committer, readers);
    }

    @Override
    public boolean add(IntegrationRecord record) {
        int space = spaces.numbered(record.space());
        byte[] sealed = codec.sealed(record);
        return committer.write(1, session -> IntegrationTable.add(session, space, record, sealed));
    }

    @Override
    public boolean replace(IntegrationRecord before, IntegrationRecord after) {
        byte[] sealed = codec.sealed(after);
        return committer.write(1, session -> IntegrationTable.replace(session, before.version(), after, sealed));
    }

    @Override
    public void remove(RecordKey key) {
        committer.write(1, session -> IntegrationTable.remove(session, key));
    }

    @Override
    public Optional<IntegrationRecord> read(RecordKey key) {
        return readers.read(session -> IntegrationTable.read(session, codec, key));
    }

    @Override
    public Listing group(String group, @Nullable String after, int limit) {
        IntegrationStore.requirePage(limit);
        return readers.read(session -> IntegrationTable.group(session, codec, group, after, limit));
    }

    @Override
    public List<Head> heads(String group, @Nullable String after, int limit) {
        IntegrationStore.requirePage(limit);
        return readers.read(session -> IntegrationTable.heads(session, group, after, limit));
    }

    @Override
    public List<Due> due(Instant now, @Nullable Due after, int limit) {
        IntegrationStore.requirePage(limit);
        return readers.read(session -> IntegrationTable.due(session, now, after, limit));
    }

    @Override
    public int expire(Instant now) {
        List<RecordKey> expired = readers.read(session -> IntegrationTable.expired(session, now));
        if (!expired.isEmpty()) {
            committer.write(expired.size(), session -> IntegrationTable.expire(session, expired, now));
        }
        return expired.size();
    }

    @Override
    public Page<IntegrationRecord> walk(@Nullable String after, int limit) {
        IntegrationStore.requirePage(limit);
        return ArchivedIntegrations.page(readers, codec, after, Math.min(limit, MAX_WALKED));
    }
}
