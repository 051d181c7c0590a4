package org.orderevidence.service;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.ActiveDisputes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FactOutcome;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.HistoryPart;
import org.orderevidence.store.HistoryRow;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.OrderInHistory;
import org.orderevidence.store.OrderParts;
import org.orderevidence.store.OrderWrite;
import org.orderevidence.store.PartWrite;
import org.orderevidence.store.RecordCount;
import org.orderevidence.store.Sightings;
import org.orderevidence.store.SimulatedRecords;
import org.orderevidence.store.TestCodec;

/**
 * The data of a case, in memory, for one space. History rows can be left behind their orders on purpose, as
 * in a distributed store, which the embedded one cannot be made to do.
 */
public final class CaseStore implements EvidenceStore {
    private final Map<OrderId, StoredOrder> orders = new LinkedHashMap<>();
    private final List<KeyedRow> rows = new ArrayList<>();
    public final Sightings sightings = new Sightings(
            new SimulatedRecords(
                    new SimulatedRecords.Memory(true, 1),
                    List.of(Sightings.SIGHTING),
                    InstantSource.system(),
                    step -> SimulatedRecords.Fate.PASSES),
            TestCodec.CODEC.records());
    private long version;

    /** How many times {@link #orders} was asked. */
    int orderReads;

    /** How many times {@link #history} was asked. */
    int historyReads;

    @Override
    public List<OrderOutcome> put(AccountSpace space, List<PartWrite> writes, Instant now) {
        throw new UnsupportedOperationException("no case stores parts");
    }

    public void put(List<OrderWrite> writes, Instant now) {
        for (OrderWrite write : writes) {
            putOrderOnly(write, now);
            rows.removeIf(row -> row.row.id().equals(write.order().id()));
            addRows(write, version);
        }
    }

    @Override
    public Optional<OrderParts> parts(AccountSpace space, OrderId id) {
        throw new UnsupportedOperationException("no case changes orders");
    }

    @Override
    public Optional<Contents> contents(AccountSpace space, OrderId id) {
        throw new UnsupportedOperationException("no case changes orders");
    }

    /** Replaces the order, and leaves its history rows behind. */
    void putOrderOnly(OrderWrite write, Instant now) {
        version++;
        orders.put(write.order().id(), OrderFixtures.stored(write.order(), version, now, List.of(), List.of()));
    }

    /** Removes the order, and leaves its history rows behind. */
    void removeOrderOnly(OrderId id) {
        orders.remove(id);
    }

    /** Adds rows made from a version of an order to the existing ones. */
    void addRows(OrderWrite write, long ofVersion) {
        for (KeyedHash credential : write.credentials()) {
            rows.add(new KeyedRow(
                    credential,
                    new HistoryRow(
                            write.order().id(),
                            write.historyDay(),
                            ofVersion,
                            write.facts(),
                            ActiveDisputes.NONE,
                            false)));
        }
    }

    @Override
    public FactOutcome putDispute(
            AccountSpace space, OrderId order, Dispute dispute, @Nullable Long version, Instant now) {
        StoredOrder held = orders.get(order);
        if (held == null) {
            return FactOutcome.ORDER_NOT_FOUND;
        }
        List<Dispute> disputes = new ArrayList<>(held.disputes());
        disputes.add(dispute);
        replace(OrderFixtures.stored(held.order(), held.version(), held.uploadedAt(), disputes, held.fraudReports()));
        return FactOutcome.CREATED;
    }

    @Override
    public FactOutcome replaceDispute(
            AccountSpace space, OrderId order, @Nullable Dispute before, Dispute dispute, Instant now) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FactOutcome putFraudReport(
            AccountSpace space, OrderId order, FraudReport report, @Nullable Long version, Instant now) {
        StoredOrder held = orders.get(order);
        if (held == null) {
            return FactOutcome.ORDER_NOT_FOUND;
        }
        List<FraudReport> reports = new ArrayList<>(held.fraudReports());
        reports.add(report);
        replace(OrderFixtures.stored(held.order(), held.version(), held.uploadedAt(), held.disputes(), reports));
        return FactOutcome.CREATED;
    }

    private void replace(StoredOrder stored) {
        orders.put(stored.order().id(), stored);
        ActiveDisputes disputed = ActiveDisputes.of(stored.disputes());
        boolean reported = !stored.fraudReports().isEmpty();
        rows.replaceAll(keyed -> {
            HistoryRow row = keyed.row;
            return row.id().equals(stored.order().id())
                    ? new KeyedRow(
                            keyed.credential,
                            new HistoryRow(row.id(), row.day(), row.version(), row.facts(), disputed, reported))
                    : keyed;
        });
    }

    @Override
    public Optional<StoredOrder> order(AccountSpace space, OrderId id) {
        return Optional.ofNullable(orders.get(id));
    }

    @Override
    public Optional<OrderInHistory> orderInHistory(
            AccountSpace space, OrderId id, int daysBefore, int daysAfter, int limit) {
        return order(space, id)
                .map(stored -> new OrderInHistory(stored, part(stored.order(), daysBefore, daysAfter, limit)));
    }

    private @Nullable HistoryPart part(Order order, int daysBefore, int daysAfter, int limit) {
        DayRange days = new DayRange(
                order.charge().transactionTime().day().minusDays(daysBefore),
                order.charge().countsFrom().day().plusDays(daysAfter));
        return rows.stream()
                .filter(keyed -> keyed.row.id().equals(order.id()))
                .findFirst()
                .map(keyed -> new HistoryPart(keyed.credential, days, rows(keyed.credential, List.of(days))))
                .filter(part -> part.rows().size() <= limit)
                .orElse(null);
    }

    @Override
    public Map<OrderId, StoredOrder> orders(AccountSpace space, Collection<OrderId> ids) {
        if (ids.size() > 100) {
            throw new IllegalArgumentException("at most 100 orders");
        }
        orderReads++;
        Map<OrderId, StoredOrder> found = new HashMap<>();
        for (OrderId id : ids) {
            StoredOrder stored = orders.get(id);
            if (stored != null) {
                found.put(id, stored);
            }
        }
        return found;
    }

    @Override
    public List<HistoryRow> history(AccountSpace space, KeyedHash credential, List<DayRange> ranges, int limit) {
        if (ranges.size() > 3 || limit < 1 || limit > 100_000) {
            throw new IllegalArgumentException("at most 3 ranges and 100,000 rows");
        }
        historyReads++;
        List<HistoryRow> found = rows(credential, ranges);
        return found.subList(0, Math.min(limit, found.size()));
    }

    private List<HistoryRow> rows(KeyedHash credential, List<DayRange> ranges) {
        List<HistoryRow> found = new ArrayList<>();
        for (DayRange range : ranges) {
            rows.stream()
                    .filter(keyed -> keyed.credential.equals(credential))
                    .map(KeyedRow::row)
                    .filter(row -> range.contains(row.day()))
                    .sorted(Comparator.comparing(HistoryRow::day).reversed().thenComparing(HistoryRow::id))
                    .forEach(found::add);
        }
        return found;
    }

    @Override
    public boolean historyMayLag() {
        return true;
    }

    @Override
    public List<StoredOrder> page(AccountSpace space, @Nullable ListPlace after, int skip, int limit) {
        throw new UnsupportedOperationException("no case lists orders");
    }

    @Override
    public List<ListPlace> places(
            AccountSpace space,
            @Nullable OrderReference reference,
            DayRange days,
            boolean ascending,
            @Nullable ListPlace after,
            int limit) {
        throw new UnsupportedOperationException("no case lists orders");
    }

    @Override
    public RecordCount count(AccountSpace space) {
        return new RecordCount(orders.size(), null);
    }

    @Override
    public void probe(Instant now) {}

    @Override
    public void close() {}

    /** A row and the credential under which it stands. */
    private record KeyedRow(KeyedHash credential, HistoryRow row) {}
}
