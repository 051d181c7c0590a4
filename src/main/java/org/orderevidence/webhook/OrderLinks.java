package org.orderevidence.webhook;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.Links;
import org.orderevidence.integration.Links.ObjectReference;
import org.orderevidence.integration.Links.OrderIdHint;
import org.orderevidence.integration.PaymentOrder;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.CardTokens;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.part.Composition;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.Source;
import org.orderevidence.order.part.Statement;
import org.orderevidence.service.Evidence;
import org.orderevidence.service.OrderMoves;
import org.orderevidence.service.PendingFacts;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.IntegrationRecord;
import org.orderevidence.store.IntegrationRecord.RecordKey;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.document.RecordDocument;

/**
 * Finds the order of a statement. What was once said to lead to an order always leads to it, so that all objects of a
 * purchase are with one order, in any sequence and on any instance. Only an order that has the ID of its payment moves,
 * once, when a better ID becomes known.
 */
public final class OrderLinks {
    /** How long an object leads to its order without being used: longer than an order (600 days) and its disputes. */
    static final Duration LIFE = Duration.ofDays(800);

    /** A link that is used with less time left than this is renewed. */
    static final Duration RENEWED_WITH_LESS = Duration.ofDays(700);

    /** How long an order that its shopper named belongs to its first payment. */
    private static final Duration SHOPPER_CLAIM_LIFE = LIFE.multipliedBy(2);

    /** What is before the order of a link if the order has the ID of its payment. No order ID has such a character. */
    private static final String HAS_PAYMENT_ID = "\u0001";

    private final IntegrationStore store;
    private final RecordKeys keys;
    private final Evidence evidence;
    private final PendingFacts pending;
    final PaymentOrders payments;
    private final Clock clock;

    /** @param looksAgain true to look for better orders also without an event or an upload */
    OrderLinks(IntegrationStore store, Evidence evidence, PendingFacts pending, boolean looksAgain) {
        this.store = store;
        this.keys = new RecordKeys(evidence.keyring());
        this.evidence = evidence;
        this.pending = pending;
        this.payments = new PaymentOrders(store, keys, evidence, pending, looksAgain);
        this.clock = evidence.clock();
    }

    /**
     * An order to which a statement belongs.
     *
     * @param hasPaymentId true if it has the ID of its payment, so that it can still move to a better ID
     */
    record Found(OrderId id, boolean hasPaymentId) {}

    private record Link(Found to, IntegrationRecord record) {}

    /**
     * Returns the order of a statement: the one that a common object led to before, one that has an object of the
     * statement as its charge, or the one that the best hint names. Empty if nothing leads to one. Moves the purchase if
     * it has the ID of its payment, and the statement leads to a better one.
     *
     * <p>What a shop states belongs to its own order, which an event about the order names. Other objects of the statement
     * do not choose the order: a gateway can give the payments of several orders one ID.
     *
     * @param mayUsePayment true if the payment's own id may name the order, because no better name came in time
     */
    Optional<Found> order(AccountSpace space, Source source, Links links, boolean mayUsePayment) {
        Map<ObjectReference, Link> held = held(space, links);
        boolean ofShop = source.role() == Source.Role.SHOP;
        if (ofShop && links.hints().isEmpty() && !held.containsKey(shopOrder(links))) {
            return Optional.empty();
        }
        Found best = held.entrySet().stream()
                .filter(link -> !ofShop || link.getKey().equals(shopOrder(links)))
                .map(link -> link.getValue().to())
                .min(Comparator.comparing(Found::hasPaymentId))
                .orElse(null);
        if (best == null || best.hasPaymentId()) {
            OrderId before = best == null ? null : best.id();
            Found better = withCharge(space, ofShop ? List.of(shopOrder(links)) : links.references(), before)
                    .map(id -> new Found(id, false))
                    .or(() -> named(space, links, mayUsePayment && before == null))
                    .orElse(best);
            if (better == null) {
                return Optional.empty();
            }
            if (better.hasPaymentId() && before == null) {
                payments.made(space, new PaymentOrder(better.id(), source, links.references(), 0, null));
            }
            best = better;
        }
        Found chosen = ofShop ? claimOfShop(space, links, held, best) : claim(space, links, held, best);
        Set<Found> joined = held.values().stream().map(Link::to).collect(Collectors.toCollection(LinkedHashSet::new));
        joined.add(chosen);
        for (Found other : joined) {
            if (!best.hasPaymentId() && other.hasPaymentId() && !other.id().equals(best.id())) {
                Found moved = move(space, source, links, held, other, best);
                // Another order of the shop may have been faster.
                chosen = ofShop ? chosen : moved;
            }
        }
        return Optional.of(chosen);
    }

    /** What becomes of the merchant's name for an order. */
    record Naming(Links links, boolean isPayment, @Nullable String listed) {}

    /**
     * Returns how the merchant's order ID is used. It is refused if it looks like a card number. It is taken if the order
     * has a paid charge of the same platform with another amount and another card: the shops of an account can use the
     * same IDs. Both are listed when the first event about the payment arrives. A session has no card, so it waits for its
     * charge if the order has anything of the platform.
     */
    Naming naming(AccountSpace space, EventStatement statement) {
        Links links = statement.links();
        OrderIdHint name = links.name();
        if (!(statement instanceof EventStatement.OfPart(Part part, CardTokens tokens, var _))
                || (name == null && !links.refusesName())) {
            return new Naming(links, false, null);
        }
        OrderId linked = linked(space, links).orElse(null);
        if (name == null) {
            return new Naming(links, true, isStored(space, linked, part) ? null : "order_id_refused");
        }
        if (name.id().equals(linked)
                || !(part.content() instanceof PlatformObject object)
                || !isOfOtherPurchase(space, name.id(), part, tokens, linked)) {
            return new Naming(links, false, null);
        }
        return object.kind() == PlatformObject.Kind.CHARGE
                ? new Naming(links.withoutName(), true, isStored(space, linked, part) ? null : "order_id_taken")
                // Its charge decides. Until it arrives, nothing leads to an order.
                : new Naming(links.withoutName(), false, null);
    }

    /**
     * Returns true if the order has a paid charge of the same platform with another amount and another card than this
     * charge. For an object that is no charge, such as a session, the charges of its purchase are compared. As long as none
     * has arrived, everything of the platform is of another purchase.
     */
    private boolean isOfOtherPurchase(
            AccountSpace space, OrderId id, Part part, @Nullable CardTokens tokens, @Nullable OrderId linked) {
        List<Part> held = stored(space, id);
        if (isCharge(part)) {
            return Composition.hasOtherPurchase(held, withCard(space, part, tokens));
        }
        List<Part> charges = linked == null
                ? List.of()
                : stored(space, linked).stream().filter(OrderLinks::isCharge).toList();
        return charges.isEmpty()
                ? held.stream()
                        .map(Part::key)
                        .anyMatch(key ->
                                key.source().platform() == part.key().source().platform())
                : charges.stream().anyMatch(charge -> Composition.hasOtherPurchase(held, charge));
    }

    private boolean isStored(AccountSpace space, @Nullable OrderId order, Part part) {
        return order != null
                && stored(space, order).stream().anyMatch(held -> held.key().equals(part.key()));
    }

    private static boolean isCharge(Part part) {
        return part.content() instanceof PlatformObject object && object.kind() == PlatformObject.Kind.CHARGE;
    }

    private List<Part> stored(AccountSpace space, OrderId id) {
        return evidence.orders()
                .contents(space, id)
                .map(EvidenceStore.Contents::parts)
                .orElse(List.of());
    }

    /** Returns a part with keyed hashes instead of the tokens of its card; empty if none were sent. */
    Part withCard(AccountSpace space, Part part, @Nullable CardTokens tokens) {
        return part.content() instanceof PlatformObject(PlatformObject.Kind kind, Statement stated, String method)
                ? new Part(
                        part.key(),
                        part.version(),
                        new PlatformObject(kind, evidence.keyring().withTokens(space, stated, tokens), method))
                : part;
    }

    /** Has a purchase move to an order with a better id. Returns its order afterwards. */
    private Found move(
            AccountSpace space, Source source, Links links, Map<ObjectReference, Link> held, Found from, Found to) {
        OrderId now = payments.move(space, new PaymentOrder(from.id(), source, links.references(), 0, null), to.id());
        if (now.equals(from.id())) {
            return from;
        }
        for (Link link : held.values()) {
            if (link.to().equals(from)) {
                lead(link.record(), now);
            }
        }
        return new Found(now, false);
    }

    /** Has an object lead to the order to which its purchase was moved. If that fails, its next use does it. */
    private void lead(IntegrationRecord link, OrderId to) {
        store.replace(link, link.until(end(clock.instant()), content(new Found(to, false))));
    }

    /** Returns the order that an object of a statement led to before, or empty if none did. */
    Optional<OrderId> linked(AccountSpace space, Links links) {
        return held(space, links).values().stream()
                .map(Link::to)
                .min(Comparator.comparing(Found::hasPaymentId))
                .map(Found::id);
    }

    /** The upload of an order may have a charge whose purchase has the ID of its payment. */
    void uploaded(AccountSpace space, String chargeId) {
        Links links = new Links(ObjectReference.of(chargeId), List.of());
        for (Link link : held(space, links).values()) {
            if (link.to().hasPaymentId()) {
                payments.read(space, link.to().id()).ifPresent(this::look);
            }
        }
    }

    /** Does what is due for an order that has the ID of its payment. */
    void look(RecordKey key) {
        payments.read(key).ifPresent(this::look);
    }

    private void look(PaymentOrders.Stored stored) {
        PaymentOrder order = stored.order();
        AccountSpace space = stored.record().space();
        OrderId target = order.movedTo();
        if (target != null) {
            payments.repeat(stored, target);
            return;
        }
        Optional<OrderId> better = withCharge(space, references(space, order), order.id());
        Instant due = stored.record().due();
        if (better.isPresent()) {
            payments.move(space, order, better.get());
        } else if (due != null && !clock.instant().isBefore(due)) {
            payments.looked(stored);
        }
    }

    /** The statement that made the order may have named the payment only, and a later one the charge. */
    private List<ObjectReference> references(AccountSpace space, PaymentOrder order) {
        List<ObjectReference> references = new ArrayList<>(order.references());
        evidence.orders()
                .order(space, order.id())
                .map(stored -> stored.order().charge().references().gatewayTransactionId())
                .ifPresent(charge -> references.addAll(ObjectReference.of(charge)));
        return references;
    }

    private Map<ObjectReference, Link> held(AccountSpace space, Links links) {
        Map<ObjectReference, Link> held = new LinkedHashMap<>();
        for (ObjectReference reference : links.references()) {
            read(space, reference).ifPresent(link -> held.put(reference, link));
        }
        return held;
    }

    private Optional<Link> read(AccountSpace space, ObjectReference reference) {
        Optional<IntegrationRecord> record = store.read(keys.link(space, reference));
        record.ifPresent(this::renew);
        return record.map(link -> {
            Found to = found(link.content());
            OrderId now = to.hasPaymentId() ? payments.now(space, to.id()) : to.id();
            if (now.equals(to.id())) {
                return new Link(to, link);
            }
            lead(link, now);
            return new Link(new Found(now, false), link);
        });
    }

    private static Bytes content(Found found) {
        String id = found.id().value();
        return Bytes.utf8(found.hasPaymentId() ? HAS_PAYMENT_ID + id : id);
    }

    static Found found(Bytes content) {
        String text = content.utf8();
        return text.startsWith(HAS_PAYMENT_ID)
                ? new Found(new OrderId(text.substring(HAS_PAYMENT_ID.length())), true)
                : new Found(new OrderId(text), false);
    }

    /** If another writer was faster, its renewal counts. */
    private void renew(IntegrationRecord link) {
        Instant expires = link.expires();
        Instant now = clock.instant();
        if (expires != null && expires.isBefore(now.plus(RENEWED_WITH_LESS))) {
            store.replace(link, link.until(end(now), link.content()));
        }
    }

    private static Instant end(Instant now) {
        return now.plus(LIFE).truncatedTo(ChronoUnit.SECONDS);
    }

    /** Returns the only other order that has one of the objects as its charge, or empty if there is none or several. */
    private Optional<OrderId> withCharge(
            AccountSpace space, List<ObjectReference> references, @Nullable OrderId otherThan) {
        for (ObjectReference reference : references) {
            OrderReference charge =
                    evidence.keyring().reference(space, OrderReference.Kind.GATEWAY_TRANSACTION_ID, reference.value());
            // Of three orders, at least two are others: enough to see that there are several.
            List<OrderId> orders = pending.orders(space, charge, 3).stream()
                    .filter(order -> !order.equals(otherThan))
                    .toList();
            if (orders.size() == 1) {
                return Optional.of(orders.getFirst());
            }
        }
        return Optional.empty();
    }

    private Optional<Found> named(AccountSpace space, Links links, boolean mayUsePayment) {
        return links.hints().stream()
                .filter(hint -> mayUsePayment || hint.kind() != OrderIdHint.Kind.PAYMENT)
                .filter(hint -> fits(space, links, hint))
                .map(hint -> new Found(hint.id(), hint.kind() == OrderIdHint.Kind.PAYMENT))
                .findFirst();
    }

    /**
     * A name that a shopper may have chosen leads only to an order that is stored with the same amount and is not paid. It
     * never makes an order: the real one could be stored later, with another amount. The first payment has the order.
     */
    private boolean fits(AccountSpace space, Links links, OrderIdHint hint) {
        Money amount = hint.amount();
        return amount == null
                || (evidence.orders()
                                .order(space, hint.id())
                                .filter(held -> isUnpaid(held, amount))
                                .isPresent()
                        && payments.read(space, hint.id()).isEmpty()
                        && claimForShopper(space, hint.id(), links.references().getFirst()));
    }

    private static boolean isUnpaid(StoredOrder held, Money amount) {
        Charge charge = held.order().charge();
        return charge.money().equals(amount) && charge.references().gatewayTransactionId() == null && !held.isMoved();
    }

    /**
     * Has all objects lead to the order. If another writer was first with one of them, its order counts. All writers take
     * the objects in the same sequence, so two of them cannot each be first with one.
     */
    private Found claim(AccountSpace space, Links links, Map<ObjectReference, Link> before, Found order) {
        Found chosen = order;
        List<ObjectReference> references = new ArrayList<>(links.references());
        references.sort(Comparator.comparing(ObjectReference::value));
        for (ObjectReference reference : references) {
            if (!before.containsKey(reference) && !add(space, reference, chosen) && chosen.equals(order)) {
                chosen = read(space, reference).map(Link::to).orElse(chosen);
            }
        }
        return chosen;
    }

    /** As {@link #claim}, but only a claim of the shop's own order counts. */
    private Found claimOfShop(AccountSpace space, Links links, Map<ObjectReference, Link> before, Found order) {
        List<ObjectReference> references = links.references();
        Found chosen = claim(space, new Links(references.subList(0, 1), links.hints()), before, order);
        claim(space, new Links(references.subList(1, references.size()), links.hints()), before, chosen);
        return chosen;
    }

    /** The first object of what a shop states. */
    private static ObjectReference shopOrder(Links links) {
        return links.references().getFirst();
    }

    /**
     * Has objects lead to an order that is being erased, so that what platforms state about them later is refused. An
     * object that leads to another order already still does.
     *
     * @return the orders with the ID of their payment that are of the same purchase: they are erased too
     */
    public Set<OrderId> leadToErased(AccountSpace space, OrderId order, Collection<String> objects) {
        Set<OrderId> others = new LinkedHashSet<>(payments.former(space, order));
        for (ObjectReference reference : ObjectReference.of(objects.toArray(String[]::new))) {
            if (!add(space, reference, new Found(order, false))) {
                read(space, reference)
                        .map(Link::to)
                        .filter(Found::hasPaymentId)
                        .ifPresent(other -> others.add(other.id()));
            }
        }
        return others;
    }

    /** Returns the order to which an object leads now; empty if it leads to none. */
    public Optional<OrderId> order(AccountSpace space, ObjectReference reference) {
        return read(space, reference).map(link -> link.to().id());
    }

    /** Removes what is stored about the payment of an order that is being erased. */
    public void forget(AccountSpace space, OrderId order) {
        store.remove(keys.paymentOrder(space, order));
        store.remove(keys.shopperClaim(space, order));
    }

    private boolean add(AccountSpace space, ObjectReference reference, Found order) {
        Bytes content = content(order);
        return store.add(IntegrationRecord.of(space, keys.link(space, reference), end(clock.instant()), content));
    }

    /**
     * Claims an order that its shopper named for a payment. Returns false if another payment has it: the first one counts,
     * so a shopper cannot join another purchase.
     */
    private boolean claimForShopper(AccountSpace space, OrderId order, ObjectReference payment) {
        RecordKey key = keys.shopperClaim(space, order);
        Instant end = clock.instant().plus(SHOPPER_CLAIM_LIFE).truncatedTo(ChronoUnit.SECONDS);
        IntegrationRecord claim = IntegrationRecord.of(space, key, end, Bytes.utf8(payment.value()));
        return store.add(claim)
                || store.read(key)
                        .filter(held -> held.content().equals(claim.content()))
                        .isPresent();
    }

    /**
     * The orders that have the ID of their payment, and their moves to orders with a better ID. The first writer decides
     * where an order moves to, by a record that is written before anything moves. The record is due until the move has been
     * repeated once, so any instance completes the move of one that ended.
     *
     * <p>A writer that has written to such an order asks {@link #now} afterwards. Either it sees the record, and writes to
     * the other order too, or the move reads what it has written.
     */
    record PaymentOrders(
            IntegrationStore store, RecordKeys keys, Evidence evidence, PendingFacts pending, boolean looksAgain) {
        private static final RecordDocument<PaymentOrder> DOCUMENT = new RecordDocument<>('Y', PaymentOrder.class);

        /**
         * When a better order is looked for, after the order was made. Uploads and events are also noticed by themselves.
         */
        static final List<Duration> LOOKS = List.of(
                Duration.ofHours(1), Duration.ofDays(1), Duration.ofDays(3), Duration.ofDays(7), Duration.ofDays(28));

        /** A move is repeated after this time, for those that wrote to the old order in the meantime. */
        static final Duration REPEATED_AFTER = Duration.ofSeconds(60);

        /** Links to an order end after this time without use, at the latest. */
        private static final Duration LIFE = OrderLinks.LIFE.multipliedBy(2);

        private static final int MAX_FORMER = 100;

        record Stored(PaymentOrder order, IntegrationRecord record) {}

        /** Notes that an order gets the ID of its payment. Does nothing if that was noted before. */
        void made(AccountSpace space, PaymentOrder order) {
            store.add(record(space, order, looksAgain ? due(order) : null));
        }

        private IntegrationRecord record(AccountSpace space, PaymentOrder order, @Nullable Instant due) {
            Instant expires = evidence.clock().instant().plus(LIFE).truncatedTo(ChronoUnit.SECONDS);
            return new IntegrationRecord(
                    space, keys.paymentOrder(space, order.id()), 1, due, expires, DOCUMENT.encode(order), null);
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
            return evidence.clock().instant().plus(time).truncatedTo(ChronoUnit.MILLIS);
        }

        Optional<Stored> read(RecordKey key) {
            return store.read(key).map(record -> new Stored(record.as(DOCUMENT), record));
        }

        Optional<Stored> read(AccountSpace space, OrderId id) {
            return read(keys.paymentOrder(space, id));
        }

        /** Returns the order that a purchase has now: the given one, unless it was moved. */
        OrderId now(AccountSpace space, OrderId id) {
            Optional<Stored> stored = read(space, id);
            return stored.isPresent()
                    ? Objects.requireNonNullElse(stored.get().order().movedTo(), id)
                    // The record has expired, which the mark of the order never does.
                    : evidence.orders()
                            .order(space, id)
                            .map(StoredOrder::current)
                            .orElse(id);
        }

        /** Moves an order. Returns the order that the purchase then has: the same if it cannot be moved. */
        OrderId move(AccountSpace space, PaymentOrder order, OrderId to) {
            IntegrationRecord record = store.update(keys.paymentOrder(space, order.id()), held -> {
                        PaymentOrder before = held == null ? order : held.as(DOCUMENT);
                        if (before.movedTo() != null) {
                            return null;
                        }
                        PaymentOrder after = before.withTarget(to);
                        return held == null
                                ? record(space, after, in(REPEATED_AFTER))
                                : held.next(in(REPEATED_AFTER), DOCUMENT.encode(after));
                    })
                    .orElseThrow();
            PaymentOrder decided = record.as(DOCUMENT);
            return moved(new Stored(decided, record), Objects.requireNonNullElse(decided.movedTo(), to));
        }

        private OrderId moved(Stored stored, OrderId to) {
            IntegrationRecord record = stored.record();
            OrderId from = stored.order().id();
            // First: who erases the order finds what was moved to it.
            RecordKey former =
                    new RecordKey(keys.former(record.space(), to), record.key().group());
            store.add(IntegrationRecord.of(record.space(), former, record.expires(), Bytes.utf8(from.value())));
            return switch (new OrderMoves(evidence, pending)
                    .move(record.space(), from, to, stored.order().source())) {
                case MOVED -> to;
                case IS_UPLOADED, NO_ROOM -> {
                    store.replace(
                            record,
                            record.next(null, DOCUMENT.encode(stored.order().withTarget(null))));
                    yield from;
                }
            };
        }

        /** Returns the orders that were moved to an order. */
        List<OrderId> former(AccountSpace space, OrderId to) {
            return store.group(keys.former(space, to), null, MAX_FORMER).items().stream()
                    .map(record -> new OrderId(record.content().utf8()))
                    .toList();
        }

        /** Repeats a move that was decided before. */
        void repeat(Stored stored, OrderId to) {
            if (moved(stored, to).equals(to)) {
                store.replace(stored.record(), stored.record().next(null, DOCUMENT.encode(stored.order())));
            }
        }

        /** Notes that no better order was found. */
        void looked(Stored stored) {
            PaymentOrder after = stored.order().looked();
            store.replace(stored.record(), stored.record().next(due(after), DOCUMENT.encode(after)));
        }
    }
}
