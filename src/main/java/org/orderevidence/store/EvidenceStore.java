package org.orderevidence.store;

import static org.orderevidence.store.RecordStore.require;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.DisputePlace;
import org.orderevidence.order.DisputePlace.ListedDispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.Hold;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.Micros;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.OrderOutcome.FactOutcome;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.part.Part;
import org.orderevidence.store.AccountStore.AuditRow;
import org.orderevidence.store.OrderComposer.ComposedOrder;
import org.orderevidence.store.OrderInHistory.HistoryPart;
import org.orderevidence.store.OrderInHistory.HistoryRow;
import org.orderevidence.store.OrderWrites.FactDecision;
import org.orderevidence.store.OrderWrites.FactKind;
import org.orderevidence.store.RecordStore.Followed;
import org.orderevidence.store.RecordStore.RecordCount;
import org.orderevidence.store.document.OrderContent;
import org.orderevidence.store.document.StoredPart;
import org.orderevidence.store.document.UnreadableDocument;

/**
 * Stores orders with all that is stated about them, and the rows by which they are found, per {@link AccountSpace}.
 *
 * <p>Promises, which the tests on {@code StoreUnderTest} check:
 *
 * <ul>
 *   <li>A write that returns is complete and on stable storage. One that throws {@link StoreUnavailable} left nothing;
 *       one that throws {@link UnknownOutcome} left all of an order or nothing of it.
 *   <li>Every write is an idempotent upsert by the merchant's own ids, so that all may be repeated.
 *   <li>A reader sees an order whole: its document, its later facts and its history rows of one version. (A distributed
 *       store may show a history row before or after its order; the version tells, and the reader checks it.)
 *   <li>Every read touches a bounded number of rows. Nothing is read across two account spaces.
 * </ul>
 *
 * <p>All methods block, may be called from any number of virtual threads, and throw {@link StoreUnavailable} when the
 * store cannot be reached within its time-out.
 */
public class EvidenceStore {
    /** Orders, with all that is stated about them. */
    public static final Kind ORDER = OrderHead.ORDER;

    /** Maximum number of orders of a page of the list, and one more, which shows that another page follows. */
    public static final int MAX_PAGE = 101;

    /** How long an erased order cannot be stored again. */
    public static final Duration ERASED_FOR = Duration.ofDays(550);

    private static final System.Logger LOG = System.getLogger(EvidenceStore.class.getName());

    private static final int MAX_ORDERS = 100;
    private static final int MAX_RANGES = 3;
    private static final int MAX_HISTORY = 100_000;
    private static final int MAX_DAYS = 1_000;
    private static final int MAX_SLICES = 100;
    private static final int MAX_PART = 1_000;
    private static final int MAX_SKIP = 10_000;

    /** Maximum number of orders that are read because they have just left a row of one history. */
    private static final int MOST_LEFT = 1_000;

    /** Longest wait for memory to encode an upload in. */
    private static final Duration MEMORY_WAIT = Duration.ofSeconds(5);

    private static final Comparator<HistoryRow> NEWEST_FIRST =
            Comparator.comparing(HistoryRow::day).reversed().thenComparing(HistoryRow::id);

    private final RecordStore records;
    private final EvidenceCodec codec;
    private final OrderWrites writes;
    private final WriteMemory memory;

    public EvidenceStore(RecordStore records, EvidenceCodec codec) {
        this.records = records;
        this.codec = codec;
        this.writes = new OrderWrites(codec, records.isAtomic());
        this.memory = WriteMemory.ofThisHeap(codec);
    }

    // Writes

    /**
     * Stores parts of orders, each judged on its own and applied in the given order (the same id twice: the later one
     * last). Other parts of an order stay.
     *
     * @param now the time of the write; a new version of an order is the larger of its microseconds and the stored
     *     version plus one
     * @return one outcome for each write, in the same order
     */
    public List<OrderOutcome> put(AccountSpace space, List<PartWrite> orders, Instant now) {
        require(
                orders.size() <= RecordStore.MAX_WRITES,
                "at most " + RecordStore.MAX_WRITES + " orders are put at a time");
        if (orders.isEmpty()) {
            return List.of();
        }
        try (WriteMemory.Held encoded = memory.encode(space, orders, MEMORY_WAIT.toNanos())) {
            long micros = Micros.of(now);
            return records.update(encoded.orders().stream()
                    .map(order -> writes.put(space, order, micros))
                    .toList());
        }
    }

    /** Stores parts of an order, as {@link #put} does, with an entry of the audit log if they change the order. */
    public OrderOutcome edit(AccountSpace space, PartWrite order, AuditRow entry, Instant now) {
        try (WriteMemory.Held encoded = memory.encode(space, List.of(order), MEMORY_WAIT.toNanos())) {
            return records.update(writes.put(space, encoded.orders().getFirst(), Micros.of(now))
                    .after(AccountStore.audit(entry)));
        }
    }

    /**
     * Stores a dispute with its order by its id, marks the order's history rows and raises its version. An older
     * version of the dispute changes nothing; see {@link FactDecision}.
     *
     * @param version newer ones are greater: microseconds since 1970 of the source's event, 0 or more; empty for a
     *     dispute that is newer than all before
     */
    public FactOutcome putDispute(
            AccountSpace space, OrderId order, Dispute dispute, @Nullable Long version, Instant now) {
        return records.update(writes.put(
                OrderHead.key(space, order), FactKind.DISPUTE, dispute, version, held -> true, Micros.of(now)));
    }

    /**
     * A dispute that a merchant sends.
     *
     * @param before the stored dispute that the caller has read; {@code null} if there was none
     * @param entry of the audit log, which is stored with it
     */
    public record DisputeWrite(OrderId order, @Nullable Dispute before, Dispute dispute, AuditRow entry) {}

    /**
     * Stores disputes, as {@link #putDispute} does, unless other ones are stored than the caller has read.
     *
     * @return the outcome of each; {@link FactOutcome#CONFLICT} if another one is stored
     */
    public List<FactOutcome> replaceDisputes(AccountSpace space, List<DisputeWrite> disputes, Instant now) {
        return records.update(disputes.stream()
                .map(write -> writes.put(
                                OrderHead.key(space, write.order),
                                FactKind.DISPUTE,
                                write.dispute,
                                null,
                                held -> Objects.equals(write.before, held == null ? null : held.fact()),
                                Micros.of(now))
                        .after(AccountStore.audit(write.entry)))
                .toList());
    }

    /** Stores a fraud report with its order, as {@link #putDispute} stores a dispute. */
    public FactOutcome putFraudReport(
            AccountSpace space, OrderId order, FraudReport report, @Nullable Long version, Instant now) {
        return records.update(writes.put(
                OrderHead.key(space, order), FactKind.REPORT, report, version, held -> true, Micros.of(now)));
    }

    /** The same for one that a merchant sends, with an entry of the audit log. */
    public FactOutcome recordFraudReport(
            AccountSpace space, OrderId order, FraudReport report, AuditRow entry, Instant now) {
        return records.update(
                writes.put(OrderHead.key(space, order), FactKind.REPORT, report, null, held -> true, Micros.of(now))
                        .after(AccountStore.audit(entry)));
    }

    /**
     * Erases an order with its later facts and rows, also one that is not stored. Writes to it store nothing for
     * {@link #ERASED_FOR}. May be repeated.
     *
     * @return false if the order is held; then it stays
     */
    public boolean erase(AccountSpace space, OrderId id, Instant now) {
        return records.update(writes.erase(OrderHead.key(space, id), Micros.of(now)));
    }

    /**
     * Removes orders that are as they were read, with their later facts and rows. Nothing is left of them.
     *
     * @return how many were removed
     */
    public int remove(AccountSpace space, List<StoredOrder> read) {
        List<Update<Boolean>> removals = read.stream()
                .map(order ->
                        OrderWrites.remove(OrderHead.key(space, order.order().id()), order.version()))
                .toList();
        return (int)
                records.update(removals).stream().filter(isRemoved -> isRemoved).count();
    }

    /**
     * Holds an order, so that nothing removes it, or releases it. What is stated of it later does not end the hold.
     *
     * @return whether it was updated, was so before, or is not there
     */
    public FactOutcome hold(AccountSpace space, OrderId id, @Nullable Hold hold, Instant now) {
        return records.update(writes.hold(OrderHead.key(space, id), hold, Micros.of(now)));
    }

    /**
     * Takes from an order what evidence does not need: the customer's name, phone number and billing address. What is
     * stated of it later is stored without them too. May be repeated.
     *
     * @return false if there is no such order
     */
    public boolean reduce(AccountSpace space, OrderId id, Instant now) {
        return records.update(writes.reduce(OrderHead.key(space, id), Micros.of(now)));
    }

    // Reads of orders

    /** Returns true if an order was erased, and cannot be stored again yet. */
    public boolean isErased(AccountSpace space, OrderId id) {
        return record(space, id).filter(OrderHead::isErased).isPresent();
    }

    /** Returns what is stored of an order, also if its parts do not make one yet; empty if nothing is. */
    public Optional<Contents> contents(AccountSpace space, OrderId id) {
        return record(space, id).filter(record -> !OrderHead.isErased(record)).map(record -> {
            OrderHead head = OrderHead.of(record);
            return new Contents(codec.content(record), head.version(), head.rows() != null);
        });
    }

    /** One order with its later facts; empty if this space has none with that id. */
    public Optional<StoredOrder> order(AccountSpace space, OrderId id) {
        return parts(space, id).map(OrderParts::order);
    }

    /** Returns one order as {@link #order} reads it, with its parts. */
    public Optional<OrderParts> parts(AccountSpace space, OrderId id) {
        return record(space, id).flatMap(codec::order);
    }

    private Optional<Stored> record(AccountSpace space, OrderId id) {
        return records.read(OrderHead.key(space, id));
    }

    /**
     * Returns one order as {@link #order} reads it, together with the history rows of its first credential. The rows
     * are from {@code daysBefore} its transaction day to {@code daysAfter} the day of its own history rows. There are
     * no rows if the order has no credential, or if there are more than the limit. A store that would need another
     * request for them also leaves them out.
     *
     * @return empty if this space has no order with that id
     */
    public Optional<OrderInHistory> orderInHistory(
            AccountSpace space, OrderId id, int daysBefore, int daysAfter, int limit) {
        require(
                daysBefore >= 0 && daysBefore <= MAX_DAYS && daysAfter >= 0 && daysAfter <= MAX_DAYS,
                "0 to " + MAX_DAYS + " days before and after");
        require(limit >= 1 && limit <= MAX_PART, "1 to " + MAX_PART + " rows are read with an order");
        Followed followed = records.follow(OrderHead.key(space, id), limit);
        if (followed == null) {
            return Optional.empty();
        }
        OrderHead head = EvidenceCodec.head(followed.record());
        return codec.order(followed.record(), head).map(parts -> {
            OrderRows own = head.rows();
            List<Stored> rows = followed.rows();
            if (rows == null || own == null || own.credentials().isEmpty()) {
                return new OrderInHistory(parts.order(), null);
            }
            DateRange days = new DateRange(
                    ListPlace.of(parts.order().order()).day().minusDays(daysBefore),
                    own.day().plusDays(daysAfter));
            List<HistoryRow> history = new ArrayList<>(rows.size());
            for (Stored stored : rows) {
                HistoryRow row = OrderRows.history(stored);
                if (days.contains(row.day())) {
                    history.add(row);
                }
            }
            return new OrderInHistory(
                    parts.order(), new HistoryPart(own.credentials().getFirst(), days, history));
        });
    }

    /**
     * Several orders with their later facts.
     *
     * @return those that exist
     */
    public Map<OrderId, StoredOrder> orders(AccountSpace space, Collection<OrderId> ids) {
        Set<OrderId> distinct = new LinkedHashSet<>(ids);
        require(distinct.size() <= MAX_ORDERS, "at most " + MAX_ORDERS + " orders are read at a time");
        return orders(space, distinct, damaged -> {
            throw damaged;
        });
    }

    /** Returns those of some orders that can be read. */
    public Map<OrderId, StoredOrder> readable(AccountSpace space, Collection<OrderId> ids) {
        return orders(
                space,
                ids,
                damaged -> LOG.log(System.Logger.Level.DEBUG, "a damaged order is left out of a list", damaged));
    }

    private Map<OrderId, StoredOrder> orders(
            AccountSpace space, Collection<OrderId> ids, Consumer<UnreadableDocument> onDamage) {
        Map<OrderId, StoredOrder> orders = new HashMap<>();
        for (Stored record : read(space, ids)) {
            try {
                codec.order(record)
                        .ifPresent(order -> orders.put(order.order().order().id(), order.order()));
            } catch (UnreadableDocument damaged) {
                onDamage.accept(damaged);
            }
        }
        return orders;
    }

    private List<Stored> read(AccountSpace space, Collection<OrderId> ids) {
        return ids.isEmpty()
                ? List.of()
                : records
                        .read(ids.stream()
                                .map(id -> Range.one(OrderHead.key(space, id)))
                                .toList())
                        .stream()
                        .flatMap(List::stream)
                        .toList();
    }

    // History

    /**
     * The rows of a payment credential whose day lies in one of the ranges: range after range as given, in each newest
     * day first, within a day by order id.
     *
     * @param ranges at most 3, not overlapping
     */
    public List<HistoryRow> history(AccountSpace space, KeyedHash credential, List<DateRange> ranges, int limit) {
        require(ranges.size() <= MAX_RANGES, "at most " + MAX_RANGES + " ranges are read at a time");
        require(limit >= 1 && limit <= MAX_HISTORY, "1 to " + MAX_HISTORY + " rows are read at a time");
        if (ranges.isEmpty()) {
            return List.of();
        }
        List<Stored> rows = readRanges(
                ranges.stream()
                        .map(days -> OrderRows.history(space, credential, days, Math.min(limit, Range.MAX_LIMIT)))
                        .toList(),
                limit);
        List<HistoryRow> found = new ArrayList<>(rows.size());
        Set<OrderId> left = new LinkedHashSet<>(0);
        for (Stored row : rows) {
            if (!OrderRows.isNote(row)) {
                found.add(OrderRows.history(row));
            } else if (left.size() < MOST_LEFT) {
                left.add(OrderHead.id(OrderRows.owner(row)));
            }
        }
        found.forEach(row -> left.remove(row.id()));
        return left.isEmpty() ? found : withLeft(space, credential, ranges, limit, found, left);
    }

    /**
     * Returns the records of all ranges in sequence. A range that has more than one read returns is read to its end.
     *
     * @param limit maximum number of those that are no notes: a note must not take the place of a row
     */
    private List<Stored> readRanges(List<Range> ranges, int limit) {
        List<Stored> all = new ArrayList<>();
        int left = limit;
        List<List<Stored>> firsts = records.read(ranges);
        for (int i = 0; i < ranges.size() && left > 0; i++) {
            Range range = ranges.get(i);
            List<Stored> part = firsts.get(i);
            left -= add(all, part, left);
            while (part.size() == range.limit() && left > 0) {
                range = range.behind(part.getLast()).ofAtMost(Math.min(left, Range.MAX_LIMIT));
                part = records.read(range);
                left -= add(all, part, left);
            }
        }
        return all;
    }

    /** Adds rows up to a limit, with the notes between them. Returns how many rows. */
    private static int add(List<Stored> all, List<Stored> part, int limit) {
        int rows = 0;
        for (Stored row : part) {
            if (rows == limit) {
                break;
            }
            all.add(row);
            rows += OrderRows.isNote(row) ? 0 : 1;
        }
        return rows;
    }

    /**
     * Adds the rows of orders that were seen only where they no longer are. A read can be too early for the new row and
     * too late for the old one. It then finds the note of the old one, and reads the order.
     */
    private List<HistoryRow> withLeft(
            AccountSpace space,
            KeyedHash credential,
            List<DateRange> ranges,
            int limit,
            List<HistoryRow> found,
            Set<OrderId> left) {
        List<HistoryRow> all = new ArrayList<>(found);
        for (Stored record : read(space, left)) {
            OrderId id = OrderHead.id(record.key());
            OrderHead head = OrderHead.of(record);
            OrderRows own = head.rows();
            if (own != null && own.credentials().contains(credential)) {
                ComposedOrder composed =
                        codec.order(record.key(), codec.content(record)).composed();
                if (composed != null) {
                    all.add(own.history(id, head, composed.facts()));
                }
            }
        }
        all.sort(NEWEST_FIRST);
        return ranges.stream()
                .flatMap(range -> all.stream().filter(row -> range.contains(row.day())))
                .limit(limit)
                .toList();
    }

    /**
     * Returns true if a history row may be of another version than its order is: a reader then checks the orders that
     * it relies on. Where both are written in one transaction, they never differ.
     */
    public boolean historyMayLag() {
        return !records.isAtomic();
    }

    // Lists

    /**
     * Returns the place behind which a page of the list of all orders starts; {@code null} for the beginning.
     *
     * @param skip how many more to pass over, 0 to 10,000
     */
    public @Nullable ListPlace behind(AccountSpace space, @Nullable ListPlace after, int skip) {
        require(skip >= 0 && skip <= MAX_SKIP, "0 to " + MAX_SKIP + " orders are passed over");
        Bytes from = after == null ? Bytes.EMPTY : OrderRows.behind(after);
        List<Stored> passed = skip == 0
                ? List.of()
                : records.readAll(OrderRows.list(space, null, null, from, Bytes.EMPTY, false, 1), skip);
        return passed.isEmpty() ? after : OrderRows.place(passed.getLast());
    }

    /**
     * Returns the places of orders in a range of days, in the sequence of {@link ListPlace}. A place may be out of date,
     * so the reader checks that its order still has the place and the reference.
     *
     * @param reference only orders with this one; empty for all
     * @param ascending true for the oldest first
     */
    public List<ListPlace> places(
            AccountSpace space,
            @Nullable OrderReference reference,
            DateRange days,
            boolean ascending,
            @Nullable ListPlace after,
            int limit) {
        require(limit >= 1 && limit <= MAX_PAGE, "a page has 1 to " + MAX_PAGE + " orders");
        if (!ascending) {
            Bytes from = after == null ? Bytes.EMPTY : OrderRows.behind(after);
            return read(OrderRows.list(space, reference, days, from, Bytes.EMPTY, false, limit));
        }
        // The rows are read backwards, so orders of one time are turned around.
        List<ListPlace> places = new ArrayList<>(limit);
        Bytes until = Bytes.EMPTY;
        if (after != null) {
            until = OrderRows.at(after.time());
            Bytes end = OrderRows.behind(after.time());
            places.addAll(read(OrderRows.list(space, reference, days, OrderRows.behind(after), end, false, limit)));
        }
        int room = limit - places.size();
        List<ListPlace> newer =
                room == 0 ? List.of() : read(OrderRows.list(space, reference, days, Bytes.EMPTY, until, true, room));
        for (int from = 0, to = 0; from < newer.size(); from = to) {
            Instant time = newer.get(from).time();
            while (to < newer.size() && newer.get(to).time().equals(time)) {
                to++;
            }
            // There may be more orders of the last time, with lesser ids.
            places.addAll(
                    to == room
                            ? read(OrderRows.list(
                                    space,
                                    reference,
                                    days,
                                    OrderRows.at(time),
                                    OrderRows.behind(time),
                                    false,
                                    to - from))
                            : newer.subList(from, to).reversed());
        }
        return places;
    }

    /**
     * Returns the places of orders that have any of some references, newest transaction first. Reads {@value #MAX_SLICES}
     * references together, and no more when there are enough places.
     *
     * @param slices without common days, the newest days first
     * @param after start behind this place; empty for the beginning
     */
    public List<ListPlace> places(AccountSpace space, List<Slice> slices, @Nullable ListPlace after, int limit) {
        Bytes from = after == null ? Bytes.EMPTY : OrderRows.behind(after);
        List<ListPlace> places = new ArrayList<>();
        for (int i = 0; i < slices.size() && places.size() < limit; i += MAX_SLICES) {
            List<Range> ranges = slices.subList(i, Math.min(slices.size(), i + MAX_SLICES)).stream()
                    .map(slice ->
                            OrderRows.list(space, slice.reference(), slice.days(), from, Bytes.EMPTY, false, limit))
                    .filter(range -> range.from().compareTo(range.until()) < 0)
                    .toList();
            records.read(ranges).stream()
                    .flatMap(List::stream)
                    .map(OrderRows::place)
                    .sorted()
                    .limit(limit - places.size())
                    .forEach(places::add);
        }
        return places;
    }

    /** Orders of some days that have a reference. */
    public record Slice(OrderReference reference, DateRange days) {}

    /** Returns those of some IDs that orders have, also orders that cannot be read. */
    public List<OrderId> existing(AccountSpace space, Collection<OrderId> ids) {
        List<Range> ranges = ids.stream()
                .map(id -> Range.one(OrderHead.key(space, id)).withoutBodies())
                .toList();
        return records.read(ranges).stream()
                .flatMap(List::stream)
                .map(record -> OrderHead.id(record.key()))
                .toList();
    }

    private List<ListPlace> read(Range list) {
        return records.read(list).stream().map(OrderRows::place).toList();
    }

    /**
     * Returns orders with disputes, in the sequence of {@link DisputePlace}. An order is listed once for each place of its
     * disputes. A place may be out of date, so the reader checks that the order still has it.
     */
    public List<ListedDispute> disputes(AccountSpace space, boolean isOpen, @Nullable ListedDispute after, int limit) {
        return records.read(OrderRows.disputes(space, isOpen, after, limit)).stream()
                .map(OrderRows::dispute)
                .toList();
    }

    public RecordCount count(AccountSpace space) {
        return records.count(space);
    }

    // The whole store

    /** Returns the version with which this process derives rows; see {@link OrderComposer#DERIVATION}. */
    public int derivation() {
        return codec.derivation();
    }

    /** Returns the version with which the rows of a stored order were derived. */
    public static int derivationOf(Stored order) {
        return OrderHead.of(order).derivation();
    }

    /**
     * Returns the write that derives the rows of an order again, if an older version than that of this process derived
     * them. The order and its version stay as they are. Its outcome is false if another writer was ahead of it.
     */
    public Update<Boolean> deriveAgain(Stored order, Instant now) {
        codec.order(order);
        return writes.derive(order.key(), Micros.of(now));
    }

    /** Writes and reads back a row of the store's own: returns when the store can do both, else throws. */
    public void probe(Instant now) {
        records.requireFiles();
        Key note = AccountStore.noteKey("probe");
        records.update(Update.of(
                note,
                0,
                held -> Decision.put(
                        true, Stored.of(note, Stored.nextVersion(held, Micros.of(now)), Bytes.EMPTY, Bytes.EMPTY))));
        if (records.read(note).isEmpty()) {
            throw new StoreUnavailable("what was written could not be read back");
        }
    }

    /** Everything that is stored of an order. */
    public record Contents(OrderContent content, long version, boolean isOrder) {
        /** Returns the parts, sorted by key. */
        public List<Part> parts() {
            return content.parts().stream().map(StoredPart::part).toList();
        }
    }

    public record OrderParts(StoredOrder order, List<Part> parts) {}

    /**
     * Parts of one order, to be stored together.
     *
     * @param parts at least one, each key once
     * @param expectedVersion the version of the order that they must change; otherwise the outcome is a conflict. Empty if
     *     they change any version, or make the order
     * @param upload ID of the upload that they are from, so that it can be undone; empty if it has none
     */
    public record PartWrite(
            OrderId id,
            List<Part> parts,
            @Nullable Long expectedVersion,
            @Nullable String upload) {
        public PartWrite {
            parts = List.copyOf(parts);
            boolean repeats =
                    parts.size() > 1 && parts.stream().map(Part::key).distinct().count() != parts.size();
            if (parts.isEmpty() || repeats) {
                throw new IllegalArgumentException("a write has at least one part, and each key once");
            }
        }

        public PartWrite(OrderId id, List<Part> parts, @Nullable Long expectedVersion) {
            this(id, parts, expectedVersion, null);
        }

        /** Returns the write of one part that changes any version. */
        public static PartWrite of(OrderId id, Part part) {
            return new PartWrite(id, List.of(part), null);
        }
    }
}
