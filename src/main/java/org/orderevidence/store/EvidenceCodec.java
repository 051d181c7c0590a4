package org.orderevidence.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.part.Composition;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.sealing.CannotOpen;
import org.orderevidence.sealing.ContentHash;
import org.orderevidence.sealing.IndexHasher;
import org.orderevidence.sealing.RecordPlace;
import org.orderevidence.sealing.Sealer;
import org.orderevidence.store.document.DocumentFormat;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.FactDocument;
import org.orderevidence.store.document.OrderPartsDocument;
import org.orderevidence.store.document.StoredFact;
import org.orderevidence.store.document.StoredPart;
import org.orderevidence.store.document.UnreadableDocument;
import org.orderevidence.store.record.RecordSealer;

/**
 * Turns evidence into the bytes that stores write, and back: encodes, seals and composes. All stores use it, so that a
 * record has one form everywhere.
 *
 * <p>Reading throws {@code UnreadableDocument} for bytes that are damaged or were moved from another place. It throws
 * {@code DocumentTooNew} if only a newer release can read the format, or if this process does not have the sealing key.
 */
public final class EvidenceCodec {
    private static final String DISPUTES = "disputes";
    private static final String REPORTS = "fraud_reports";

    private final OrderComposer composer;
    private final Sealer sealer;
    private final IndexHasher hasher;

    /**
     * @param composer derives what is written next to the parts
     * @param sealer seals and opens records
     * @param hasher makes the hashes by which contents are compared
     */
    public EvidenceCodec(OrderComposer composer, Sealer sealer, IndexHasher hasher) {
        this.composer = composer;
        this.sealer = sealer;
        this.hasher = hasher;
    }

    /** Returns parts in the form in which a store applies them. */
    public OfferedParts offer(AccountSpace space, PartWrite write) {
        List<Part> parts = new ArrayList<>(write.parts());
        parts.sort(Comparator.comparing(Part::key));
        List<StoredPart> stored = parts.stream().map(StoredPart::of).toList();
        EncodedOrder alone =
                StoredPart.fit(stored) ? encoded(space, write.id(), parts, stored) : EncodedOrder.TOO_LARGE;
        return new OfferedParts(write.id(), write.expectedVersion(), stored, alone);
    }

    /**
     * Returns the stored form of an order.
     *
     * @param parts sorted by key, each key once
     */
    public EncodedOrder order(AccountSpace space, OrderId id, List<StoredPart> parts) {
        return encoded(space, id, parts.stream().map(StoredPart::part).toList(), parts);
    }

    private EncodedOrder encoded(AccountSpace space, OrderId id, List<Part> parts, List<StoredPart> stored) {
        Long revision = null;
        ContentHash upload = null;
        int others = 0;
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i).content() instanceof PartContent.Upload uploaded) {
                revision = uploaded.revision();
                upload = hasher.content(space, "upload", stored.get(i).content().toArray());
            } else {
                others++;
            }
        }
        ComposedOrder composed = composer.compose(space, id, parts).orElse(null);
        byte[] document = sealer.seal(order(space, id), DocumentFormat.VERSION, OrderPartsDocument.encode(stored));
        return new EncodedOrder(revision, upload, others, composed, composer.derivation(), Bytes.wrap(document));
    }

    /**
     * Checks without a key that this release may replace a stored order. Its parts need not be readable: an upload
     * repairs a damaged order.
     *
     * @throws DocumentTooNew if only a newer release can read it
     */
    public static void requireKnownFormat(Bytes document) {
        byte[] start = new byte[Math.min(document.length(), Sealer.OVERHEAD)];
        document.buffer().get(start);
        try {
            DocumentFormat.requireKnown(Sealer.contentFormat(start));
        } catch (CannotOpen cannot) {
            RuntimeException reason = unreadable(cannot, start);
            if (reason instanceof DocumentTooNew) {
                throw reason;
            }
        }
    }

    /** Returns the parts of a stored order. */
    public List<StoredPart> parts(AccountSpace space, OrderId id, byte[] document) {
        return OrderPartsDocument.decode(open(order(space, id), document));
    }

    /** Returns a stored order with its later facts and its parts, or empty if these do not make an order yet. */
    public Optional<OrderParts> withParts(
            AccountSpace space,
            OrderId id,
            byte[] document,
            long version,
            Instant uploadedAt,
            List<Dispute> disputes,
            List<FraudReport> fraudReports) {
        return composed(id, parts(space, id, document), version, uploadedAt, disputes, fraudReports);
    }

    /** Returns the stored form of one part in its own row. */
    public byte[] part(AccountSpace space, OrderId id, StoredPart part) {
        return sealer.seal(partPlace(space, id, part.key().toString()), OrderPartsDocument.encode(List.of(part)));
    }

    /** Returns the part in its own row. */
    public StoredPart part(AccountSpace space, OrderId id, PartKey key, byte[] sealed) {
        List<StoredPart> parts = OrderPartsDocument.decode(open(partPlace(space, id, key.toString()), sealed));
        if (parts.size() != 1 || !parts.getFirst().key().equals(key)) {
            throw new UnreadableDocument("a row has another part than the one that belongs there");
        }
        return parts.getFirst();
    }

    /**
     * Returns the hash of everything that is stored of an order.
     *
     * @param parts sorted by key
     * @param facts the documents of its later facts, in a fixed order
     */
    public ContentHash listOf(AccountSpace space, List<StoredPart> parts, List<Bytes> facts) {
        byte[] encoded = OrderPartsDocument.encode(parts);
        int length = encoded.length;
        for (Bytes fact : facts) {
            length += Integer.BYTES + fact.length();
        }
        ByteBuffer list = ByteBuffer.allocate(length).put(encoded);
        facts.forEach(fact -> list.putInt(fact.length()).put(fact.buffer()));
        return hasher.content(space, "parts", list.array());
    }

    /** Returns the stored order that these parts make, or empty if they do not make one yet. */
    public Optional<OrderParts> composed(
            OrderId id,
            List<StoredPart> stored,
            long version,
            Instant uploadedAt,
            List<Dispute> disputes,
            List<FraudReport> fraudReports) {
        List<Part> parts = stored.stream().map(StoredPart::part).toList();
        return switch (Composition.of(id, parts)) {
            case Composition.Complete complete ->
                Optional.of(new OrderParts(
                        new StoredOrder(
                                complete.order(), complete.orderSources(), version, uploadedAt, disputes, fraudReports),
                        parts));
            case Composition.Incomplete _ -> Optional.empty();
        };
    }

    /** Seals a document of a later fact. */
    public byte[] sealFact(AccountSpace space, String table, OrderId order, String factId, byte[] document) {
        return sealer.seal(fact(space, table, order, factId), document);
    }

    private byte[] sealFact(AccountSpace space, String table, OrderId order, String factId, StoredFact<?> fact) {
        return sealFact(space, table, order, factId, fact.document().toArray());
    }

    /** Opens a document of a later fact. */
    public byte[] openFact(AccountSpace space, String table, OrderId order, String factId, byte[] sealed) {
        return open(fact(space, table, order, factId), sealed);
    }

    /** Seals a dispute. */
    public byte[] dispute(AccountSpace space, OrderId order, StoredFact<Dispute> dispute) {
        return sealFact(space, DISPUTES, order, dispute.fact().disputeId(), dispute);
    }

    /** Returns a sealed dispute. */
    public StoredFact<Dispute> dispute(AccountSpace space, OrderId order, String disputeId, byte[] document) {
        return FactDocument.dispute(Bytes.wrap(openFact(space, DISPUTES, order, disputeId, document)));
    }

    /** Seals a fraud report. */
    public byte[] fraudReport(AccountSpace space, OrderId order, StoredFact<FraudReport> report) {
        return sealFact(space, REPORTS, order, report.fact().reportId(), report);
    }

    /** Returns a sealed fraud report. */
    public StoredFact<FraudReport> fraudReport(AccountSpace space, OrderId order, String reportId, byte[] document) {
        return FactDocument.report(Bytes.wrap(openFact(space, REPORTS, order, reportId, document)));
    }

    /** Returns the hash of what a dispute states, without its version. */
    public ContentHash contentOf(AccountSpace space, Dispute dispute) {
        return hasher.content(space, "dispute", FactDocument.encode(dispute));
    }

    /** Returns the hash of what a fraud report states, without its version. */
    public ContentHash contentOf(AccountSpace space, FraudReport report) {
        return hasher.content(space, "fraud-report", FactDocument.encode(report));
    }

    /** Returns what derives the rows of orders. */
    public OrderComposer composer() {
        return composer;
    }

    /** Returns the version with which rows are derived, see {@link Derivation}. */
    public int derivation() {
        return composer.derivation();
    }

    /** Returns what seals and opens records. */
    public RecordSealer records() {
        return new RecordSealer() {
            @Override
            public byte[] seal(RecordPlace place, byte[] content) {
                return sealer.seal(place, content);
            }

            @Override
            public byte[] open(RecordPlace place, byte[] sealed) {
                return EvidenceCodec.this.open(place, sealed);
            }
        };
    }

    /** Returns the number of the sealing key that seals now. */
    public int sealingKey() {
        return sealer.sealingKey();
    }

    /** Returns the numbers of all sealing keys of the secret. */
    public SortedSet<Integer> sealingKeys() {
        return sealer.numbers();
    }

    /** Seals the document of an order again, under the key that seals now. The content stays, byte for byte. */
    public byte[] resealOrder(AccountSpace space, OrderId id, byte[] sealed) {
        return reseal(order(space, id), sealed);
    }

    /**
     * Seals a part in its own row again; see {@link #resealOrder}.
     *
     * @param key its key as stored, also of a source that only a newer release supports
     */
    public byte[] resealPart(AccountSpace space, OrderId id, String key, byte[] sealed) {
        return reseal(partPlace(space, id, key), sealed);
    }

    /** Seals a document of a later fact again; see {@link #resealOrder}. */
    public byte[] resealFact(AccountSpace space, String table, OrderId order, String factId, byte[] sealed) {
        return reseal(fact(space, table, order, factId), sealed);
    }

    private byte[] reseal(RecordPlace place, byte[] sealed) {
        byte[] content = open(place, sealed);
        return sealer.seal(place, Sealer.contentFormat(sealed), content);
    }

    private byte[] open(RecordPlace place, byte[] sealed) {
        try {
            return sealer.open(place, sealed);
        } catch (CannotOpen cannot) {
            throw unreadable(cannot, sealed);
        }
    }

    private static RuntimeException unreadable(CannotOpen cannot, byte[] sealed) {
        return switch (cannot.reason()) {
            case TRUNCATED, DAMAGED_OR_MOVED -> new UnreadableDocument(String.valueOf(cannot.getMessage()));
            // The record is not damaged: an upload must not replace what the right secret file can read.
            case NEWER_KEY -> new DocumentTooNew(String.valueOf(cannot.getMessage()));
            // No sealing key has number 0.
            case MISSING_KEY ->
                sealed[1] == 0
                        ? new UnreadableDocument("the sealed record is damaged: it has sealing key 0")
                        : new DocumentTooNew(String.valueOf(cannot.getMessage()));
            // No release writes records of format 0.
            case UNKNOWN_FORMAT ->
                (sealed[0] & 0xf) == 0
                        ? new UnreadableDocument("the sealed record is damaged: it has format 0")
                        : new DocumentTooNew(String.valueOf(cannot.getMessage()));
        };
    }

    private static RecordPlace order(AccountSpace space, OrderId id) {
        return RecordPlace.of(space, "order", "orders", utf8(id.value()));
    }

    private static RecordPlace partPlace(AccountSpace space, OrderId id, String key) {
        return RecordPlace.of(space, "part", "orders", utf8(id.value()), utf8(key));
    }

    private static RecordPlace fact(AccountSpace space, String table, OrderId order, String factId) {
        return RecordPlace.of(space, "fact", table, utf8(order.value()), utf8(factId));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
