package org.orderevidence.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.DisputePlace;
import org.orderevidence.order.DisputePlace.ListedDispute;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderReference;
import org.orderevidence.store.Kind.Bucket;
import org.orderevidence.store.OrderComposer.ComposedOrder;
import org.orderevidence.store.OrderInHistory.HistoryRow;
import org.orderevidence.store.document.UnreadableDocument;

/**
 * Where the rows of an order are: its history under each credential, its places under its references, its place in the
 * list of days, and the places of its disputes. The order keeps this in its head, so that its rows are found again when it changes.
 *
 * @param listMillis by which it stands in lists: when its transaction was, in milliseconds since 1970
 * @param historyDay day of its history rows, counted from 1970
 * @param credentials keys of its history rows; the first is that of the history that is read together with the order
 */
record OrderRows(
        long listMillis,
        int historyDay,
        List<KeyedHash> credentials,
        List<OrderReference> references,
        List<DisputePlace> disputes) {
    /** Data of orders under a credential: part is its hash, sort is the inverted day and the order. */
    static final Kind HISTORY =
            Kind.of("history", Kind.Mode.NEWEST).inBuckets(Bucket.YEAR_OF_DAYS).leavingNotes();

    /** Orders under a reference: part is its kind and hash, sort is the inverted time and the order. */
    static final Kind REFERENCE = Kind.of("order_references", Kind.Mode.NEWEST).inBuckets(Bucket.YEAR_OF_DAYS);

    /** All orders: sort is the inverted time and the order. */
    static final Kind DAY = Kind.of("order_days", Kind.Mode.NEWEST).inBuckets(Bucket.MONTH_OF_DAYS);

    /** Orders with disputes: part says whether these are open, sort is the place in the list and the order. */
    static final Kind DISPUTE = Kind.of("order_disputes", Kind.Mode.NEWEST);

    private static final int DAY_MILLIS = 86_400_000;
    private static final int TIME_LENGTH = 2 * Integer.BYTES;

    /** Returns the rows of an order, or null if its parts do not make an order yet. */
    static @Nullable OrderRows of(@Nullable ComposedOrder order, List<DisputePlace> disputes) {
        return order == null
                ? null
                : new OrderRows(
                        order.transactionTime().toEpochMilli(),
                        Math.toIntExact(order.historyDay().toEpochDay()),
                        order.credentials(),
                        order.references(),
                        disputes);
    }

    LocalDate day() {
        return LocalDate.ofEpochDay(historyDay);
    }

    /** Returns the part to which the record of the order links; empty without credential. */
    Bytes link() {
        return credentials.isEmpty() ? Bytes.EMPTY : part(credentials.getFirst());
    }

    List<Key> keys(Key order) {
        List<Key> keys = new ArrayList<>(credentials.size() + references.size() + 1 + disputes.size());
        Bytes ofDay = historySort(historyDay, order.part());
        Bytes ofTime = listSort(listMillis, order.part());
        credentials.forEach(credential -> keys.add(new Key(HISTORY, order.space(), part(credential), ofDay)));
        references.forEach(reference -> keys.add(new Key(REFERENCE, order.space(), part(reference), ofTime)));
        keys.add(new Key(DAY, order.space(), Bytes.EMPTY, ofTime));
        disputes.forEach(
                place -> keys.add(new Key(DISPUTE, order.space(), part(place.isOpen()), sort(place, order.part()))));
        return keys;
    }

    /** Returns all rows. */
    List<Stored> records(Key order, long version, OrderHead head, Bytes facts) {
        Bytes historyHead = historyHead(version, head);
        return keys(order).stream()
                .map(key -> key.kind().equals(HISTORY)
                        ? Stored.of(key, version, historyHead, facts)
                        : Stored.of(key, version, Bytes.EMPTY, Bytes.EMPTY))
                .toList();
    }

    /** Returns the keys of the rows that an order has left: those of earlier places, without those that it has now. */
    static List<Key> left(Key order, List<OrderRows> before, @Nullable OrderRows now) {
        if (before.isEmpty()) {
            return List.of();
        }
        Set<Key> left = new LinkedHashSet<>();
        before.forEach(rows -> left.addAll(rows.keys(order)));
        if (now != null) {
            left.removeAll(now.keys(order));
        }
        return List.copyOf(left);
    }

    // History

    private static Bytes historyHead(long recordVersion, OrderHead head) {
        Bytes marks = Bytes.wrap(new byte[] {(byte) head.marks()});
        return head.version() == recordVersion ? marks : marks.and(Bytes.ofLong(head.version()));
    }

    /** Returns the bytes that are equal in two stores with the same history row. */
    static Bytes compared(Stored row) {
        return Bytes.ofLong(row.head().leading(1))
                .and(Bytes.ofLong(history(row).version()))
                .and(row.body());
    }

    /** Returns true if a record only notes that an order has left this place. */
    static boolean isNote(Stored row) {
        return row.head().isEmpty() && row.body().isEmpty();
    }

    static HistoryRow history(Stored row) {
        ByteBuffer head = row.head().read(ByteBuffer::wrap);
        if (head.remaining() != 1 && head.remaining() != 1 + Long.BYTES) {
            throw new UnreadableDocument("a history row has a malformed head");
        }
        int marks = head.get();
        return new HistoryRow(
                order(row.key(), Integer.BYTES),
                LocalDate.ofEpochDay(day(row.key().sort())),
                head.hasRemaining() ? head.getLong() : row.version(),
                row.body(),
                OrderHead.disputes(marks),
                OrderHead.isFraudReported(marks));
    }

    /** Returns the history row of an order under a credential as its record states it. */
    HistoryRow history(OrderId id, OrderHead head, Bytes facts) {
        return new HistoryRow(
                id,
                day(),
                head.version(),
                facts,
                OrderHead.disputes(head.marks()),
                OrderHead.isFraudReported(head.marks()));
    }

    static Bytes part(KeyedHash credential) {
        return credential.value();
    }

    static Range history(AccountSpace space, KeyedHash credential, DateRange days, int limit) {
        return Range.part(HISTORY, space, part(credential), limit)
                .between(
                        historySort(Math.toIntExact(days.until().toEpochDay()), Bytes.EMPTY),
                        historySort(Math.toIntExact(days.from().toEpochDay()) - 1, Bytes.EMPTY));
    }

    // Lists

    private static Bytes part(OrderReference reference) {
        return Bytes.wrap(reference.bytes());
    }

    /**
     * Returns a part of a list, in which the newest order is the first.
     *
     * @param reference only orders with this one; {@code null} for all
     * @param days only orders of these; {@code null} for all
     * @param from not before this sort key; empty for the beginning
     */
    static Range list(
            AccountSpace space,
            @Nullable OrderReference reference,
            @Nullable DateRange days,
            Bytes from,
            Bytes until,
            boolean reverse,
            int limit) {
        Bytes first = days == null ? Bytes.EMPTY : behind(startOf(days.until().plusDays(1)));
        Bytes end = days == null ? Bytes.EMPTY : behind(startOf(days.from()));
        return new Range(
                reference == null ? DAY : REFERENCE,
                space,
                reference == null ? Bytes.EMPTY : part(reference),
                from.compareTo(first) > 0 ? from : first,
                end.isEmpty() || (!until.isEmpty() && until.compareTo(end) < 0) ? until : end,
                reverse,
                limit,
                false);
    }

    private static Instant startOf(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    /** Returns the first sort key of orders of a time in lists. */
    static Bytes at(Instant time) {
        return listSort(time.toEpochMilli(), Bytes.EMPTY);
    }

    /** Returns the first sort key behind those of a time. */
    static Bytes behind(Instant time) {
        return at(time.minusMillis(1));
    }

    /** Returns the first sort key behind that of an order. */
    static Bytes behind(ListPlace place) {
        return listSort(place.time().toEpochMilli(), Bytes.utf8(place.id().value()))
                .successor();
    }

    static ListPlace place(Stored row) {
        ByteBuffer sort = row.key().sort().buffer();
        long days = Integer.MAX_VALUE - Integer.toUnsignedLong(sort.getInt());
        long millis = (long) DAY_MILLIS - 1 - sort.getInt();
        return new ListPlace(Instant.ofEpochMilli(days * DAY_MILLIS + millis), order(row.key(), TIME_LENGTH));
    }

    static Key owner(Stored row) {
        Kind kind = row.key().kind();
        boolean isShort = kind.equals(HISTORY) || kind.equals(DISPUTE);
        return OrderHead.key(row.key().space(), order(row.key(), isShort ? Integer.BYTES : TIME_LENGTH));
    }

    // Disputes

    private static Bytes part(boolean isOpen) {
        return Bytes.wrap(new byte[] {(byte) (isOpen ? 1 : 0)});
    }

    /** The place of an open dispute is its minute, so that the soonest is the first; of another one it is inverted. */
    private static Bytes sort(DisputePlace place, Bytes id) {
        int minutes = place.isOpen() ? place.minutes() : Integer.MAX_VALUE - place.minutes();
        return Bytes.ofInt(minutes).and(id);
    }

    /** Returns a part of a list of disputes. */
    static Range disputes(AccountSpace space, boolean isOpen, @Nullable ListedDispute after, int limit) {
        Bytes last = after == null
                ? null
                : sort(after.place(), Bytes.utf8(after.order().value()));
        return Range.part(DISPUTE, space, part(isOpen), limit).behind(last).withoutBodies();
    }

    static ListedDispute dispute(Stored row) {
        boolean isOpen = row.key().part().equals(part(true));
        int minutes = row.key().sort().buffer().getInt();
        return new ListedDispute(
                new DisputePlace(isOpen, isOpen ? minutes : Integer.MAX_VALUE - minutes),
                order(row.key(), Integer.BYTES));
    }

    private static OrderId order(Key row, int start) {
        int length = row.sort().length() - start;
        if (length <= 0) {
            throw new UnreadableDocument("a row names no order");
        }
        return new OrderId(row.sort().read(sort -> new String(sort, start, length, StandardCharsets.UTF_8)));
    }

    private static Bytes historySort(int day, Bytes id) {
        return Bytes.ofInt(Integer.MAX_VALUE - day).and(id);
    }

    private static Bytes listSort(long time, Bytes id) {
        long day = Math.floorDiv(time, (long) DAY_MILLIS);
        int millis = Math.floorMod(time, DAY_MILLIS);
        return Bytes.ofLong((Integer.MAX_VALUE - day) << Integer.SIZE | (DAY_MILLIS - 1 - millis))
                .and(id);
    }

    private static long day(Bytes sort) {
        return Integer.MAX_VALUE - sort.leading(Integer.BYTES);
    }
}
