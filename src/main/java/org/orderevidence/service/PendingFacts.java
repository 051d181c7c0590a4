package org.orderevidence.service;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.OrderOutcome.FactOutcome;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PendingFact;
import org.orderevidence.order.part.PendingFact.PendingContent;
import org.orderevidence.order.part.PendingFact.PendingKey;
import org.orderevidence.service.DerivedOrders.OrderKeys;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.EvidenceStore.PartWrite;
import org.orderevidence.store.PendingStore;
import org.orderevidence.store.RecordSealer;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.OrderContent;
import org.orderevidence.store.document.UnreadableDocument;

/**
 * Joins later facts with orders that arrive in any order. A fact is stored first, and then its order is looked for. An
 * order is stored with its references first, and then pending facts are looked for. One of the two writers therefore
 * finds what the other wrote, and applies the fact. Applying is idempotent. A sweep joins the remaining facts: those of
 * a writer that ended between its two steps, and those that an instance overlooked. For up to five seconds, an instance
 * may not know that a space has its first fact.
 */
public final class PendingFacts {
    /** Maximum number of facts that one pass of a sweep examines in a space. */
    static final int MAX_SWEPT = 1_000;

    /**
     * Maximum number of facts that some orders together are joined with when they are stored. A sweep joins the others.
     */
    private static final int MAX_JOINED = 100;

    /** How long an instance relies on what it has read of a space. */
    private static final Duration KNOWN_FOR = Duration.ofSeconds(5);

    private static final System.Logger LOG = System.getLogger(PendingFacts.class.getName());

    private final EvidenceStore store;
    private final PendingStore pending;
    private final Keyring keys;
    private final OrderSearch search;
    private final Clock clock;

    /** What is known of account spaces, which need not be read again for each upload. */
    private final ConcurrentMap<AccountSpace, Known> known = new ConcurrentHashMap<>();

    private final ConcurrentMap<AccountSpace, PendingKey> swept = new ConcurrentHashMap<>();

    private record Known(boolean mayHave, Instant until) {}

    /** The last space of the last sweep; empty if it ended with the last of all. */
    private final AtomicReference<@Nullable AccountSpace> sweptTo = new AtomicReference<>();

    public PendingFacts(EvidenceStore store, PendingStore pending, Keyring keyring, Clock clock) {
        this.store = store;
        this.pending = pending;
        this.keys = keyring;
        this.search = new OrderSearch(store, keyring, false);
        this.clock = clock;
    }

    public enum Outcome {
        /** It is stored with its order. */
        APPLIED,
        /** It waits: no order has its reference, or several do. */
        WAITING,
        /** It was not stored: the space has no room for another fact. */
        NO_ROOM
    }

    public PendingFact.Reference reference(AccountSpace space, OrderReference.Kind kind, String value) {
        return new PendingFact.Reference(keys.reference(space, kind, value), new PersonalText(value));
    }

    /** Returns a dispute that waits for the order of a reference. */
    public Optional<PendingFact> dispute(AccountSpace space, PendingFact.Reference reference, String disputeId) {
        return pending.of(space, List.of(reference.hash()), MAX_JOINED).stream()
                .filter(fact -> fact.content() instanceof PendingContent.OfDispute
                        && fact.key().id().equals(disputeId))
                .findFirst();
    }

    /** Stores a fact with its order, or lets it wait for that. */
    public Outcome offer(AccountSpace space, PendingFact fact) {
        Outcome found = join(space, fact, false);
        if (found == Outcome.APPLIED) {
            return found;
        }
        if (!pending.put(space, fact)) {
            return Outcome.NO_ROOM;
        }
        known.put(space, new Known(true, clock.instant().plus(KNOWN_FOR)));
        // The order may have come since.
        return join(space, fact, true);
    }

    /**
     * Joins facts with orders that were just stored. Does not fail: the orders are stored, and a sweep will find their
     * facts.
     */
    public void stored(AccountSpace space, Collection<OrderId> ids) {
        orLater("a sweep will join pending facts with their orders", () -> {
            if (!ids.isEmpty() && mayHave(space)) {
                ids.stream()
                        .distinct()
                        .gather(Gatherers.windowFixed(EvidenceService.READ_TOGETHER))
                        .forEach(
                                some -> joinAll(space, store.orders(space, some).values()));
            }
        });
    }

    private static void orLater(String words, Runnable joining) {
        try {
            joining.run();
        } catch (StoreUnavailable | UnknownOutcome | UnreadableDocument | DocumentTooNew later) {
            LOG.log(System.Logger.Level.DEBUG, words, later);
        }
    }

    /**
     * Joins the facts that wait for any of these charges with an order. The caller knows that the charges belong to the
     * order, which may state another charge or none. Does not fail: a fact that cannot be added now stays pending.
     */
    public void joinWith(AccountSpace space, OrderId order, Collection<String> chargeIds) {
        orLater("the next event of the purchase will join pending facts", () -> {
            if (!chargeIds.isEmpty() && mayHave(space)) {
                List<OrderReference> references = chargeIds.stream()
                        .limit(PendingStore.MAX_REFERENCES)
                        .map(id -> keys.reference(space, OrderReference.Kind.GATEWAY_TRANSACTION_ID, id))
                        .toList();
                pending.of(space, references, MAX_JOINED).stream()
                        .filter(fact -> apply(space, order, fact))
                        .forEach(fact -> pending.end(space, fact.key(), fact.version()));
            }
        });
    }

    /**
     * Ends the facts that wait for an order that is being erased, unless another order has their reference.
     *
     * @param order the order; empty if its parts do not make one yet
     */
    public void forget(AccountSpace space, OrderId id, Optional<Order> order, Collection<String> chargeIds) {
        List<OrderReference> references = Stream.concat(
                        references(space, id, order),
                        chargeIds.stream()
                                .map(charge ->
                                        keys.reference(space, OrderReference.Kind.GATEWAY_TRANSACTION_ID, charge)))
                .distinct()
                .limit(PendingStore.MAX_REFERENCES)
                .toList();
        for (PendingFact fact : pending.of(space, references, PendingStore.MAX_PAGE)) {
            if (orders(space, fact.key().reference(), 2).stream().allMatch(id::equals)) {
                pending.end(space, fact.key(), fact.version());
            }
        }
    }

    private void joinAll(AccountSpace space, Collection<StoredOrder> orders) {
        orders.stream()
                .map(StoredOrder::order)
                .flatMap(order -> references(space, order.id(), Optional.of(order)))
                .distinct()
                .gather(Gatherers.windowFixed(PendingStore.MAX_REFERENCES))
                .flatMap(some -> pending.of(space, some, MAX_JOINED).stream())
                .sorted(Comparator.comparingLong(PendingFact::version))
                .forEach(fact -> join(space, fact, true));
    }

    /** Returns the references by which a fact can name an order. */
    private Stream<OrderReference> references(AccountSpace space, OrderId id, Optional<Order> order) {
        return Stream.concat(
                        Stream.of(keys.reference(space, OrderReference.Kind.ORDER_ID, id.value())),
                        order.stream()
                                .flatMap(one -> new OrderKeys(space, keys).references(one, null, List.of()).stream()))
                .filter(PendingFacts::canLead);
    }

    /** A customer or a card has many orders: no fact names its order by them. */
    private static boolean canLead(OrderReference reference) {
        return switch (reference.kind()) {
            case GATEWAY_TRANSACTION_ID, ARN, NETWORK_ID, ORDER_ID -> true;
            case CUSTOMER, CARD, DISPUTE, NAME, LAST4, AMOUNT -> false;
        };
    }

    private Outcome join(AccountSpace space, PendingFact fact, boolean isStored) {
        // Two if there are more than one.
        List<OrderId> orders = fact.key().reference().kind() == OrderReference.Kind.ORDER_ID
                ? store.order(space, new OrderId(fact.referenceText().value())).map(StoredOrder::current).stream()
                        .toList()
                : orders(space, fact.key().reference(), 2);
        if (orders.size() != 1) {
            return Outcome.WAITING;
        }
        if (!apply(space, orders.getFirst(), fact)) {
            return Outcome.WAITING;
        }
        if (isStored) {
            pending.end(space, fact.key(), fact.version());
        }
        return Outcome.APPLIED;
    }

    /** Returns the orders of the last years with a reference, at most this many. */
    public List<OrderId> orders(AccountSpace space, OrderReference reference, int most) {
        return search.having(space, reference, LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC), most);
    }

    private boolean apply(AccountSpace space, OrderId order, PendingFact fact) {
        return switch (store(space, order, withOpening(space, order, fact.content()), fact.version())) {
            // Nothing of an erased order waits for it.
            case CREATED, UPDATED, UNCHANGED, ERASED -> true;
            case ORDER_NOT_FOUND, TOO_MANY, CONFLICT -> false;
        };
    }

    /** Stores a fact with its order. */
    public FactOutcome store(AccountSpace space, OrderId order, PendingContent content, long version) {
        Instant now = clock.instant();
        return switch (content) {
            case PendingContent.OfDispute(var dispute) -> store.putDispute(space, order, dispute, version, now);
            case PendingContent.OfFraudReport(var report) -> store.putFraudReport(space, order, report, version, now);
            case PendingContent.OfRefund(Part refund) ->
                switch (store.put(space, List.of(PartWrite.of(order, refund)), now)
                        .getFirst()) {
                    case OrderOutcome.Created _ -> FactOutcome.CREATED;
                    case OrderOutcome.Updated _ -> FactOutcome.UPDATED;
                    // A stale one: a newer version is stored.
                    case OrderOutcome.Unchanged _, OrderOutcome.Stale _ -> FactOutcome.UNCHANGED;
                    case OrderOutcome.Erased _ -> FactOutcome.ERASED;
                    case OrderOutcome.TooManyParts _ -> FactOutcome.TOO_MANY;
                    case OrderOutcome.Unreadable _, OrderOutcome.Conflict _ -> FactOutcome.CONFLICT;
                };
        };
    }

    /** A later stage of a dispute states neither the code nor the opening: those that the order has count. */
    private PendingContent withOpening(AccountSpace space, OrderId order, PendingContent fact) {
        return fact instanceof PendingContent.OfDispute(Dispute later) && later.isOfUnknownCondition()
                ? store.contents(space, order)
                        .flatMap(
                                of -> OrderContent.find(of.content().disputes(), later.disputeId(), Dispute::disputeId))
                        .<PendingContent>map(held -> new PendingContent.OfDispute(later.over(held.fact(), false, true)))
                        .orElse(fact)
                : fact;
    }

    /**
     * A fact in a list.
     *
     * @param ambiguous true if several orders have its reference
     */
    public record Listed(PendingFact fact, boolean ambiguous) {}

    /** A page of what waits. */
    public record PendingPage(List<Listed> facts, @Nullable PendingKey next) {}

    public PendingPage list(AccountSpace space, @Nullable PendingKey after, int limit) {
        PendingStore.Listing page = pending.page(space, after, limit);
        Map<OrderReference, Boolean> ambiguous = new HashMap<>();
        List<Listed> listed = new ArrayList<>(page.facts().size());
        for (PendingFact fact : page.facts()) {
            // If one of the orders cannot be read, the fact waits.
            boolean several = ambiguous.computeIfAbsent(
                    fact.key().reference(),
                    each -> RecordSealer.ifReadable(() -> orders(space, each, 2))
                            .filter(orders -> orders.size() > 1)
                            .isPresent());
            listed.add(new Listed(fact, several));
        }
        return new PendingPage(listed, page.next());
    }

    /**
     * Examines the next facts of each space: joins those whose orders are stored. A fact that cannot be joined, because an order with its reference cannot be read, does not stop it.
     * If there are more than 10,000 spaces, the next sweep continues with the others.
     *
     * @return how many it joined
     */
    public int sweep() {
        pending.recount();
        List<AccountSpace> next = pending.spaces(sweptTo.get(), PendingStore.MAX_SPACES);
        int joined = 0;
        RuntimeException failure = null;
        for (AccountSpace space : next) {
            try {
                joined += sweep(space);
            } catch (RuntimeException failed) {
                // The spaces behind it have their turn; if a second one fails, in the next sweep.
                if (failure != null) {
                    sweptTo.set(space);
                    throw failed;
                }
                failure = failed;
            }
        }
        sweptTo.set(next.size() < PendingStore.MAX_SPACES ? null : next.getLast());
        if (failure != null) {
            throw failure;
        }
        return joined;
    }

    private int sweep(AccountSpace space) {
        Instant now = clock.instant();
        PendingKey after = swept.get(space);
        PendingStore.Listing page = pending.page(space, after, MAX_SWEPT);
        if (after == null && page.rows() == 0) {
            pending.endSpace(space, now);
        }
        int joined = (int) page.facts().stream()
                .sorted(Comparator.comparingLong(PendingFact::version))
                .filter(fact -> isJoined(space, fact))
                .count();
        // Without a next one, it starts again.
        swept.compute(space, (_, _) -> page.next());
        return joined;
    }

    private boolean isJoined(AccountSpace space, PendingFact fact) {
        try {
            return join(space, fact, true) == Outcome.APPLIED;
        } catch (UnreadableDocument | DocumentTooNew unreadable) {
            LOG.log(System.Logger.Level.DEBUG, "a pending fact waits: its order cannot be read", unreadable);
            return false;
        }
    }

    /**
     * Returns true if a space may have facts, as this instance knows it: those that it stores itself immediately, and
     * those of other instances within five seconds.
     */
    private boolean mayHave(AccountSpace space) {
        Instant now = clock.instant();
        Known last = known.get(space);
        if (last != null && now.isBefore(last.until)) {
            return last.mayHave;
        }
        Known next = new Known(pending.isListed(space), now.plus(KNOWN_FOR));
        if (known.size() >= PendingStore.MAX_SPACES) {
            known.clear();
        }
        // A fact that was stored here meanwhile counts more.
        boolean isKnown = last == null ? known.putIfAbsent(space, next) == null : known.replace(space, last, next);
        return next.mayHave || !isKnown;
    }
}
