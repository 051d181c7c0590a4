package org.orderevidence.service;

import java.util.Optional;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
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
        return held(space).flatMap(record -> RecordSealer.ifReadable(() -> record.as(document)));
    }

    private Optional<IntegrationRecord> held(AccountSpace space) {
        try {
            return store.read(key(space));
        } catch (UnreadableDocument | DocumentTooNew damaged) {
            return Optional.empty();
        }
    }

    /** Stores one. Of two instances that store one at the same time, one wins. */
    public void put(AccountSpace space, T value) {
        Bytes content = document.encode(value);
        Optional<IntegrationRecord> held = held(space);
        if (held.isPresent()) {
            store.replace(held.get(), held.get().next(null, content));
            return;
        }
        IntegrationRecord first = IntegrationRecord.of(space, key(space), null, content);
        if (!store.add(first) && held(space).isEmpty()) {
            // A damaged record is in its place.
            store.remove(first.key());
            store.add(first);
        }
    }

    private RecordKey key(AccountSpace space) {
        return new RecordKey(RecordKey.COMPUTED + name + "/" + space.path(), "current");
    }
}
