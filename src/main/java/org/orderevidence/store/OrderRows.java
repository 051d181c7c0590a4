package org.orderevidence.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderReference;
import org.orderevidence.store.Kind.Bucket;
import org.orderevidence.store.document.DocumentReader;
import org.orderevidence.store.document.DocumentWriter;
import org.orderevidence.store.document.UnreadableDocument;

/**
 * Where the rows of an order are: its history under each credential, its places under its references, and its place in
 * the list of days. The order keeps this in its head, so that its rows are found again when it changes.
 *
 * @param listRank where it stands in lists; see {@link ListRange}
 * @param historyDay day of its history rows, counted from 1970
 * @param credentials keys of its history rows; the first is that of the history that is read together with the order
 * @param references values by which it is found
 */
record OrderRows(long listRank, int historyDay, List<KeyedHash> credentials, List<OrderReference> references) {
    /** Data of orders under a credential: part is its hash, sort is the inverted day and the order. */
    static final Kind HISTORY =
            Kind.of("history", Kind.Mode.NEWEST).inBuckets(Bucket.YEAR_OF_DAYS).leavingNotes();

    /** Orders under a reference: part is its kind and hash, sort is the inverted time and the order. */
    static final Kind REFERENCE = Kind.of("order_references", Kind.Mode.NEWEST).inBuckets(Bucket.YEAR_OF_DAYS);

    /** All orders: sort is the inverted time and the order. */
    static final Kind DAY = Kind.of("order_days", Kind.Mode.NEWEST).inBuckets(Bucket.MONTH_OF_DAYS);

    private static final int DAY_MILLIS = 86_400_000;
    private static final int TIME_LENGTH = 2 * Integer.BYTES;

    OrderRows {
        credentials = List.copyOf(credentials);
        references = List.copyOf(references);
    }

    /** Returns the rows of an order, or null if its parts do not make an order yet. */
    static @Nullable OrderRows of(@Nullable ComposedOrder order) {
        return order == null
                ? null
                : new OrderRows(
                        order.listRank(),
                        Math.toIntExact(order.historyDay().toEpochDay()),
                        order.credentials(),
                        order.references());
    }

    /** Returns the day of its history rows. */
    LocalDate day() {
        return LocalDate.ofEpochDay(historyDay);
    }

    /** Returns the part to which the record of the order links; empty without credential. */
    Bytes link() {
        return credentials.isEmpty() ? Bytes.EMPTY : part(credentials.getFirst());
    }

    /** Returns the keys of all rows. */
    List<Key> keys(AccountSpace space, OrderId id) {
        List<Key> keys = new ArrayList<>(credentials.size() + references.size() + 1);
        Bytes ofDay = historySort(historyDay, id.value());
        Bytes ofTime = listSort(listRank, id.value());
        credentials.forEach(credential -> keys.add(new Key(HISTORY, space, part(credential), ofDay)));
        references.forEach(reference -> keys.add(new Key(REFERENCE, space, part(reference), ofTime)));
        keys.add(new Key(DAY, space, Bytes.EMPTY, ofTime));
        return keys;
    }

    /**
     * Returns all rows.
     *
     * @param version of the record of the order
     * @param head of the record of the order
     * @param facts what the rule needs of it as a prior
     */
    List<Stored> records(AccountSpace space, OrderId id, long version, OrderHead head, Bytes facts) {
        Bytes historyHead = historyHead(version, head);
        return keys(space, id).stream()
                .map(key -> key.kind().equals(HISTORY)
                        ? Stored.of(key, version, historyHead, facts)
                        : Stored.of(key, version, Bytes.EMPTY, Bytes.EMPTY))
                .toList();
    }

    /** Returns the keys of the rows that an order has left: those of earlier places, without those that it has now. */
    static List<Key> left(AccountSpace space, OrderId id, List<OrderRows> before, @Nullable OrderRows now) {
        Set<Key> left = new LinkedHashSet<>();
        before.forEach(rows -> left.addAll(rows.keys(space, id)));
        if (now != null) {
            left.removeAll(now.keys(space, id));
        }
        return List.copyOf(left);
    }

    // History

    private static Bytes historyHead(long recordVersion, OrderHead head) {
        boolean differs = head.version() != recordVersion;
        ByteBuffer bytes = ByteBuffer.allocate(1 + (differs ? Long.BYTES : 0)).put((byte) head.marks());
        if (differs) {
            bytes.putLong(head.version());
        }
        return Bytes.wrap(bytes.array());
    }

    /** Returns the bytes that are equal in two stores with the same history row. */
    static byte[] compared(Stored row) {
        HistoryRow history = history(row);
        return ByteBuffer.allocate(1 + Long.BYTES + row.body().length())
                .put(row.head().buffer().get())
                .putLong(history.version())
                .put(row.body().buffer())
                .array();
    }

    /** Returns true if a record only notes that an order has left this place. */
    static boolean isNote(Stored row) {
        return row.head().isEmpty() && row.body().isEmpty();
    }

    /** Returns the history that a row contains. */
    static HistoryRow history(Stored row) {
        ByteBuffer head = row.head().buffer();
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
        return Bytes.wrap(credential.bytes());
    }

    static Range history(AccountSpace space, KeyedHash credential, EvidenceStore.DayRange days, int limit) {
        return new Range(
                HISTORY,
                space,
                part(credential),
                historySort(Math.toIntExact(days.until().toEpochDay()), ""),
                historySort(Math.toIntExact(days.from().toEpochDay()) - 1, ""),
                false,
                limit,
                true);
    }

    // Lists

    static Bytes part(@Nullable OrderReference reference) {
        return reference == null ? Bytes.EMPTY : Bytes.wrap(reference.bytes());
    }

    /** Returns the range of records for a part of a list. */
    static Range list(AccountSpace space, @Nullable OrderReference reference, ListRange part, int limit) {
        Bytes place = listSort(part.rank(), part.id());
        return new Range(
                reference == null ? DAY : REFERENCE,
                space,
                part(reference),
                part.ascending() ? listSort(part.last(), "") : part.id().isEmpty() ? place : place.successor(),
                part.ascending() ? place : listSort(part.last() + 1, ""),
                part.ascending(),
                limit,
                false);
    }

    /** Returns the place of the order of a row of a list. */
    static ListPlace place(Key row) {
        ByteBuffer sort = row.sort().buffer();
        long days = Integer.MAX_VALUE - Integer.toUnsignedLong(sort.getInt());
        long millis = (long) DAY_MILLIS - 1 - sort.getInt();
        return ListRange.place(-(days * DAY_MILLIS + millis), order(row, TIME_LENGTH));
    }

    /** Returns the key of the order of a row. */
    static Key owner(Stored row) {
        return OrderHead.key(
                row.key().space(), order(row.key(), row.key().kind().equals(HISTORY) ? Integer.BYTES : TIME_LENGTH));
    }

    private static OrderId order(Key row, int start) {
        byte[] sort = row.sort().toArray();
        if (sort.length <= start) {
            throw new UnreadableDocument("a row names no order");
        }
        return new OrderId(new String(sort, start, sort.length - start, StandardCharsets.UTF_8));
    }

    private static Bytes historySort(int day, String id) {
        return sort(ByteBuffer.allocate(Integer.BYTES).putInt(Integer.MAX_VALUE - day), id);
    }

    private static Bytes listSort(long rank, String id) {
        long day = Math.floorDiv(-rank, (long) DAY_MILLIS);
        int millis = Math.floorMod(-rank, DAY_MILLIS);
        return sort(
                ByteBuffer.allocate(TIME_LENGTH)
                        .putInt((int) (Integer.MAX_VALUE - day))
                        .putInt(DAY_MILLIS - 1 - millis),
                id);
    }

    private static Bytes sort(ByteBuffer place, String id) {
        byte[] name = id.getBytes(StandardCharsets.UTF_8);
        return Bytes.wrap(ByteBuffer.allocate(place.capacity() + name.length)
                .put(place.flip())
                .put(name)
                .array());
    }

    private static long day(Bytes sort) {
        return Integer.MAX_VALUE - sort.leading(Integer.BYTES);
    }

    // As a part of a head

    static void write(DocumentWriter to, OrderRows rows) {
        to.signed(1, rows.listRank);
        to.signed(2, (long) rows.historyDay);
        rows.credentials.forEach(credential -> to.hash(3, credential));
        rows.references.forEach(reference -> to.bytes(4, reference.bytes()));
    }

    static OrderRows read(DocumentReader from) {
        long rank = from.requiredSigned(1);
        int day = Math.toIntExact(from.requiredSigned(2));
        List<KeyedHash> credentials = new ArrayList<>();
        for (KeyedHash credential = from.hash(3); credential != null; credential = from.hash(3)) {
            credentials.add(credential);
        }
        List<OrderReference> references = new ArrayList<>();
        for (byte[] reference = from.bytes(4); reference != null; reference = from.bytes(4)) {
            references.add(OrderReference.of(reference));
        }
        return new OrderRows(rank, day, credentials, references);
    }
}
