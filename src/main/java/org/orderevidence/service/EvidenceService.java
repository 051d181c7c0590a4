package org.orderevidence.service;

import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.Actor;
import org.orderevidence.account.AuditLog.AuditAction;
import org.orderevidence.account.Retention;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.Profile;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.CardTokens;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.Email;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.Hold;
import org.orderevidence.order.IpAddress;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.Micros;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.OrderOutcome.FactOutcome;
import org.orderevidence.order.OrderQuery;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.TypedId;
import org.orderevidence.order.part.Composition;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent;
import org.orderevidence.order.part.PartContent.PatchCell;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.PendingFact.PendingKey;
import org.orderevidence.order.part.StatedField;
import org.orderevidence.order.part.Statement;
import org.orderevidence.process.LongWork;
import org.orderevidence.process.Tally;
import org.orderevidence.service.OrderSearch.FoundOrders;
import org.orderevidence.service.OrderSearch.OrderFilter;
import org.orderevidence.service.OrderSearch.OrderPage;
import org.orderevidence.service.OrderSearch.SearchResult;
import org.orderevidence.store.AccountStore.Account;
import org.orderevidence.store.AccountStore.AuditRow;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.EvidenceStore.DisputeWrite;
import org.orderevidence.store.EvidenceStore.OrderParts;
import org.orderevidence.store.EvidenceStore.PartWrite;
import org.orderevidence.store.OrderInHistory;
import org.orderevidence.store.RecordStore.RecordCount;
import org.orderevidence.store.Sightings.SightingWrite;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.document.DocumentTooNew;

/**
 * The operations of the service for an account: track, upload, fetch, later facts. Every method blocks and passes on
 * the store's two exceptions.
 */
public final class EvidenceService {
    /** Maximum number of orders of one {@link #upload}. */
    public static final int MAX_ORDERS = 1_000;

    /** How often an edit is tried again when somebody else changed the order in the meantime. */
    private static final int MAX_EDITS = 20;

    private final Evidence evidence;
    private final EvidenceStore store;
    private final Accounts accounts;
    private final PendingFacts pending;
    private final Retention retention;
    private final CaseReader cases;
    private final PlatformOrders platforms;
    private final Counts counts = new Counts(
            new Tally(Stream.of("created", "updated", "unchanged", "stale", "erased", "rejected")),
            new Tally(Stream.of("created", "updated", "unchanged", "waiting", "erased", "rejected")),
            new Tally(Stream.of("recorded", "rejected")),
            new Tally(Arrays.stream(Eligibility.Status.values()).map(Eligibility.Status::wireName)));

    /** What this process has counted: what uploads sent by outcome, and verdicts that were answered by status. */
    public record Counts(Tally orders, Tally disputes, Tally sightings, Tally verdicts) {}

    public EvidenceService(
            Evidence evidence, Accounts accounts, PendingFacts pending, Retention retention, PlatformOrders platforms) {
        this.evidence = evidence;
        this.store = evidence.orders();
        this.accounts = accounts;
        this.pending = pending;
        this.retention = retention;
        this.cases = new CaseReader(evidence);
        this.platforms = platforms;
    }

    public Instant now() {
        return evidence.clock().instant();
    }

    public DisputeUploads disputeUploads() {
        return new DisputeUploads(this, evidence, pending);
    }

    public DisputeQueue disputes() {
        return new DisputeQueue(evidence, accounts);
    }

    public Counts counts() {
        return counts;
    }

    public Retention retention() {
        return retention;
    }

    /**
     * Stores sightings.
     *
     * @return when they were recorded
     */
    public Instant track(AccountSpace space, List<SeenCustomer> customers) {
        Instant now = evidence.clock().instant();
        List<SightingWrite> writes = customers.stream()
                .map(seen -> new SightingWrite(
                        evidence.keyring().customer(space, seen.email()),
                        evidence.keyring().sightingIp(space, seen.ip()),
                        new IpSighting(seen.ip(), seen.observedAt() == null ? now : seen.observedAt())))
                .toList();
        evidence.sightings().track(space, writes, sighting -> retention.endOfSighting(space, sighting.observedAt()));
        return now;
    }

    /**
     * Stores orders, one by one in the given order.
     *
     * @param uploadId of the upload that they are a part of; {@code null} if it has none
     * @return one outcome each, never {@link OrderOutcome.Conflict}
     * @throws DocumentTooNew if only a newer release can read one of the stored orders; the others may be stored
     */
    public List<OrderOutcome> upload(AccountSpace space, List<UploadedOrder> orders, @Nullable String uploadId) {
        Instant now = evidence.clock().instant();
        List<PartWrite> batch = new ArrayList<>(orders.size());
        for (UploadedOrder uploaded : orders) {
            LongWork.letOthersRun(batch.size());
            Statement sealed = evidence.keyring().withTokens(space, uploaded.statement(), uploaded.tokens());
            PartContent.Upload content = new PartContent.Upload(uploaded.revision(), sealed);
            Part part = new Part(PartKey.UPLOAD, Micros.of(now), content);
            batch.add(new PartWrite(uploaded.id(), List.of(part), null, uploadId));
        }
        List<OrderOutcome> outcomes = store.put(space, batch, now);
        List<UploadedOrder> changed = IntStream.range(0, orders.size())
                .filter(i -> outcomes.get(i) instanceof OrderOutcome.Changed)
                .mapToObj(orders::get)
                .toList();
        pending.stored(space, changed.stream().map(UploadedOrder::id).toList());
        platforms.uploaded(
                space,
                changed.stream()
                        .map(order -> order.statement().get(OrderFields.GATEWAY_TRANSACTION_ID))
                        .filter(Objects::nonNull)
                        .toList());
        for (OrderOutcome outcome : outcomes) {
            // The client cannot fix this. The same upload succeeds when all instances have the newer release.
            if (outcome instanceof OrderOutcome.Unreadable(DocumentTooNew tooNew)) {
                throw tooNew;
            }
        }
        return outcomes;
    }

    /**
     * Changes fields of a stored order, also by an earlier ID from before its purchase was moved. The audit log has an
     * entry of it.
     *
     * @param edit returns the new value of each field that changes, as a statement of this field. It may be called more
     *     than once: the last result changes exactly the version it was called with. If it throws, nothing is stored
     *     and the exception is passed on
     * @return the order after this change, or empty if it does not exist
     */
    public Optional<EditedOrder> edit(
            Actor actor, AccountSpace space, OrderId id, Function<StoredOrder, Map<StatedField, Statement>> edit) {
        OrderId current = id;
        for (int i = 0; i < MAX_EDITS; i++) {
            Optional<OrderParts> held = store.parts(space, current);
            if (held.isEmpty()) {
                return Optional.empty();
            }
            StoredOrder order = held.get().order();
            if (order.isMoved()) {
                current = order.current();
                continue;
            }
            Instant now = evidence.clock().instant();
            List<Part> cells = cells(held.get(), edit.apply(order), Micros.of(now));
            if (cells.isEmpty()) {
                return Optional.of(new EditedOrder(order, false));
            }
            String fields = cells.stream().map(cell -> cell.key().object()).collect(Collectors.joining(","));
            OrderOutcome outcome = store.edit(
                    space,
                    new PartWrite(current, cells, order.version()),
                    accounts.audit().entry(actor, space, AuditAction.ORDER_CHANGED, current.value(), fields),
                    now);
            switch (outcome) {
                case OrderOutcome.Changed changed -> {
                    return Optional.of(edited(space, held.get(), cells, changed.version()));
                }
                case OrderOutcome.Unchanged _ -> {
                    return Optional.of(new EditedOrder(order, false));
                }
                case OrderOutcome.Stale _, OrderOutcome.Conflict _ -> {}
                case OrderOutcome.Unreadable(RuntimeException cause) -> throw cause;
                case OrderOutcome.Erased _ -> {
                    return Optional.empty();
                }
                case OrderOutcome.TooManyParts _ -> throw new TooManyParts();
            }
        }
        throw new StoreUnavailable("an order was changed " + MAX_EDITS + " times while it was edited");
    }

    /**
     * The order after an edit. A later write may already have replaced it. The later version is not returned, because
     * the caller does not know its content.
     */
    private EditedOrder edited(AccountSpace space, OrderParts before, List<Part> cells, long version) {
        OrderId id = before.order().order().id();
        // It may have a reference now for which a fact waits.
        pending.stored(space, List.of(id));
        StoredOrder stored = store.order(space, id)
                .filter(now -> now.version() == version)
                .orElseGet(() -> with(before, cells, version));
        return new EditedOrder(stored, true);
    }

    private static StoredOrder with(OrderParts before, List<Part> cells, long version) {
        StoredOrder order = before.order();
        Map<PartKey, Part> parts = new TreeMap<>();
        Stream.of(before.parts(), cells).flatMap(List::stream).forEach(part -> parts.put(part.key(), part));
        if (!(Composition.of(order.order().id(), parts.values()) instanceof Composition.Complete complete)) {
            throw new IllegalStateException("a PATCH took an order apart");
        }
        return new StoredOrder(
                complete.order(),
                complete.orderSources(),
                version,
                order.uploadedAt(),
                order.disputes(),
                order.fraudReports(),
                order.hold());
    }

    private static List<Part> cells(OrderParts held, Map<StatedField, Statement> changes, long version) {
        Money money = held.order().order().charge().money();
        return changes.entrySet().stream()
                .map(change -> PatchCell.part(change.getKey(), change.getValue(), held.parts(), money, version))
                .toList();
    }

    /**
     * An order with what is concluded about it, also by an earlier ID from before its purchase was moved.
     *
     * @return empty if there is no such order
     */
    public Optional<FetchedOrder> fetch(AccountSpace space, OrderId id, @Nullable LocalDate asOf, Profile profile) {
        return fetch(space, id, asOf, profile, true);
    }

    /** Returns an order with what is concluded about it, also without the addresses that were tracked. */
    public Optional<FetchedOrder> fetch(
            AccountSpace space, OrderId id, @Nullable LocalDate asOf, Profile profile, boolean withTracked) {
        OrderInHistory held = cases.order(space, id, profile)
                .flatMap(found -> found.order().isMoved()
                        ? cases.order(space, found.order().current(), profile)
                        : Optional.of(found))
                .filter(found -> !found.order().isMoved())
                .orElse(null);
        if (held == null) {
            return Optional.empty();
        }
        Account account = accounts.account(space.account())
                .orElseThrow(() -> new StoreUnavailable(
                        "the account " + space.account() + " is missing; run ./evidence store verify"));
        LocalDate today = evidence.today();
        Eligibility eligibility = new CaseReader(evidence, withTracked)
                .judged(space, held, asOf, profile, account.defaultCategory(), today)
                .answer();
        counts.verdicts.add(eligibility.status().wireName(), 1);
        return Optional.of(new FetchedOrder(held.order(), eligibility, account));
    }

    /** Returns the orders of these IDs; unknown ones are left out. */
    public Map<OrderId, StoredOrder> orders(AccountSpace space, List<OrderId> ids) {
        return ids.isEmpty() ? Map.of() : store.orders(space, ids);
    }

    /**
     * Stores a dispute with its order. The audit log has an entry of it.
     *
     * @param stating what the dispute becomes of a stored order; may be called more than once
     */
    public FactOutcome recordDispute(
            Actor actor, AccountSpace space, OrderId id, Function<StoredOrder, Dispute> stating) {
        return recordDisputes(actor, space, List.of(new StatedDispute(id, held -> Optional.of(stating.apply(held)))))
                .getFirst()
                .orElseThrow();
    }

    /**
     * What is stated about a dispute of an order.
     *
     * @param stating what the dispute becomes of a stored order, empty to store nothing; may be called more than once
     */
    public record StatedDispute(OrderId order, Function<StoredOrder, Optional<Dispute>> stating) {}

    /**
     * Stores disputes with their orders, each on its own.
     *
     * @return the outcome of each; empty if it stores nothing
     */
    public List<Optional<FactOutcome>> recordDisputes(Actor actor, AccountSpace space, List<StatedDispute> stated) {
        Optional<FactOutcome> open = Optional.of(FactOutcome.CONFLICT);
        List<Optional<FactOutcome>> outcomes = new ArrayList<>(Collections.nCopies(stated.size(), open));
        for (int i = 0; outcomes.contains(open); i++) {
            if (i == MAX_EDITS) {
                throw new StoreUnavailable("a dispute was changed " + MAX_EDITS + " times while it was edited");
            }
            Map<Integer, DisputeWrite> writes = new LinkedHashMap<>();
            for (int index = 0; index < stated.size(); index++) {
                if (outcomes.get(index).equals(open)) {
                    StatedDispute each = stated.get(index);
                    StoredOrder held = order(space, each.order).orElse(null);
                    outcomes.set(index, held == null ? Optional.of(FactOutcome.ORDER_NOT_FOUND) : Optional.empty());
                    Dispute dispute =
                            held == null ? null : each.stating.apply(held).orElse(null);
                    if (held != null && dispute != null) {
                        writes.put(index, write(actor, space, held, dispute));
                    }
                }
            }
            if (!writes.isEmpty()) {
                List<FactOutcome> stored = store.replaceDisputes(space, List.copyOf(writes.values()), now());
                Iterator<FactOutcome> next = stored.iterator();
                writes.keySet().forEach(index -> outcomes.set(index, Optional.of(next.next())));
            }
        }
        return outcomes;
    }

    private DisputeWrite write(Actor actor, AccountSpace space, StoredOrder order, Dispute dispute) {
        OrderId id = order.order().id();
        Dispute before = order.dispute(dispute.disputeId()).orElse(null);
        AuditAction action = before == null ? AuditAction.DISPUTE_RECORDED : AuditAction.DISPUTE_CHANGED;
        return new DisputeWrite(
                id, before, dispute, accounts.audit().entry(actor, space, action, id.value(), dispute.disputeId()));
    }

    /**
     * Holds an order, so that nothing removes it, or releases it.
     *
     * @return the order; empty if there is none
     */
    public Optional<StoredOrder> hold(AccountSpace space, OrderId id, @Nullable PersonalText reason) {
        OrderId current = current(space, id);
        Instant now = evidence.clock().instant().truncatedTo(ChronoUnit.MILLIS);
        store.hold(space, current, reason == null ? null : new Hold(reason, now), now);
        return store.order(space, current);
    }

    /** Returns an order as it is stored, also by an earlier ID; empty if there is none. */
    public Optional<StoredOrder> order(AccountSpace space, OrderId id) {
        return store.order(space, id)
                .flatMap(order -> order.isMoved() ? store.order(space, order.current()) : Optional.of(order));
    }

    /** Returns the ID of the order that has a purchase now. */
    private OrderId current(AccountSpace space, OrderId id) {
        return store.order(space, id).map(StoredOrder::current).orElse(id);
    }

    /** Stores a fraud report with its order. The audit log has an entry of it. */
    public FactOutcome recordFraudReport(Actor actor, AccountSpace space, OrderId order, FraudReport report) {
        OrderId current = current(space, order);
        AuditRow entry = accounts.audit()
                .entry(actor, space, AuditAction.FRAUD_REPORT_RECORDED, current.value(), report.reportId());
        return store.recordFraudReport(
                space, current, report, entry, evidence.clock().instant());
    }

    /** A page of the list, newest transaction first. Orders that were moved are left out, and count in the total. */
    public OrderPage list(AccountSpace space, @Nullable ListPlace after, int skip, int limit) {
        OrderFilter all = OrderFilter.of(null, null, null, false);
        FoundOrders page = find(space, all, store.behind(space, after, skip), limit);
        RecordCount count = store.count(space);
        return new OrderPage(page.orders(), page.next(), count.total(), count.asOf());
    }

    /**
     * Maximum number of orders that a filter without an index reads at a time, in addition to those that it has found.
     */
    public static final int READ_TOGETHER = 100;

    /**
     * Returns a page of a filtered list. It examines at most 1,000 orders, so it can have fewer orders than asked for.
     */
    public FoundOrders find(AccountSpace space, OrderFilter filter, @Nullable ListPlace after, int limit) {
        return new OrderSearch(store, evidence.keyring(), true).find(space, filter, after, limit);
    }

    /** Returns the places of orders, the oldest transaction first. See {@link EvidenceStore#places}. */
    public List<ListPlace> places(AccountSpace space, DateRange days, @Nullable ListPlace after, int limit) {
        return store.places(space, null, days, true, after, limit);
    }

    /**
     * Returns a page of the orders that any of some queries finds, newest transaction first. It examines at most 1,000
     * orders for each, so it can have fewer orders than asked for.
     */
    public SearchResult search(AccountSpace space, List<OrderQuery> queries, @Nullable ListPlace after, int limit) {
        List<String> prefixes =
                queries.stream().allMatch(query -> query.orderId() == null) ? List.of() : platforms.prefixes(space);
        List<OrderQuery> all = new ArrayList<>(queries);
        for (OrderQuery query : queries) {
            String object = query.values().get(OrderReference.Kind.GATEWAY_TRANSACTION_ID);
            if (object != null) {
                TypedId id = query.orderId();
                platforms
                        .order(space, object)
                        .filter(order -> id == null || id.forms(prefixes).contains(order))
                        .ifPresent(order -> all.add(query.ofOrder(order)));
            }
        }
        OrderSearch search = new OrderSearch(store, evidence.keyring(), true);
        FoundOrders found = search.find(space, all, prefixes, evidence.today(), after, limit);
        boolean isNone = found.orders().isEmpty() && found.next() == null && after == null;
        return new SearchResult(found, isNone ? search.near(space, queries, prefixes, evidence.today()) : List.of());
    }

    /**
     * Returns a page of the orders of a customer. An order that cannot be read is an error: it could be one of them.
     */
    public FoundOrders ofCustomer(AccountSpace space, KeyedHash customer, @Nullable ListPlace after, int limit) {
        OrderReference reference = new OrderReference(OrderReference.Kind.CUSTOMER, customer);
        return new OrderSearch(store, evidence.keyring(), false)
                .find(space, OrderFilter.having(reference, OrderFilter.days(null, null)), after, limit);
    }

    /** Returns sightings of a customer, the oldest first. */
    public List<IpSighting> sightingsOf(AccountSpace space, Email email, int limit) {
        return evidence.sightings().of(space, evidence.keyring().customer(space, email), limit);
    }

    /** Returns a page of the orders of a customer; see the other method. */
    public FoundOrders ofCustomer(AccountSpace space, Email email, @Nullable ListPlace after, int limit) {
        return ofCustomer(space, evidence.keyring().customer(space, email), after, limit);
    }

    public PendingFacts.PendingPage pending(AccountSpace space, @Nullable PendingKey after, int limit) {
        return pending.list(space, after, limit);
    }

    /** Returns when the store can write and read, else throws as the store does. */
    public void probe() {
        store.probe(evidence.clock().instant());
    }

    /**
     * An order after a PATCH.
     *
     * @param changed false if it already was as the PATCH states
     */
    public record EditedOrder(StoredOrder order, boolean changed) {}

    /** An order with what is concluded about it. */
    public record FetchedOrder(StoredOrder order, Eligibility eligibility, Account account) {}

    /**
     * A customer who was seen at an address.
     *
     * @param observedAt when; {@code null} for now
     */
    public record SeenCustomer(
            Email email, IpAddress ip, @Nullable Instant observedAt) {}

    /**
     * An order as it was uploaded: the tokens of its card are not yet replaced by keyed hashes.
     *
     * @param statement the fields that were sent; its credential has no hashes
     */
    public record UploadedOrder(
            OrderId id,
            @Nullable Long revision,
            Statement statement,
            @Nullable CardTokens tokens) {
        public UploadedOrder {
            if (statement.credential().isSure()) {
                throw new IllegalArgumentException("an uploaded order has tokens, not hashes");
            }
        }
    }

    /** An order already has as many parts as it may have. */
    public static final class TooManyParts extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooManyParts() {
            super("the order has too many parts", null, false, false);
        }
    }

    /** What platforms state about the orders of an account space. */
    @FunctionalInterface
    public interface PlatformOrders {
        /**
         * Receives the charges of uploaded orders, which a platform may have stated under another order ID. Returns
         * immediately.
         */
        void uploaded(AccountSpace space, Collection<String> chargeIds);

        /** Returns the prefixes that the IDs of orders have, because each shop of the space has its own. */
        default List<String> prefixes(AccountSpace space) {
            return List.of();
        }

        /** Returns the order to which the ID of a payment, a charge or another object leads. */
        default Optional<OrderId> order(AccountSpace space, String objectId) {
            return Optional.empty();
        }
    }
}
