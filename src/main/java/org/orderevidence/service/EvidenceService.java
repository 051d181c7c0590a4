package org.orderevidence.service;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
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
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.SightingWrite;

/**
 * What the service does for an account: track, upload, fetch, later facts. Every method blocks, and passes on the
 * store's two exceptions.
 */
public final class EvidenceService {
    /** Most orders of one {@link #upload}. */
    public static final int MAX_ORDERS = 1_000;

    private final EvidenceStore store;
    private final Keyring keyring;
    private final Clock clock;

    /**
     * @param store where all is kept
     * @param keyring makes the keys that stand for personal data
     * @param clock tells now, and today in UTC
     */
    public EvidenceService(EvidenceStore store, Keyring keyring, Clock clock) {
        this.store = store;
        this.keyring = keyring;
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
        return List.of();
    }

    /**
     * Changes a held order.
     *
     * @param edit makes the changed order of the held one; may be asked more than once; what it throws passes through,
     *     and nothing is kept
     * @return the order as it is now held; empty when there is no such order
     */
    public Optional<StoredOrder> edit(AccountSpace space, OrderId id, UnaryOperator<Order> edit) {
        return Optional.empty();
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
}
