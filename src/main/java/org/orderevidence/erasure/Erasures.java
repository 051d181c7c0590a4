package org.orderevidence.erasure;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.Actor;
import org.orderevidence.account.AuditLog.AuditAction;
import org.orderevidence.evidence.DisputeDate;
import org.orderevidence.evidence.IpStandIn.SightingChoice.SightingWindow;
import org.orderevidence.evidence.RuleSettings;
import org.orderevidence.integration.InboxEvent;
import org.orderevidence.integration.Links.ObjectReference;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Email;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.WireNamed;
import org.orderevidence.order.part.Composition;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent;
import org.orderevidence.order.part.Statement;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.Keyring;
import org.orderevidence.service.OrderSearch.FoundOrders;
import org.orderevidence.service.OrderSearch.OrderFilter;
import org.orderevidence.service.PendingFacts;
import org.orderevidence.store.AccessToken;
import org.orderevidence.store.AccessToken.TokenKind;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.IntegrationRecord;
import org.orderevidence.store.IntegrationRecord.RecordKey;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.Sightings;
import org.orderevidence.store.Tokens;
import org.orderevidence.store.document.RecordDocument;
import org.orderevidence.webhook.Webhooks;

/**
 * Erases orders with all that is stored about them, and everything of a customer. An order itself is erased last, so that
 * an erasure that ended between two steps is completed by repeating it. What is left of an order refuses later writes.
 *
 * <p>An order of a customer can have a reason to stay. Then it loses what evidence does not need, and is erased when the
 * reason ends. Until then a record is due that has the time of the request and the keyed hash of the customer.
 */
public final class Erasures {
    /** Maximum number of orders that a request erases. The service then continues by itself. */
    public static final int MAX_ORDERS = 1_000;

    private static final System.Logger LOG = System.getLogger(Erasures.class.getName());
    private static final RecordDocument<Requested> DOCUMENT = new RecordDocument<>('Q', Requested.class);
    static final String GROUP = "erasure/";
    private static final String ID = "customer";
    private static final int PAGE = 100;
    private static final int SECONDS_PER_MINUTE = 60;

    /** After this time, any instance completes an erasure that was cut, or that has more orders than a request erases. */
    private static final Duration CONTINUED_AFTER = Duration.ofMinutes(5);

    /** How far the clocks of instances may differ: an order that was stored before the request is not forgotten. */
    private static final Duration CLOCKS = Duration.ofMinutes(1);

    /** Time between two checks of an order that stays, and of a platform's request that is still open. */
    static final Duration NEXT_LOOK = Duration.ofDays(1);

    private final Stores stores;
    private final EvidenceService service;
    private final PendingFacts pending;
    private final Webhooks webhooks;
    private final Accounts accounts;
    private final Keyring keyring;
    private final Settings settings;
    private final Clock clock;
    private volatile int due;

    public record Stores(EvidenceStore orders, Sightings sightings, Tokens tokens, IntegrationStore requests) {}

    /**
     * What an installation decides.
     *
     * @param keepsDisputable whether orders stay as long as a dispute of them can be raised
     * @param rule says which sightings are evidence for an order
     */
    public record Settings(boolean keepsDisputable, RuleSettings rule) {
        public static final Settings DEFAULTS = new Settings(true, RuleSettings.DEFAULTS);
    }

    /** The content of the record of an erasure that is not complete. */
    public record Requested(Instant at) {}

    /** The result of the erasure of an order. */
    public enum Result {
        ERASED,
        STAYS,
        NOT_FOUND
    }

    /** Why an order stays. */
    public enum Reason implements WireNamed {
        HOLD,
        OPEN_DISPUTE,
        DISPUTABLE
    }

    /** A reason to stay. */
    public record Stay(Reason reason, @Nullable LocalDate until) {}

    /**
     * What became of an order.
     *
     * @param stay why it stays; {@code null} if it is erased
     */
    public record ErasedOrder(OrderId id, @Nullable Stay stay) {}

    /**
     * What became of a customer's data.
     *
     * @param orders at most {@value #MAX_ORDERS}
     * @param sightings how many were erased
     * @param isComplete false if there are more orders, which the service erases by itself
     * @param next when the service continues; {@code null} if nothing is left
     */
    public record CustomerErasure(
            List<ErasedOrder> orders,
            int sightings,
            boolean isComplete,
            @Nullable Instant next) {}

    public Erasures(
            Stores stores,
            EvidenceService service,
            PendingFacts pending,
            Webhooks webhooks,
            Accounts accounts,
            Keyring keyring,
            Settings settings,
            Clock clock) {
        this.stores = stores;
        this.service = service;
        this.pending = pending;
        this.webhooks = webhooks;
        this.accounts = accounts;
        this.keyring = keyring;
        this.settings = settings;
        this.clock = clock;
    }

    // One order

    /** Erases an order, also by an earlier ID from before its purchase was moved. May be repeated. */
    public Result eraseOrder(Actor actor, AccountSpace space, OrderId id) {
        Optional<EvidenceStore.Contents> contents = stores.orders.contents(space, id);
        if (contents.isEmpty()) {
            return eraseAgain(space, id) ? Result.ERASED : Result.NOT_FOUND;
        }
        OrderId current = movedTo(contents.get()).orElse(id);
        if (isHeld(space, current)) {
            return Result.STAYS;
        }
        accounts.audit().add(actor, space, AuditAction.ORDER_ERASED, current.value(), null);
        erase(space, current);
        // It may have been held at the same time.
        return isHeld(space, current) ? Result.STAYS : Result.ERASED;
    }

    /** Erases an order, or reduces it if it has a reason to stay. */
    Result eraseUnlessNeeded(Actor actor, AccountSpace space, OrderId id) {
        Instant now = clock.instant();
        StoredOrder order = service.order(space, id).orElse(null);
        Stay stay = order == null
                ? null
                : stay(order, LocalDate.ofInstant(now, ZoneOffset.UTC)).orElse(null);
        if (order == null || stay == null) {
            return eraseOrder(actor, space, id);
        }
        if (stay.reason != Reason.HOLD) {
            stores.orders.reduce(space, order.order().id(), now);
        }
        return Result.STAYS;
    }

    /** Ends the rows that a cut erasure of an order has left. Returns false if the order was not erased. */
    private boolean eraseAgain(AccountSpace space, OrderId id) {
        boolean isErased = stores.orders.isErased(space, id);
        if (isErased) {
            stores.orders.erase(space, id, clock.instant());
        }
        return isErased;
    }

    private boolean isHeld(AccountSpace space, OrderId id) {
        return stores.orders
                .contents(space, id)
                .filter(contents -> contents.content().hold() != null)
                .isPresent();
    }

    private static Optional<OrderId> movedTo(EvidenceStore.Contents contents) {
        List<PartContent> stated = contents.parts().stream().map(Part::content).toList();
        // An order that the merchant uploads itself is one of its own.
        return stated.stream().anyMatch(PartContent.Upload.class::isInstance)
                ? Optional.empty()
                : stated.stream()
                        .filter(PartContent.Moved.class::isInstance)
                        .map(moved -> ((PartContent.Moved) moved).to())
                        .findFirst();
    }

    private void erase(AccountSpace space, OrderId id) {
        List<Part> parts = stores.orders
                .contents(space, id)
                .map(EvidenceStore.Contents::parts)
                .orElse(List.of());
        Set<String> charges = charges(parts);
        Set<OrderId> others = webhooks.links().leadToErased(space, id, charges);
        others.remove(id);
        pending.forget(space, id, order(id, parts), charges);
        webhooks.worker().eraseEvents(space, event -> names(event.body().utf8(), charges));
        others.forEach(other -> eraseAlone(space, other));
        eraseAlone(space, id);
    }

    private void eraseAlone(AccountSpace space, OrderId id) {
        forgetAround(space, id);
        stores.orders.erase(space, id, clock.instant());
    }

    private void forgetAround(AccountSpace space, OrderId id) {
        webhooks.links().forget(space, id);
        for (AccessToken link : stores.tokens.of(space, TokenKind.RECEIPT_LINK, id.value())) {
            stores.tokens.remove(link);
        }
    }

    /** Removes what is stored about an order besides the order, which the caller removes. */
    void forget(AccountSpace space, StoredOrder order) {
        OrderId id = order.order().id();
        String charge = order.order().charge().references().gatewayTransactionId();
        pending.forget(space, id, Optional.of(order.order()), charge == null ? Set.of() : Set.of(charge));
        forgetAround(space, id);
    }

    private static Optional<Order> order(OrderId id, List<Part> parts) {
        return Composition.of(id, parts) instanceof Composition.Complete complete
                ? Optional.of(complete.order())
                : Optional.empty();
    }

    /** Returns the charges that any source states. */
    private static Set<String> charges(List<Part> parts) {
        Set<String> charges = new LinkedHashSet<>();
        for (Part part : parts) {
            Statement stated = switch (part.content()) {
                case PartContent.Upload upload -> upload.statement();
                case PartContent.PatchCell cell -> cell.value();
                case PartContent.PlatformObject object -> object.statement();
                case PartContent.RefundObject _, PartContent.Moved _ -> Statement.EMPTY;
            };
            String charge = stated.get(OrderFields.GATEWAY_TRANSACTION_ID);
            if (charge != null) {
                charges.add(charge);
            }
        }
        return charges;
    }

    /** A short ID could be in any event. */
    private static boolean names(String body, Set<String> charges) {
        return charges.stream()
                .anyMatch(charge -> charge.length() >= ObjectReference.MIN_LENGTH && body.contains(charge));
    }

    // A customer

    /** Erases everything of a customer that has no reason to stay. May be repeated. */
    public CustomerErasure eraseCustomer(Actor actor, AccountSpace space, Email email) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        KeyedHash customer = keyring.customer(space, email);
        accounts.audit().add(actor, space, AuditAction.CUSTOMER_ERASED, null, null);
        // First: any instance completes it if this one ends.
        request(space, customer, now, now.plus(CONTINUED_AFTER));
        CustomerErasure done = erase(space, customer, Instant.MAX, MAX_ORDERS, false, names(email));
        request(space, customer, now, done.next);
        return done;
    }

    /** Erases everything of a customer, or only what was stored before an erasure that was requested since a time. */
    void eraseCustomer(Actor actor, AccountSpace space, Email email, Instant since) {
        KeyedHash customer = keyring.customer(space, email);
        Optional<Instant> requested = stores.requests
                .read(new RecordKey(GROUP + customer, ID))
                .map(Erasures::requested)
                .filter(at -> !at.isBefore(since));
        if (requested.isPresent()) {
            // Only the e-mail address leads to stored events, and the request may have ended before them.
            eraseAgain(space, customer, requested.get(), names(email));
        } else {
            eraseCustomer(actor, space, email);
        }
    }

    private static Predicate<InboxEvent> names(Email email) {
        return event -> event.body().utf8().toLowerCase(Locale.ROOT).contains(email.canonical());
    }

    /** Returns what an erasure of a customer would do now. */
    public CustomerErasure preview(AccountSpace space, Email email) {
        return erase(space, keyring.customer(space, email), Instant.MAX, MAX_ORDERS, true, _ -> false);
    }

    /**
     * Stores until when an erasure waits, unless a later one was requested meanwhile.
     *
     * @param due {@code null} if it is complete
     */
    private void request(AccountSpace space, KeyedHash customer, Instant requested, @Nullable Instant due) {
        RecordKey key = new RecordKey(GROUP + customer, ID);
        // It stays, so that it can be repeated in an older backup.
        Instant end = due == null ? clock.instant().plus(EvidenceStore.ERASED_FOR) : null;
        Bytes content = DOCUMENT.encode(new Requested(requested));
        stores.requests.update(
                key,
                held -> held != null && requested(held).isAfter(requested)
                        ? null
                        : new IntegrationRecord(
                                space, key, held == null ? 1 : held.version() + 1, due, end, content, null));
    }

    /** Continues erasures that were cut, and those whose orders have no reason to stay any more. */
    public void pass() {
        List<RecordKey> keys = stores.requests.due(GROUP, clock.instant()).toList();
        due = keys.size();
        keys.forEach(this::resume);
    }

    /** Returns how many erasures the last pass had to continue. */
    public int due() {
        return due;
    }

    /** If it fails, the record stays due. */
    private void resume(RecordKey key) {
        try {
            stores.requests
                    .read(key)
                    .ifPresent(record -> eraseAgain(record.space(), customer(key), requested(record), _ -> false));
        } catch (RuntimeException failed) {
            LOG.log(System.Logger.Level.WARNING, "the erasure of a customer could not be continued yet", failed);
        }
    }

    /** Where a write is not atomic, a row of the customer can be left that leads to an order that is erased. */
    private void endRows(AccountSpace space, KeyedHash customer) {
        OrderReference reference = new OrderReference(OrderReference.Kind.CUSTOMER, customer);
        ListPlace after = null;
        List<ListPlace> page = List.of();
        while (stores.orders.historyMayLag() && (after == null || page.size() == PAGE)) {
            page = stores.orders.places(space, reference, OrderFilter.days(null, null), false, after, PAGE);
            page.forEach(place -> eraseAgain(space, place.id()));
            if (page.isEmpty()) {
                return;
            }
            after = page.getLast();
        }
    }

    private void eraseAgain(AccountSpace space, KeyedHash customer, Instant requested, Predicate<InboxEvent> isAbout) {
        CustomerErasure done = erase(space, customer, requested.plus(CLOCKS), Integer.MAX_VALUE, false, isAbout);
        request(space, customer, requested, done.next);
    }

    static KeyedHash customer(RecordKey key) {
        return KeyedHash.of(HexFormat.of().parseHex(key.group().substring(GROUP.length())));
    }

    static Instant requested(IntegrationRecord record) {
        return record.as(DOCUMENT).at();
    }

    /**
     * Repeats an erasure in a store that was restored from an older backup. It may be repeated.
     *
     * @return false if an order stays, because it is held
     */
    public boolean repeat(PastErasures.Past past) {
        OrderId order = past.order();
        KeyedHash customer = past.customer();
        if (order != null) {
            erase(past.space(), order);
            return stores.orders.isErased(past.space(), order);
        }
        if (customer != null) {
            // First: the service completes it if this process ends.
            request(past.space(), customer, past.at(), clock.instant());
            eraseAgain(past.space(), customer, past.at(), _ -> false);
        }
        return true;
    }

    /**
     * @param until what was stored later stays
     * @param most maximum number of orders
     * @param isPreview true to change nothing
     * @param isAbout whether an event is about the customer
     */
    private CustomerErasure erase(
            AccountSpace space,
            KeyedHash customer,
            Instant until,
            int most,
            boolean isPreview,
            Predicate<InboxEvent> isAbout) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
        Instant next = null;
        int count = 0;
        List<ErasedOrder> found = new ArrayList<>();
        List<SightingWindow> windows = new ArrayList<>();
        Set<String> kept = new LinkedHashSet<>();
        ListPlace after = null;
        do {
            FoundOrders page = service.ofCustomer(space, customer, after, PAGE);
            for (StoredOrder order : page.orders()) {
                if (order.uploadedAt().isAfter(until)) {
                    continue;
                }
                count++;
                OrderId id = order.order().id();
                Stay stay = stay(order, today).orElse(null);
                if (stay == null) {
                    if (!isPreview) {
                        erase(space, id);
                    }
                } else {
                    if (!isPreview && stay.reason != Reason.HOLD) {
                        stores.orders.reduce(space, id, now);
                    }
                    Instant end = stay.until == null
                            ? now.plus(NEXT_LOOK)
                            : stay.until.plusDays(1).atStartOfDay().toInstant(ZoneOffset.UTC);
                    next = next == null || end.isBefore(next) ? end : next;
                    keep(order, windows, kept);
                }
                if (found.size() < MAX_ORDERS) {
                    found.add(new ErasedOrder(id, stay));
                }
            }
            after = page.next();
        } while (after != null && count < most);
        if (!isPreview) {
            endRows(space, customer);
            webhooks.worker()
                    .eraseEvents(
                            space,
                            event -> !event.receivedAt().isAfter(until)
                                    && isAbout.test(event)
                                    && !names(event.body().utf8(), kept));
        }
        if (after != null) {
            // Until all orders are known, any sighting can be evidence.
            return new CustomerErasure(found, 0, false, now.plus(CONTINUED_AFTER));
        }
        int sightings = windows.size() > MAX_ORDERS
                ? 0
                : stores.sightings.erase(
                        space,
                        customer,
                        isPreview,
                        minute -> minute > until.getEpochSecond() / SECONDS_PER_MINUTE
                                || windows.stream()
                                        .anyMatch(window -> minute >= window.earliest() && minute <= window.latest()));
        return new CustomerErasure(found, sightings, true, next);
    }

    /** Adds what an order that stays needs. One window more than the most says that there are too many to compare. */
    private void keep(StoredOrder order, List<SightingWindow> windows, Set<String> charges) {
        if (windows.size() <= MAX_ORDERS) {
            windows.add(SightingWindow.of(order.order().charge().transactionTime(), settings.rule));
            String charge = order.order().charge().references().gatewayTransactionId();
            if (charge != null) {
                charges.add(charge);
            }
        }
    }

    private Optional<Stay> stay(StoredOrder order, LocalDate today) {
        if (order.hold() != null) {
            return Optional.of(new Stay(Reason.HOLD, null));
        }
        if (order.hasOpenDispute()) {
            return Optional.of(new Stay(Reason.OPEN_DISPUTE, null));
        }
        DisputeDate date = DisputeDate.of(order, null, today);
        LocalDate until = date.disputable().until();
        return settings.keepsDisputable && date.charged() && !today.isAfter(until)
                ? Optional.of(new Stay(Reason.DISPUTABLE, until))
                : Optional.empty();
    }
}
