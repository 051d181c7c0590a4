package org.orderevidence.webhook;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.PaymentOrder;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.service.OrderMoves;
import org.orderevidence.service.PlatformParts;
import org.orderevidence.store.IntegrationRecord;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.RecordKey;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.document.PaymentOrderDocument;

/**
 * The orders that have the ID of their payment, and their moves to orders with a better ID. The first writer decides
 * where an order moves to, by a record that is written before anything moves. The record is due until the move has been
 * repeated once, so any instance completes the move of one that ended.
 *
 * <p>A writer that has written to such an order asks {@link #now} afterwards. Either it sees the record, and writes to
 * the other order too, or the move reads what it has written.
 */
final class PaymentOrders {
    /**
     * When a better order is looked for, after the order was made. Uploads and events are also noticed by themselves.
     */
    static final List<Duration> LOOKS = List.of(
            Duration.ofHours(1), Duration.ofDays(1), Duration.ofDays(3), Duration.ofDays(7), Duration.ofDays(28));

    /** A move is repeated after this time, for those that wrote to the old order in the meantime. */
    static final Duration REPEATED_AFTER = Duration.ofSeconds(60);

    /** Links to an order end after this time without use, at the latest. */
    private static final Duration LIFE = OrderLinks.LIFE.multipliedBy(2);

    private static final int MAX_TRIES = 5;

    private final IntegrationStore store;
    private final RecordKeys keys;
    private final PlatformParts parts;
    private final OrderMoves moves;
    private final Clock clock;
    private final boolean looksAgain;

    PaymentOrders(IntegrationStore store, RecordKeys keys, PlatformParts parts, Clock clock, boolean looksAgain) {
        this.store = store;
        this.keys = keys;
        this.parts = parts;
        this.moves = parts.moves();
        this.clock = clock;
        this.looksAgain = looksAgain;
    }

    /**
     * An order as it was read.
     *
     * @param record its record, which a change must find as it is
     */
    record Stored(PaymentOrder order, IntegrationRecord record) {}

    /** Notes that an order gets the ID of its payment. Does nothing if that was noted before. */
    void made(AccountSpace space, PaymentOrder order) {
        store.add(record(space, order, looksAgain ? due(order) : null));
    }

    private IntegrationRecord record(AccountSpace space, PaymentOrder order, @Nullable Instant due) {
        Instant expires = clock.instant().plus(LIFE).truncatedTo(ChronoUnit.SECONDS);
        return new IntegrationRecord(space, keys.paymentOrder(space, order.id()), 1, due, expires, content(order));
    }

    private static Bytes content(PaymentOrder order) {
        return Bytes.wrap(PaymentOrderDocument.encode(order));
    }

    /** Returns when a better order is looked for; empty if it was looked for often enough. */
    private @Nullable Instant due(PaymentOrder order) {
        if (order.looks() >= LOOKS.size()) {
            return null;
        }
        Duration before = order.looks() == 0 ? Duration.ZERO : LOOKS.get(order.looks() - 1);
        return in(LOOKS.get(order.looks()).minus(before));
    }

    private Instant in(Duration time) {
        return clock.instant().plus(time).truncatedTo(ChronoUnit.MILLIS);
    }

    /** Returns the order of a record, or empty if there is none. */
    Optional<Stored> read(RecordKey key) {
        return store.read(key)
                .map(record ->
                        new Stored(PaymentOrderDocument.decode(record.content().toArray()), record));
    }

    Optional<Stored> read(AccountSpace space, OrderId id) {
        return read(keys.paymentOrder(space, id));
    }

    /** Returns the order that a purchase has now: the given one, unless it was moved. */
    OrderId now(AccountSpace space, OrderId id) {
        Optional<Stored> stored = read(space, id);
        OrderId target = stored.isPresent()
                ? stored.get().order().movedTo()
                // The record has expired, which the mark of the order never does.
                : parts.order(space, id)
                        .map(StoredOrder::sources)
                        .map(sources -> sources.movedTo())
                        .orElse(null);
        return target == null ? id : target;
    }

    /** Moves an order. Returns the order that the purchase then has: the same if it cannot be moved. */
    OrderId move(AccountSpace space, PaymentOrder order, OrderId to) {
        for (int i = 0; i < MAX_TRIES; i++) {
            Optional<Stored> stored = read(space, order.id());
            if (stored.isEmpty()) {
                store.add(record(space, order, null));
                continue;
            }
            OrderId target = stored.get().order().movedTo();
            if (target != null) {
                return moved(stored.get(), target);
            }
            PaymentOrder after = stored.get().order().withTarget(to);
            IntegrationRecord record = stored.get().record();
            IntegrationRecord decided = record.next(in(REPEATED_AFTER), content(after));
            if (store.replace(record, decided)) {
                return moved(new Stored(after, decided), to);
            }
        }
        throw new StoreUnavailable("the record of an order was changed " + MAX_TRIES + " times while it was moved");
    }

    private OrderId moved(Stored stored, OrderId to) {
        IntegrationRecord record = stored.record();
        OrderId from = stored.order().id();
        return switch (moves.move(record.space(), from, to, stored.order().source())) {
            case MOVED -> to;
            case IS_UPLOADED, NO_ROOM -> {
                store.replace(record, record.next(null, content(stored.order().withTarget(null))));
                yield from;
            }
        };
    }

    /** Repeats a move that was decided before. */
    void repeat(Stored stored, OrderId to) {
        if (moved(stored, to).equals(to)) {
            store.replace(stored.record(), stored.record().next(null, content(stored.order())));
        }
    }

    /** Notes that no better order was found. */
    void looked(Stored stored) {
        PaymentOrder after = stored.order().looked();
        store.replace(stored.record(), stored.record().next(due(after), content(after)));
    }
}
