package org.orderevidence.webhook;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FactOutcome;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.HistoryRow;
import org.orderevidence.store.OrderInHistory;
import org.orderevidence.store.OrderParts;
import org.orderevidence.store.PartWrite;
import org.orderevidence.store.RecordCount;

/** A store in which some orders cannot be written, and others only when a test wants it. */
record PartlyBrokenStore(EvidenceStore real, Set<String> broken, Map<String, CountDownLatch> held)
        implements EvidenceStore {
    @Override
    public List<OrderOutcome> put(AccountSpace space, List<PartWrite> writes, Instant now) {
        for (PartWrite write : writes) {
            CountDownLatch latch = held.get(write.id().value());
            if (latch != null) {
                await(latch);
            }
        }
        if (writes.stream().anyMatch(write -> broken.contains(write.id().value()))) {
            throw WebhookWorld.failure();
        }
        return real.put(space, writes, now);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Override
    public FactOutcome putDispute(
            AccountSpace space, OrderId order, Dispute dispute, @Nullable Long version, Instant now) {
        return real.putDispute(space, order, dispute, version, now);
    }

    @Override
    public FactOutcome replaceDispute(
            AccountSpace space, OrderId order, @Nullable Dispute before, Dispute dispute, Instant now) {
        return real.replaceDispute(space, order, before, dispute, now);
    }

    @Override
    public FactOutcome putFraudReport(
            AccountSpace space, OrderId order, FraudReport report, @Nullable Long version, Instant now) {
        return real.putFraudReport(space, order, report, version, now);
    }

    @Override
    public Optional<StoredOrder> order(AccountSpace space, OrderId id) {
        return real.order(space, id);
    }

    @Override
    public Optional<Contents> contents(AccountSpace space, OrderId id) {
        return real.contents(space, id);
    }

    @Override
    public Optional<OrderParts> parts(AccountSpace space, OrderId id) {
        return real.parts(space, id);
    }

    @Override
    public Optional<OrderInHistory> orderInHistory(
            AccountSpace space, OrderId id, int daysBefore, int daysAfter, int limit) {
        return real.orderInHistory(space, id, daysBefore, daysAfter, limit);
    }

    @Override
    public Map<OrderId, StoredOrder> orders(AccountSpace space, Collection<OrderId> ids) {
        return real.orders(space, ids);
    }

    @Override
    public List<HistoryRow> history(AccountSpace space, KeyedHash credential, List<DayRange> ranges, int limit) {
        return real.history(space, credential, ranges, limit);
    }

    @Override
    public boolean historyMayLag() {
        return real.historyMayLag();
    }

    @Override
    public List<StoredOrder> page(AccountSpace space, @Nullable ListPlace after, int skip, int limit) {
        return real.page(space, after, skip, limit);
    }

    @Override
    public List<ListPlace> places(
            AccountSpace space,
            @Nullable OrderReference reference,
            DayRange days,
            boolean ascending,
            @Nullable ListPlace after,
            int limit) {
        return real.places(space, reference, days, ascending, after, limit);
    }

    @Override
    public RecordCount count(AccountSpace space) {
        return real.count(space);
    }

    @Override
    public void probe(Instant now) {
        real.probe(now);
    }

    @Override
    public void close() {
        real.close();
    }
}
