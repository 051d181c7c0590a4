package org.orderevidence.http.webhook;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.EvidenceArchive.Page;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.integration.IntegrationRecord;
import org.orderevidence.store.integration.RecordKey;

/** A store that can be read and not written. */
record FailingIntegrations(IntegrationStore real) implements IntegrationStore {
    private static StoreUnavailable failure() {
        return new StoreUnavailable("the test wants it so");
    }

    @Override
    public boolean add(IntegrationRecord record) {
        throw failure();
    }

    @Override
    public boolean replace(IntegrationRecord before, IntegrationRecord after) {
        throw failure();
    }

    @Override
    public void remove(RecordKey key) {
        throw failure();
    }

    @Override
    public Optional<IntegrationRecord> read(RecordKey key) {
        return real.read(key);
    }

    @Override
    public Listing group(String group, @Nullable String after, int limit) {
        return real.group(group, after, limit);
    }

    @Override
    public List<Head> heads(String group, @Nullable String after, int limit) {
        return real.heads(group, after, limit);
    }

    @Override
    public List<Due> due(Instant now, @Nullable Due after, int limit) {
        return real.due(now, after, limit);
    }

    @Override
    public int expire(Instant now) {
        throw failure();
    }

    @Override
    public Page<IntegrationRecord> walk(@Nullable String after, int limit) {
        return real.walk(after, limit);
    }
}
