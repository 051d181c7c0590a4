package org.orderevidence.service;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Account;
import org.orderevidence.account.Accounts;
import org.orderevidence.evidence.rule.Eligibility;
import org.orderevidence.evidence.rule.Profile;
import org.orderevidence.evidence.rule.RuleSettings;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.Email;
import org.orderevidence.order.FactOutcome;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.IpAddress;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.process.LongWork;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.OrderInHistory;
import org.orderevidence.store.OrderWrite;
import org.orderevidence.store.SightingWrite;
import org.orderevidence.store.StoreUnavailable;

/**
 * The operations of the service for an account: track, upload, fetch, later facts. Every method blocks and passes on
 * the store's two exceptions.
 */
public final class EvidenceService {
    /** Most orders of one {@link #upload}. */
    public static final int MAX_ORDERS = 1_000;

    /** How often an edit is tried again when somebody else changed the order meanwhile. */
    private static final int MAX_EDITS = 20;

    private final EvidenceStore store;
    private final Accounts accounts;
    private final Keyring keyring;
    private final OrderWrites writes;
    private final CaseReader cases;
    private final Clock clock;

    /**
     * @param store where all is kept
     * @param accounts whose profiles fill what orders leave out
     * @param keyring makes the keys that stand for personal data
     * @param rule what may be set about the rule
     * @param clock tells now, and today in UTC
     */
    public EvidenceService(EvidenceStore store, Accounts accounts, Keyring keyring, RuleSettings rule, Clock clock) {
        this.store = store;
        this.accounts = accounts;
        this.keyring = keyring;
        this.writes = new OrderWrites(keyring);
        this.cases = new CaseReader(store, keyring, rule);
        this.clock = clock;
    }

    /** Now, by the clock of the service. */
    public Instant now() {
        return clock.instant();
    }

    /**
     * Keeps a sighting.
     *
     * @param observedAt when the customer was seen; absent for now
     * @return when it was recorded
     */
    public Instant track(AccountSpace space, Email email, IpAddress ip, @Nullable Instant observedAt) {
        Instant now = clock.instant();
        IpSighting sighting = new IpSighting(ip, observedAt == null ? now : observedAt);
        store.track(space, new SightingWrite(keyring.customer(space, email), keyring.sightingIp(space, ip), sighting));
        return now;
    }

    /**
     * Keeps orders, one by one in the given order.
     *
     * @param orders at most {@value #MAX_ORDERS}
     * @return one outcome each, never {@link OrderOutcome.Conflict}
     */
    public List<OrderOutcome> upload(AccountSpace space, List<UploadedOrder> orders) {
        List<OrderWrite> batch = new ArrayList<>(orders.size());
        for (UploadedOrder uploaded : orders) {
            LongWork.letOthersRun(batch.size());
            batch.add(writes.write(space, sealed(space, uploaded), null));
        }
        return store.put(space, batch, clock.instant());
    }

    /**
     * Changes a stored order.
     *
     * @param edit returns the changed order for the stored one. It may be called more than once: the last result
     *     replaces exactly the version it was called with. If it throws, nothing is stored and the exception is passed
     *     on
     * @return the order after this change, or empty if it does not exist
     */
    public Optional<StoredOrder> edit(AccountSpace space, OrderId id, Function<StoredOrder, Order> edit) {
        for (int i = 0; i < MAX_EDITS; i++) {
            Optional<StoredOrder> held = store.order(space, id);
            if (held.isEmpty()) {
                return held;
            }
            Order edited = edit.apply(held.get());
            OrderWrite write = writes.write(space, edited, held.get().version());
            Instant now = clock.instant();
            switch (store.put(space, List.of(write), now).getFirst()) {
                case OrderOutcome.Created(long version) -> {
                    return edited(space, held.get(), edited, version, now);
                }
                case OrderOutcome.Updated(long version) -> {
                    return edited(space, held.get(), edited, version, now);
                }
                case OrderOutcome.Unchanged unchanged -> {
                    return held;
                }
                case OrderOutcome.Stale stale -> {}
                case OrderOutcome.Conflict conflict -> {}
            }
        }
        throw new StoreUnavailable("an order was changed " + MAX_EDITS + " times while it was edited");
    }

    /**
     * An order with what is concluded about it.
     *
     * @param asOf the day of the dispute that is asked about; absent for the rule's own choice
     * @param profile whose reading of the rule
     * @return empty when there is no such order
     */
    public Optional<FetchedOrder> fetch(AccountSpace space, OrderId id, @Nullable LocalDate asOf, Profile profile) {
        Optional<OrderInHistory> held = cases.order(space, id, profile);
        if (held.isEmpty()) {
            return Optional.empty();
        }
        Account account = accounts.account(space.account())
                .orElseThrow(() -> new IllegalStateException("an account has orders and does not exist"));
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        Eligibility eligibility = cases.read(space, held.get(), asOf, profile, account.defaultCategory(), today);
        return Optional.of(new FetchedOrder(held.get().order(), eligibility, account));
    }

    /**
     * The order after an edit. A later write may already have replaced it. The later version is not returned, because
     * the caller does not know its content.
     */
    private Optional<StoredOrder> edited(
            AccountSpace space, StoredOrder before, Order edited, long version, Instant now) {
        Optional<StoredOrder> stored = store.order(space, edited.id()).filter(order -> order.version() == version);
        return stored.isPresent()
                ? stored
                : Optional.of(new StoredOrder(edited, version, now, before.disputes(), before.fraudReports()));
    }

    /** Keeps a dispute with its order. */
    public FactOutcome recordDispute(AccountSpace space, OrderId order, Dispute dispute) {
        return store.putDispute(space, order, dispute);
    }

    /** Keeps a fraud report with its order. */
    public FactOutcome recordFraudReport(AccountSpace space, OrderId order, FraudReport report) {
        return store.putFraudReport(space, order, report);
    }

    /**
     * A page of the list, newest transaction day first.
     *
     * @param after behind which place it starts; absent for the beginning
     * @param skip how many more orders to pass over, 0 to 10,000
     * @param limit most orders, 1 to 100
     */
    public OrderPage list(AccountSpace space, @Nullable ListPlace after, int skip, int limit) {
        List<StoredOrder> orders = store.page(space, after, skip, limit);
        EvidenceStore.OrderCount count = store.count(space);
        ListPlace next = null;
        if (orders.size() == limit) {
            Order last = orders.getLast().order();
            next = new ListPlace(last.charge().transactionTime().day(), last.id());
        }
        return new OrderPage(orders, next, count.total(), count.asOf());
    }

    /** Returns when the store can write and read, else throws as the store does. */
    public void probe() {
        store.probe(clock.instant());
    }

    /** Puts a keyed hash in the place of the card's token, which is not kept. */
    private Order sealed(AccountSpace space, UploadedOrder uploaded) {
        CardFingerprint token = uploaded.fingerprint();
        if (token == null) {
            return uploaded.order();
        }
        Charge charge = uploaded.order().charge();
        return uploaded.order()
                .withCharge(
                        charge.withCredential(charge.credential().withFingerprint(keyring.fingerprint(space, token))));
    }
}
