package org.orderevidence.store;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Gatherers;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Micros;
import org.orderevidence.order.OrderId;
import org.orderevidence.store.RecordStore.Deletion;
import org.orderevidence.store.document.RecordDocument;

/**
 * Lists of the orders of uploads, so that an upload can be undone. Orders that are stored together have one list, which
 * is stored before them. It has all of them first, and then only those that were created.
 */
public record UploadLists(RecordStore records) {
    public static final Duration LIFE = Duration.ofDays(30);

    /** Part is the ID of the upload, sort is the time of the list and a random number. */
    private static final Kind LIST = Kind.of("upload_lists", Kind.Mode.NEWEST).ending();

    static final List<Meaning> MEANINGS = List.of(Meaning.of(LIST, "lists of uploads"));

    private static final RecordDocument<Counts> COUNTS = new RecordDocument<>('U', Counts.class);
    private static final RecordDocument<Listed> LISTED = new RecordDocument<>('u', Listed.class);

    /**
     * How many orders a list is about.
     *
     * @param created {@code null} if it is not known
     */
    public record Counts(int orders, @Nullable Integer created) {}

    public enum UndoOutcome {
        REMOVED,
        /** There is no such order, or it was erased. */
        GONE,
        /** It stays: it is older than the upload. */
        OLDER,
        /** It stays: another upload, a PATCH or a platform has changed it, or it cannot be read. */
        CHANGED,
        /** It stays: it has a dispute or a fraud report. */
        DISPUTED,
        /** It stays: it has a legal hold. */
        HELD
    }

    private record Listed(List<OrderId> orders) {}

    /** A list. */
    public record UploadList(Bytes sort, long version, Counts counts, List<OrderId> orders) {
        /** Returns when its orders were stored, in microseconds since 1970. */
        public long at() {
            return sort.leading(Long.BYTES);
        }

        /** Returns the list after its orders were stored. */
        public UploadList ofCreated(List<OrderId> created) {
            return new UploadList(sort, version + 1, new Counts(counts.orders(), created.size()), created);
        }

        public UploadList with(List<OrderId> left) {
            return new UploadList(sort, version + 1, counts, left);
        }
    }

    public static UploadList listOf(List<OrderId> orders, Instant now) {
        long micros = Micros.of(now);
        Bytes sort =
                Bytes.ofLong(micros).and(Bytes.ofInt(ThreadLocalRandom.current().nextInt()));
        return new UploadList(sort, micros, new Counts(orders.size(), null), orders);
    }

    /** Stores a list, unless a newer version of it is stored. */
    public void put(AccountSpace space, String upload, UploadList list) {
        Key key = new Key(LIST, space, Bytes.utf8(upload), list.sort());
        Bytes orders = LISTED.encode(new Listed(list.orders()));
        Stored record = Stored.of(key, list.version(), COUNTS.encode(list.counts()), orders)
                .until(Micros.time(list.at()).plus(LIFE));
        records.merge(List.of(record), List.of());
    }

    /** Returns lists of an upload, the oldest first. */
    public List<UploadList> of(
            AccountSpace space, String upload, @Nullable Bytes after, int limit, boolean withOrders) {
        Range lists = Range.part(LIST, space, Bytes.utf8(upload), limit).behind(after);
        return records.read(withOrders ? lists : lists.withoutBodies()).stream()
                .map(record -> new UploadList(
                        record.key().sort(),
                        record.version(),
                        COUNTS.decode(record.head()),
                        withOrders ? LISTED.decode(record.body()).orders() : List.of()))
                .toList();
    }

    /**
     * Removes orders that an upload has created, and that nothing else has changed since. May be repeated.
     *
     * @return one outcome for each
     */
    public List<UndoOutcome> undo(AccountSpace space, String upload, UploadList list) {
        List<Key> orders =
                list.orders().stream().map(id -> OrderHead.key(space, id)).toList();
        if (!records.isAtomic()) {
            // If a crash follows the removal of an order, nothing tells where its rows are.
            endRows(orders, upload, list);
        }
        return records.update(orders.stream()
                .map(order -> Update.of(order, 0, stored -> undo(stored, upload, list)))
                .toList());
    }

    private void endRows(List<Key> orders, String upload, UploadList list) {
        records.read(orders.stream().map(Range::one).toList()).stream()
                .flatMap(List::stream)
                .filter(order -> outcome(order, upload, list) == UndoOutcome.REMOVED)
                .flatMap(order -> rows(order).stream().map(row -> new Deletion(row, order.version())))
                .gather(Gatherers.windowFixed(RecordStore.MAX_WRITES))
                .forEach(ends -> records.merge(List.of(), ends));
    }

    private static Decision<UndoOutcome> undo(@Nullable Stored order, String upload, UploadList list) {
        UndoOutcome outcome = outcome(order, upload, list);
        return order == null || outcome != UndoOutcome.REMOVED
                ? Decision.keep(outcome)
                : Decision.remove(outcome, rows(order), OrderHead.of(order).rows() == null ? 0 : -1);
    }

    private static List<Key> rows(Stored order) {
        return OrderRows.left(order.key(), OrderHead.of(order).places(), null);
    }

    private static UndoOutcome outcome(@Nullable Stored order, String upload, UploadList list) {
        if (order == null || OrderHead.isErased(order)) {
            return UndoOutcome.GONE;
        }
        OrderHead head = RecordSealer.ifReadable(() -> OrderHead.of(order)).orElse(null);
        if (head == null) {
            return UndoOutcome.CHANGED;
        }
        if (head.isHeld()) {
            return UndoOutcome.HELD;
        }
        if (!upload.equals(head.createdBy())) {
            boolean isOlder = list.counts().created() == null && head.uploadedAt() < list.at();
            return isOlder ? UndoOutcome.OLDER : UndoOutcome.CHANGED;
        }
        return head.facts() > 0 || head.lostMarks() > 0 ? UndoOutcome.DISPUTED : UndoOutcome.REMOVED;
    }
}
