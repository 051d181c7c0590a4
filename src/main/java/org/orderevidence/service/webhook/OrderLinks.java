package org.orderevidence.service.webhook;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.orderevidence.integration.Links;
import org.orderevidence.integration.ObjectReference;
import org.orderevidence.integration.OrderIdHint;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.OrderId;
import org.orderevidence.service.Keyring;
import org.orderevidence.service.PlatformParts;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.integration.IntegrationRecord;

/**
 * Finds the order of a statement. What was once said to lead to an order always leads to it, so that all objects of a
 * purchase are with one order, in any sequence and on any instance.
 */
final class OrderLinks {
    /** How long an object leads to its order without being used: longer than an order (600 days) and its disputes. */
    static final Duration LIFE = Duration.ofDays(800);

    /** A link that is used with less time left than this is renewed. */
    static final Duration RENEWED_WITH_LESS = Duration.ofDays(700);

    private final IntegrationStore store;
    private final RecordKeys keys;
    private final PlatformParts parts;
    private final Clock clock;

    OrderLinks(IntegrationStore store, Keyring keyring, PlatformParts parts, Clock clock) {
        this.store = store;
        this.keys = new RecordKeys(keyring);
        this.parts = parts;
        this.clock = clock;
    }

    /**
     * Returns the order of a statement: the one that a common object led to before, one that has an object of the
     * statement as its charge, or the one that the best hint names. Empty if nothing leads to one.
     *
     * @param mayUsePayment true if the payment's own id may name the order, because no better name came in time
     */
    Optional<OrderId> order(AccountSpace space, Links links, boolean mayUsePayment) {
        Optional<OrderId> before = linked(space, links);
        if (before.isPresent()) {
            claim(space, links, before.get());
            return before;
        }
        return withCharge(space, links)
                .or(() -> named(space, links, mayUsePayment))
                .map(order -> claim(space, links, order));
    }

    /** Returns the order that an object of a statement led to before, or empty if none did. */
    Optional<OrderId> linked(AccountSpace space, Links links) {
        for (ObjectReference reference : links.references()) {
            Optional<OrderId> order = linked(space, reference);
            if (order.isPresent()) {
                return order;
            }
        }
        return Optional.empty();
    }

    private Optional<OrderId> linked(AccountSpace space, ObjectReference reference) {
        Optional<IntegrationRecord> link = store.read(keys.link(space, reference));
        link.ifPresent(this::renew);
        return link.map(record -> new OrderId(new String(record.content().toArray(), StandardCharsets.UTF_8)));
    }

    /** If another writer was faster, its renewal counts. */
    private void renew(IntegrationRecord link) {
        Instant expires = link.expires();
        Instant now = clock.instant();
        if (expires != null && expires.isBefore(now.plus(RENEWED_WITH_LESS))) {
            store.replace(
                    link,
                    new IntegrationRecord(
                            link.space(), link.key(), link.version() + 1, null, end(now), link.content()));
        }
    }

    private static Instant end(Instant now) {
        return now.plus(LIFE).truncatedTo(ChronoUnit.SECONDS);
    }

    private Optional<OrderId> withCharge(AccountSpace space, Links links) {
        for (ObjectReference reference : links.references()) {
            List<OrderId> orders = parts.ordersOfCharge(space, reference.value());
            if (orders.size() == 1) {
                return Optional.of(orders.getFirst());
            }
        }
        return Optional.empty();
    }

    private Optional<OrderId> named(AccountSpace space, Links links, boolean mayUsePayment) {
        return links.hints().stream()
                .filter(hint -> mayUsePayment || hint.kind() != OrderIdHint.Kind.PAYMENT)
                .filter(hint -> fits(space, hint))
                .map(OrderIdHint::id)
                .findFirst();
    }

    /**
     * A name that a shopper may have chosen leads only to an order that is stored with the same amount. It never makes an
     * order: the real one could be stored later, with another amount.
     */
    private boolean fits(AccountSpace space, OrderIdHint hint) {
        return hint.amount() == null
                || parts.order(space, hint.id())
                        .map(held -> held.order().charge().money().equals(hint.amount()))
                        .orElse(false);
    }

    /**
     * Has all objects lead to the order. If another writer was first with one of them, its order counts. All writers take
     * the objects in the same sequence, so two of them cannot each be first with one.
     */
    private OrderId claim(AccountSpace space, Links links, OrderId order) {
        OrderId chosen = order;
        List<ObjectReference> references = new ArrayList<>(links.references());
        references.sort(Comparator.comparing(ObjectReference::value));
        for (ObjectReference reference : references) {
            Optional<OrderId> held = linked(space, reference);
            if (held.isEmpty() && !add(space, reference, chosen)) {
                held = linked(space, reference);
            }
            if (chosen.equals(order)) {
                chosen = held.orElse(chosen);
            }
        }
        return chosen;
    }

    private boolean add(AccountSpace space, ObjectReference reference, OrderId order) {
        Bytes id = Bytes.wrap(order.value().getBytes(StandardCharsets.UTF_8));
        return store.add(new IntegrationRecord(space, keys.link(space, reference), 1, null, end(clock.instant()), id));
    }
}
