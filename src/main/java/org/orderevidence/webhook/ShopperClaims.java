package org.orderevidence.webhook;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.orderevidence.integration.ObjectReference;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.OrderId;
import org.orderevidence.store.IntegrationRecord;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.RecordKey;

/** Which payment has an order that its shopper named. The first one counts, so a shopper cannot join another purchase. */
final class ShopperClaims {
    /** Longer than any link to an order that is used. */
    private static final Duration LIFE = OrderLinks.LIFE.multipliedBy(2);

    private final IntegrationStore store;
    private final RecordKeys keys;
    private final Clock clock;

    ShopperClaims(IntegrationStore store, RecordKeys keys, Clock clock) {
        this.store = store;
        this.keys = keys;
        this.clock = clock;
    }

    /** Claims an order for a payment. Returns false if another payment has it. */
    boolean claim(AccountSpace space, OrderId order, ObjectReference payment) {
        RecordKey key = keys.shopperClaim(space, order);
        IntegrationRecord claim = new IntegrationRecord(
                space,
                key,
                1,
                null,
                clock.instant().plus(LIFE).truncatedTo(ChronoUnit.SECONDS),
                Bytes.wrap(payment.value().getBytes(StandardCharsets.UTF_8)));
        return store.add(claim) || claimed(key).filter(payment.value()::equals).isPresent();
    }

    private Optional<String> claimed(RecordKey key) {
        return store.read(key).map(record -> new String(record.content().toArray(), StandardCharsets.UTF_8));
    }
}
