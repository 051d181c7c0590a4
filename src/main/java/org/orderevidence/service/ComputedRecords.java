package org.orderevidence.service;

import java.util.Optional;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.IntegrationRecord;
import org.orderevidence.store.IntegrationRecord.RecordKey;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.RecordSealer;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.RecordDocument;
import org.orderevidence.store.document.UnreadableDocument;

/**
 * What the service makes of the orders of each account space, and can make again: one that is damaged, or of another
 * release, counts as none.
 */
public record ComputedRecords<T>(IntegrationStore store, String name, RecordDocument<T> document) {
    public Optional<T> read(AccountSpace space) {
        try {
            return store.read(key(space)).flatMap(record -> RecordSealer.ifReadable(() -> record.as(document)));
        } catch (UnreadableDocument | DocumentTooNew damaged) {
            return Optional.empty();
        }
    }

    public void put(AccountSpace space, T value) {
        store.put(IntegrationRecord.of(space, key(space), null, document.encode(value)));
    }

    private RecordKey key(AccountSpace space) {
        return new RecordKey(RecordKey.COMPUTED + name + "/" + space.path(), "current");
    }
}
