package org.orderevidence.store.sql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.outcome.FactOutcome;
import org.orderevidence.order.outcome.OrderOutcome;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.HistoryRow;
import org.orderevidence.store.ListRange;
import org.orderevidence.store.OrderInHistory;
import org.orderevidence.store.OrderParts;
import org.orderevidence.store.PartWrite;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.sql.commit.GroupCommitter;
import org.orderevidence.store.sql.commit.ReaderPool;
import org.orderevidence.store.sql.commit.WriteMemory;
import org.orderevidence.store.sql.dialect.Dialect;
import org.orderevidence.store.sql.dialect.EvidenceReads;
import org.orderevidence.store.sql.dialect.OpenSpace;
import org.orderevidence.store.sql.dialect.OrdersByTime;
import org.orderevidence.store.sql.dialect.Times;
import org.orderevidence.store.sql.table.FactTables;
import org.orderevidence.store.sql.table.OrderTables;
import org.orderevidence.store.sql.table.Spaces;

/** The evidence in an SQL database. */
final class SqlEvidenceStore implements EvidenceStore {
    private static final int MAX_WRITES = 1_000;
    private static final int MAX_ORDERS = 100;
    private static final int MAX_RANGES = 3;
    private static final int MAX_HISTORY = 100_000;
    private static final int MAX_DAYS = 1_000;
    private static final int MAX_PART = 1_000;
    private static final int MAX_SKIP = 10_000;

    private static final String WRITE_PROBE = """
            INSERT INTO probe (number, probed_at) VALUES (1, ?)
            ON CONFLICT (number) DO UPDATE SET probed_at = excluded.probed_at""";
    private static final String READ_PROBE = "SELECT probed_at FROM probe WHERE number = 1";

    /** Longest wait for memory to encode an upload in. */
    private static final Duration MEMORY_WAIT = Duration.ofSeconds(5);

    private final Dialect dialect;
    private final EvidenceCodec codec;
    private final WriteMemory memory;
    private final GroupCommitter committer;
    private final ReaderPool readers;
    private final EvidenceReads reads;
    private final Spaces spaces;
    private final OrderTables orders;
    private final FactTables facts;
    private final Runnable closing;

    SqlEvidenceStore(
            Dialect dialect, GroupCommitter committer, ReaderPool readers, EvidenceCodec codec, Runnable closing) {
        this.dialect = dialect;
        this.codec = codec;
        this.memory = WriteMemory.ofThisHeap(codec);
        this.committer = committer;
        this.readers = readers;
        this.reads = dialect.reads();
        this.spaces = new Spaces(dialect, committer, readers);
        this.orders = new OrderTables(dialect.rows(), codec);
        this.facts = new FactTables(dialect, codec);
        this.closing = closing;
    }

    @Override
    public List<OrderOutcome> put(AccountSpace space, List<PartWrite> writes, Instant now) {
        require(writes.size() <= MAX_WRITES, "at most " + MAX_WRITES + " orders are put at a time");
        if (writes.isEmpty()) {
            return List.of();
        }
        int number = spaces.numbered(space);
        try (WriteMemory.Held encoded = memory.encode(space, writes, MEMORY_WAIT.toNanos())) {
            OrderTables.Upload upload = new OrderTables.Upload(space, number, encoded.orders(), Times.micros(now));
            return committer.write(writes.size(), encoded.bytes(), orders, upload);
        }
    }

    @Override
    public FactOutcome putDispute(
            AccountSpace space, OrderId order, Dispute dispute, @Nullable Long version, Instant now) {
        OpenSpace open = held(space);
        return open == null
                ? FactOutcome.ORDER_NOT_FOUND
                : committer.write(1, session -> facts.put(session, open, order, dispute, version, Times.micros(now)));
    }

    @Override
    public FactOutcome replaceDispute(
            AccountSpace space, OrderId order, @Nullable Dispute before, Dispute dispute, Instant now) {
        OpenSpace open = held(space);
        return open == null
                ? FactOutcome.ORDER_NOT_FOUND
                : committer.write(
                        1, session -> facts.replace(session, open, order, before, dispute, Times.micros(now)));
    }

    @Override
    public FactOutcome putFraudReport(
            AccountSpace space, OrderId order, FraudReport report, @Nullable Long version, Instant now) {
        OpenSpace open = held(space);
        return open == null
                ? FactOutcome.ORDER_NOT_FOUND
                : committer.write(1, session -> facts.put(session, open, order, report, version, Times.micros(now)));
    }

    @Override
    public Optional<StoredOrder> order(AccountSpace space, OrderId id) {
        OpenSpace open = held(space);
        return open == null
                ? Optional.empty()
                : readers.read(session -> Optional.ofNullable(reads.order(session, open, id)));
    }

    @Override
    public Optional<OrderParts> parts(AccountSpace space, OrderId id) {
        OpenSpace open = held(space);
        return open == null
                ? Optional.empty()
                : readers.read(session -> Optional.ofNullable(reads.parts(session, open, id)));
    }

    @Override
    public Optional<OrderInHistory> orderInHistory(
            AccountSpace space, OrderId id, int daysBefore, int daysAfter, int limit) {
        require(
                daysBefore >= 0 && daysBefore <= MAX_DAYS && daysAfter >= 0 && daysAfter <= MAX_DAYS,
                "0 to " + MAX_DAYS + " days before and after");
        require(limit >= 1 && limit <= MAX_PART, "1 to " + MAX_PART + " rows are read with an order");
        OpenSpace open = held(space);
        return open == null
                ? Optional.empty()
                : readers.read(session ->
                        Optional.ofNullable(reads.orderInHistory(session, open, id, daysBefore, daysAfter, limit)));
    }

    @Override
    public Map<OrderId, StoredOrder> orders(AccountSpace space, Collection<OrderId> ids) {
        LinkedHashSet<OrderId> distinct = new LinkedHashSet<>(ids);
        require(distinct.size() <= MAX_ORDERS, "at most " + MAX_ORDERS + " orders are read at a time");
        OpenSpace open = held(space);
        if (open == null || distinct.isEmpty()) {
            return Map.of();
        }
        return readers.read(session -> reads.orders(session, open, distinct));
    }

    @Override
    public List<HistoryRow> history(AccountSpace space, KeyedHash credential, List<DayRange> ranges, int limit) {
        require(ranges.size() <= MAX_RANGES, "at most " + MAX_RANGES + " ranges are read at a time");
        require(limit >= 1 && limit <= MAX_HISTORY, "1 to " + MAX_HISTORY + " rows are read at a time");
        OpenSpace open = held(space);
        return open == null || ranges.isEmpty()
                ? List.of()
                : readers.read(session -> reads.history(session, open, credential, ranges, limit));
    }

    @Override
    public boolean historyMayLag() {
        return false;
    }

    @Override
    public List<StoredOrder> page(AccountSpace space, @Nullable ListPlace after, int skip, int limit) {
        require(skip >= 0 && skip <= MAX_SKIP, "0 to " + MAX_SKIP + " orders are passed over");
        require(limit >= 1 && limit <= MAX_PAGE, "a page has 1 to " + MAX_PAGE + " orders");
        OpenSpace open = held(space);
        return open == null ? List.of() : readers.read(session -> reads.page(session, open, after, skip, limit));
    }

    @Override
    public List<ListPlace> places(
            AccountSpace space,
            @Nullable OrderReference reference,
            DayRange days,
            boolean ascending,
            @Nullable ListPlace after,
            int limit) {
        require(limit >= 1 && limit <= MAX_PAGE, "a page has 1 to " + MAX_PAGE + " orders");
        OpenSpace open = held(space);
        return open == null
                ? List.of()
                : readers.read(session -> ListRange.places(
                        (range, most) -> OrdersByTime.places(session, open, reference, range, 0, most),
                        days,
                        ascending,
                        after,
                        limit));
    }

    @Override
    public OrderCount count(AccountSpace space) {
        OpenSpace open = held(space);
        long total = open == null ? 0 : readers.read(session -> reads.count(session, open));
        return new OrderCount(total, null);
    }

    @Override
    public void probe(Instant now) {
        dialect.requireFiles();
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

    /** The space that is to be read; null if nothing was ever written to it. */
    private @Nullable OpenSpace held(AccountSpace space) {
        Integer number = spaces.held(space);
        return number == null ? null : new OpenSpace(number, space, codec);
    }

    private static void require(boolean kept, String rule) {
        if (!kept) {
            throw new IllegalArgumentException(rule);
        }
    }
}
