package org.orderevidence.store;

import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute.ActiveDisputes;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.part.Part;
import org.orderevidence.sealing.IndexHasher.ContentHash;
import org.orderevidence.store.EvidenceCodec.EncodedOrder;
import org.orderevidence.store.OrderComposer.ComposedOrder;
import org.orderevidence.store.document.OrderContent;
import org.orderevidence.store.document.OrderDocument;
import org.orderevidence.store.document.RecordDocument;
import org.orderevidence.store.document.StoredFact;
import org.orderevidence.store.document.StoredPart;
import org.orderevidence.store.document.UnreadableDocument;

/**
 * What can be read of a stored order without opening it. Writes decide by it, and find the order's rows.
 *
 * @param version of the order, which callers see: it grows with each change of what is stated
 * @param uploadedAt when it was first stored, in microseconds
 * @param upload hash of what the upload states; empty if no upload is among the parts
 * @param marks of its history rows: the active disputes, and whether a fraud report is on record
 * @param lostMarks of later facts that were in a body that could not be opened, and was replaced. They stay
 * @param derivation version with which its rows were derived, see {@link OrderComposer#DERIVATION}
 * @param priorSum checksum of what its history rows state of it as a prior; 0 without them
 * @param rows where its rows are; empty if its parts do not make an order yet
 * @param stale where it had rows before. They may still be there after a crash, where a write is not atomic
 * @param isReduced true if it has only what evidence needs, and gets no more; see {@link Part#reduced}
 * @param createdBy ID of the upload that created it, as long as nothing else has changed its parts; empty if it had none
 */
record OrderHead(
        long version,
        long uploadedAt,
        @Nullable Long revision,
        @Nullable ContentHash upload,
        int otherParts,
        int facts,
        int marks,
        int lostMarks,
        int derivation,
        int priorSum,
        @Nullable OrderRows rows,
        List<OrderRows> stale,
        boolean isReduced,
        boolean isHeld,
        @Nullable String createdBy) {
    /**
     * An order: part is its id. Only what is left of an erased order has an end. It has no parts and no rows, and every
     * write to the order finds it.
     */
    static final Kind ORDER = Kind.of("orders", Kind.Mode.GUARDED)
            .sealed()
            .ending()
            .withLongBodies()
            .linkedTo(OrderRows.HISTORY);

    /** An order that has moved more often before a crash was repaired leaves rows that only verify finds. */
    private static final int MOST_STALE = 8;

    private static final RecordDocument<OrderHead> DOCUMENT = new RecordDocument<>('h', OrderHead.class);
    private static final int FRAUD_REPORTED = 1;

    /** The higher bits are the number of the active disputes. */
    private static final int DISPUTES_SHIFT = 1;

    static OrderHead of(
            EncodedOrder order,
            long version,
            long uploadedAt,
            int lostMarks,
            List<OrderRows> stale,
            boolean isReduced,
            @Nullable String createdBy) {
        return new OrderHead(
                version,
                uploadedAt,
                order.revision(),
                order.upload(),
                order.otherParts(),
                order.content().facts(),
                worse(marks(order.content()), lostMarks),
                lostMarks,
                order.derivation(),
                priorSum(order.composed()),
                order.rows(),
                stale,
                isReduced,
                order.content().hold() != null,
                createdBy);
    }

    static Key key(AccountSpace space, OrderId id) {
        return new Key(ORDER, space, Bytes.utf8(id.value()), Bytes.EMPTY);
    }

    /** Returns true if a record is what is left of an erased order. */
    static boolean isErased(Stored order) {
        return order.expires() != null;
    }

    static OrderId id(Key order) {
        return new OrderId(order.part().utf8());
    }

    static List<Key> keys(Stored order) {
        OrderRows rows = of(order).rows();
        return rows == null ? List.of() : rows.keys(order.key());
    }

    // Marks

    static ActiveDisputes disputes(int marks) {
        return ActiveDisputes.of(marks >> DISPUTES_SHIFT);
    }

    static boolean isFraudReported(int marks) {
        return (marks & FRAUD_REPORTED) != 0;
    }

    static int worse(int marks, int others) {
        int disputes = Math.max(marks >> DISPUTES_SHIFT, others >> DISPUTES_SHIFT);
        return (disputes << DISPUTES_SHIFT) | ((marks | others) & FRAUD_REPORTED);
    }

    private static int marks(OrderContent content) {
        ActiveDisputes disputes = ActiveDisputes.of(StoredFact.facts(content.disputes()));
        return disputes.number() << DISPUTES_SHIFT | (content.fraudReports().isEmpty() ? 0 : FRAUD_REPORTED);
    }

    /** Returns the head of the same order whose later facts are not known any longer, but still mark it. */
    OrderHead withLostFacts() {
        return marked(0, marks, isReduced);
    }

    /** Returns the head of the same order when it has only what evidence needs. */
    OrderHead reduced() {
        return marked(facts, lostMarks, true);
    }

    private OrderHead marked(int numberOfFacts, int lost, boolean hasOnlyEvidence) {
        return new OrderHead(
                version,
                uploadedAt,
                revision,
                upload,
                otherParts,
                numberOfFacts,
                marks,
                lost,
                derivation,
                priorSum,
                rows,
                stale,
                hasOnlyEvidence,
                isHeld,
                createdBy);
    }

    /** Returns the places whose rows may still be there after the next write. */
    List<OrderRows> places() {
        if (rows == null) {
            return stale;
        }
        List<OrderRows> places = new ArrayList<>(stale);
        places.remove(rows);
        places.add(rows);
        return places.subList(Math.max(0, places.size() - MOST_STALE), places.size());
    }

    /** Returns the head of the same order that states what follows from its content. */
    private OrderHead restated(OrderContent content, List<Part> parts, @Nullable ComposedOrder composed, int derived) {
        EncodedOrder order =
                new EncodedOrder(content, EncodedOrder.revision(parts), upload, composed, derived, Bytes.EMPTY);
        return of(order, version, uploadedAt, lostMarks, stale, isReduced, createdBy);
    }

    Stored in(Stored record) {
        Bytes link = rows == null ? Bytes.EMPTY : rows.link();
        return new Stored(record.key(), record.version(), record.expires(), link, encode(), record.body());
    }

    /** Returns the bytes that are equal in two stores with the same order. Where its rows were does not count. */
    Bytes compared(byte[] content) {
        return Bytes.ofLong(version)
                .and(Bytes.ofLong(uploadedAt))
                .and(Bytes.ofInt(marks))
                .and(Bytes.wrap(content));
    }

    // The whole store

    /** Returns what walks over a whole store know of orders. */
    static List<Meaning> meanings(OrderComposer composer) {
        Meaning orders = Meaning.of(ORDER, "orders")
                .inWords((record, content) -> "order " + id(record.key()))
                .comparedAs((record, content) -> of(record).compared(content))
                .countedIf(record -> of(record).rows() != null)
                .settledIf(record -> of(record).derivation() == composer.derivation())
                .restatedAs((record, content) -> restated(composer, record, content))
                .erasedIf(OrderHead::isErased)
                .withRows(
                        (record, content) -> rows(composer, record, content),
                        (record, content) -> OrderHead.keys(record));
        return List.of(
                orders,
                Meaning.ofRows(OrderRows.HISTORY, "history rows", OrderRows::owner)
                        .comparedAs((row, content) -> OrderRows.compared(row)),
                Meaning.ofRows(OrderRows.REFERENCE, "references", OrderRows::owner),
                Meaning.ofRows(OrderRows.DAY, "places in lists", OrderRows::owner),
                Meaning.ofRows(OrderRows.DISPUTE, "places of disputes", OrderRows::owner));
    }

    private static @Nullable ComposedOrder composed(OrderComposer composer, Stored record, OrderContent content) {
        List<Part> parts = content.parts().stream().map(StoredPart::part).toList();
        return composer.compose(record.key().space(), id(record.key()), parts, StoredFact.facts(content.disputes()))
                .orElse(null);
    }

    private static Stored restated(OrderComposer composer, Stored record, byte[] content) {
        OrderContent opened = OrderDocument.decode(content);
        List<Part> parts = opened.parts().stream().map(StoredPart::part).toList();
        return of(record)
                .restated(opened, parts, composed(composer, record, opened), composer.derivation())
                .in(record);
    }

    private static List<Stored> rows(OrderComposer composer, Stored record, byte[] content) {
        OrderHead head = of(record);
        if (head.derivation() > composer.derivation()) {
            throw new UnreadableDocument("its rows have derivation " + head.derivation() + ", but this release has "
                    + composer.derivation() + "; verify the store with the newer release, or send the order again");
        }
        if (head.uploadedAt() > head.version() || head.version() > record.version()) {
            throw new UnreadableDocument("its upload time or its version is after its last change; restore a backup");
        }
        OrderContent opened = OrderDocument.decode(content);
        if (isErased(record) != opened.parts().isEmpty()) {
            throw new UnreadableDocument("only an erased order has an end, and no parts; restore a backup");
        }
        ComposedOrder composed = composed(composer, record, opened);
        OrderRows rows = head.rows();
        return rows == null || composed == null
                ? List.of()
                : rows.records(record.key(), record.version(), head, composed.facts());
    }

    // Stored form

    Bytes encode() {
        return DOCUMENT.encode(this);
    }

    static OrderHead of(Stored order) {
        return DOCUMENT.decode(order.head());
    }

    /** Returns the checksum of what is derived from an order. */
    static int priorSum(@Nullable ComposedOrder composed) {
        if (composed == null) {
            return 0;
        }
        CRC32C sum = new CRC32C();
        sum.update(composed.facts().buffer());
        return (int) sum.getValue();
    }
}
