package org.orderevidence.store.sql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FactOutcome;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.HistoryRow;
import org.orderevidence.store.OrderWrite;
import org.orderevidence.store.SightingSearch;
import org.orderevidence.store.SightingWrite;
import org.orderevidence.store.StoreUnavailable;

/** The evidence in an SQL database. */
final class SqlEvidenceStore implements EvidenceStore {
    private static final int MAX_WRITES = 1_000;
    private static final int MAX_ORDERS = 100;
    private static final int MAX_RANGES = 3;
    private static final int MAX_HISTORY = 100_000;
    private static final int MAX_SEARCHES = 1_001;
    private static final int MAX_SKIP = 10_000;
    private static final int MAX_PAGE = 100;

    private static final String WRITE_PROBE = """
            INSERT INTO probe (number, probed_at) VALUES (1, ?)
            ON CONFLICT (number) DO UPDATE SET probed_at = excluded.probed_at""";
    private static final String READ_PROBE = "SELECT probed_at FROM probe WHERE number = 1";

    private final GroupCommitter committer;
    private final ReaderPool readers;
    private final Spaces spaces;
    private final Runnable closing;

    SqlEvidenceStore(GroupCommitter committer, ReaderPool readers, Runnable closing) {
        this.committer = committer;
        this.readers = readers;
        this.spaces = new Spaces(committer, readers);
        this.closing = closing;
    }

    @Override
    public void track(AccountSpace space, SightingWrite sighting) {
        int number = spaces.numbered(space);
        committer.write(1, session -> {
            SightingTable.keep(session, number, sighting);
            return true;
        });
    }

    @Override
    public List<OrderOutcome> put(AccountSpace space, List<OrderWrite> writes, Instant now) {
        require(writes.size() <= MAX_WRITES, "at most " + MAX_WRITES + " orders are put at a time");
        if (writes.isEmpty()) {
            return List.of();
        }
        List<OrderTables.Encoded> orders =
                writes.stream().map(OrderTables.Encoded::of).toList();
        int number = spaces.numbered(space);
        return committer.write(orders.size(), session -> OrderTables.put(session, number, orders, now));
    }

    @Override
    public FactOutcome putDispute(AccountSpace space, OrderId order, Dispute dispute) {
        Integer number = spaces.held(space);
        return number == null
                ? FactOutcome.ORDER_NOT_FOUND
                : committer.write(1, session -> FactTables.put(session, number, order.value(), dispute));
    }

    @Override
    public FactOutcome putFraudReport(AccountSpace space, OrderId order, FraudReport report) {
        Integer number = spaces.held(space);
        return number == null
                ? FactOutcome.ORDER_NOT_FOUND
                : committer.write(1, session -> FactTables.put(session, number, order.value(), report));
    }

    @Override
    public Optional<StoredOrder> order(AccountSpace space, OrderId id) {
        Integer number = spaces.held(space);
        return number == null
                ? Optional.empty()
                : readers.read(session -> Optional.ofNullable(OrderReads.order(session, number, id.value())));
    }

    @Override
    public Map<OrderId, StoredOrder> orders(AccountSpace space, Collection<OrderId> ids) {
        LinkedHashSet<OrderId> distinct = new LinkedHashSet<>(ids);
        require(distinct.size() <= MAX_ORDERS, "at most " + MAX_ORDERS + " orders are read at a time");
        Integer number = spaces.held(space);
        if (number == null || distinct.isEmpty()) {
            return Map.of();
        }
        // Each order is one statement, and so of one state; what several show of each other is not promised.
        return readers.read(session -> {
            Map<OrderId, StoredOrder> found = HashMap.newHashMap(distinct.size());
            for (OrderId id : distinct) {
                StoredOrder order = OrderReads.order(session, number, id.value());
                if (order != null) {
                    found.put(id, order);
                }
            }
            return found;
        });
    }

    @Override
    public List<HistoryRow> history(AccountSpace space, KeyedHash credential, List<DayRange> ranges, int limit) {
        require(ranges.size() <= MAX_RANGES, "at most " + MAX_RANGES + " ranges are read at a time");
        require(limit >= 1 && limit <= MAX_HISTORY, "1 to " + MAX_HISTORY + " rows are read at a time");
        Integer number = spaces.held(space);
        if (number == null) {
            return List.of();
        }
        Work<List<HistoryRow>> work = session -> HistoryTable.rows(session, number, credential, ranges, limit);
        return ranges.size() > 1 ? readers.readSnapshot(work) : readers.read(work);
    }

    @Override
    public boolean historyMayLag() {
        return false;
    }

    @Override
    public List<List<IpSighting>> sightings(AccountSpace space, List<SightingSearch> searches) {
        require(searches.size() <= MAX_SEARCHES, "at most " + MAX_SEARCHES + " searches are made at a time");
        Integer number = spaces.held(space);
        if (number == null) {
            return searches.stream().map(search -> List.<IpSighting>of()).toList();
        }
        // Sightings never change, so that it is all one in which state each is read.
        return readers.read(session -> {
            List<List<IpSighting>> found = new ArrayList<>(searches.size());
            for (SightingSearch search : searches) {
                found.add(SightingTable.nearest(session, number, search));
            }
            return found;
        });
    }

    @Override
    public List<StoredOrder> page(AccountSpace space, @Nullable ListPlace after, int skip, int limit) {
        require(skip >= 0 && skip <= MAX_SKIP, "0 to " + MAX_SKIP + " orders are passed over");
        require(limit >= 1 && limit <= MAX_PAGE, "a page has 1 to " + MAX_PAGE + " orders");
        Integer number = spaces.held(space);
        return number == null
                ? List.of()
                : readers.readSnapshot(session -> OrderReads.page(session, number, after, skip, limit));
    }

    @Override
    public OrderCount count(AccountSpace space) {
        Integer number = spaces.held(space);
        long total = number == null ? 0 : readers.read(session -> OrderReads.count(session, number));
        return new OrderCount(total, null);
    }

    @Override
    public void probe(Instant now) {
        committer.write(1, session -> {
            PreparedStatement write = session.prepare(WRITE_PROBE);
            write.setLong(1, Times.micros(now));
            return write.executeUpdate();
        });
        boolean found = readers.read(session -> {
            try (ResultSet row = session.prepare(READ_PROBE).executeQuery()) {
                return row.next();
            }
        });
        if (!found) {
            throw new StoreUnavailable("what was written could not be read back");
        }
    }

    @Override
    public void close() {
        closing.run();
    }

    private static void require(boolean kept, String rule) {
        if (!kept) {
            throw new IllegalArgumentException(rule);
        }
    }
}
