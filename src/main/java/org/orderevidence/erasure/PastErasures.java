package org.orderevidence.erasure;

import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Micros;
import org.orderevidence.order.OrderId;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.Kind;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.Page;
import org.orderevidence.store.Stored;

/** The erasures of a store, which are repeated in an older backup of it that was restored. */
public record PastErasures(OpenStore store) {
    /**
     * An erasure.
     *
     * @param order that was erased; {@code null} if a customer was
     * @param customer keyed hash of the e-mail address; {@code null} if an order was erased
     * @param at when it was requested
     */
    public record Past(
            AccountSpace space,
            @Nullable OrderId order,
            @Nullable KeyedHash customer,
            Instant at) {}

    /** Reads the whole store, and passes on each erasure of the last 550 days. */
    public void forEach(Consumer<Past> action) {
        scan(EvidenceStore.ORDER, record -> {
            if (record.expires() != null) {
                OrderId id = new OrderId(record.key().part().utf8());
                action.accept(new Past(record.key().space(), id, null, Micros.time(record.version())));
            }
        });
        scan(
                IntegrationStore.RECORD,
                record -> IntegrationStore.keyOf(record)
                        .filter(key -> key.group().startsWith(Erasures.GROUP))
                        .flatMap(store.integrations()::read)
                        .ifPresent(found -> action.accept(new Past(
                                found.space(), null, Erasures.customer(found.key()), Erasures.requested(found)))));
    }

    private void scan(Kind kind, Consumer<Stored> action) {
        String after = null;
        do {
            Page page = store.records().scan(kind, after, Page.MAX_RECORDS);
            for (Page.Found found : page.found()) {
                // store verify reports damage.
                if (found instanceof Page.Whole(Stored record)) {
                    action.accept(record);
                }
            }
            after = page.next();
        } while (after != null);
    }
}
