package org.orderevidence.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.DisputePlace;
import org.orderevidence.order.Micros;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderOutcome.OrderNotes;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.part.Composition;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent;
import org.orderevidence.sealing.IndexHasher;
import org.orderevidence.sealing.IndexHasher.ContentHash;
import org.orderevidence.sealing.Sealer;
import org.orderevidence.store.EvidenceStore.OrderParts;
import org.orderevidence.store.EvidenceStore.PartWrite;
import org.orderevidence.store.OrderComposer.ComposedOrder;
import org.orderevidence.store.document.DocumentWriter;
import org.orderevidence.store.document.OrderContent;
import org.orderevidence.store.document.OrderDocument;
import org.orderevidence.store.document.StoredFact;
import org.orderevidence.store.document.StoredPart;
import org.orderevidence.store.document.UnreadableDocument;

/**
 * Turns evidence into the bytes that stores write, and back: encodes, seals and composes. All stores use it, so that a
 * record has one form everywhere.
 *
 * <p>Reading throws {@code UnreadableDocument} for bytes that are damaged or were moved from another place. It throws
 * {@code DocumentTooNew} if only a newer release can read the format, or if this process does not have the sealing key.
 */
public final class EvidenceCodec {

    private final OrderComposer composer;
    private final RecordSealer sealer;
    private final IndexHasher hasher;

    public EvidenceCodec(OrderComposer composer, Sealer sealer, IndexHasher hasher) {
        this.composer = composer;
        this.sealer = new RecordSealer(sealer);
        this.hasher = hasher;
    }

    /** Returns parts in the form in which a store applies them. */
    public OfferedParts offer(AccountSpace space, PartWrite write) {
        List<Part> parts = new ArrayList<>(write.parts());
        parts.sort(Comparator.comparing(Part::key));
        List<StoredPart> stored = parts.stream().map(StoredPart::of).toList();
        EncodedOrder alone = StoredPart.fit(stored)
                ? encoded(OrderHead.key(space, write.id()), write.id(), parts, OrderContent.of(stored))
                : EncodedOrder.TOO_LARGE;
        return new OfferedParts(write.id(), write.expectedVersion(), write.upload(), stored, alone);
    }

    public EncodedOrder order(Key order, OrderContent content) {
        return encoded(
                order,
                OrderHead.id(order),
                content.parts().stream().map(StoredPart::part).toList(),
                content);
    }

    private EncodedOrder encoded(Key order, OrderId id, List<Part> parts, OrderContent content) {
        ContentHash upload = null;
        for (StoredPart part : content.parts()) {
            if (part.isUpload()) {
                upload = hasher.content(order.space(), "upload", part.content().toArray());
            }
        }
        ComposedOrder composed = composer.compose(order.space(), id, parts, StoredFact.facts(content.disputes()))
                .orElse(null);
        Bytes document = sealer.seal(order, DocumentWriter.VERSION, OrderDocument.encode(content));
        return new EncodedOrder(
                content, EncodedOrder.revision(parts), upload, composed, composer.derivation(), document);
    }

    public OrderContent content(Stored order) {
        return named(order, () -> OrderDocument.decode(sealer.open(order)));
    }

    /** Returns what the action returns. If it finds damage, the error names the order. */
    private static <T> T named(Stored order, Supplier<T> action) {
        try {
            return action.get();
        } catch (UnreadableDocument damaged) {
            throw new UnreadableDocument("order " + OrderHead.id(order.key()) + ": " + damaged.getMessage());
        }
    }

    /** Returns the order of a stored record with its parts, or empty if these do not make one yet. */
    Optional<OrderParts> order(Stored record) {
        return order(record, head(record));
    }

    static OrderHead head(Stored order) {
        return named(order, () -> OrderHead.of(order));
    }

    Optional<OrderParts> order(Stored record, OrderHead head) {
        OrderId id = OrderHead.id(record.key());
        OrderContent content = content(record);
        List<Part> parts = content.parts().stream().map(StoredPart::part).toList();
        return switch (Composition.of(id, parts)) {
            case Composition.Complete complete ->
                Optional.of(new OrderParts(
                        new StoredOrder(
                                complete.order(),
                                complete.orderSources(),
                                head.version(),
                                Micros.time(head.uploadedAt()),
                                StoredFact.facts(content.disputes()),
                                StoredFact.facts(content.fraudReports()),
                                content.hold()),
                        parts));
            case Composition.Incomplete _ -> Optional.empty();
        };
    }

    /** Returns what derives the rows of orders. */
    public OrderComposer composer() {
        return composer;
    }

    /** Returns the version with which rows are derived, see {@link OrderComposer#DERIVATION}. */
    public int derivation() {
        return composer.derivation();
    }

    public RecordSealer records() {
        return sealer;
    }

    /**
     * The content of an order as a store writes it, with what is derived from it. What is also in the head of the order is
     * explained there.
     */
    public record EncodedOrder(
            OrderContent content,
            @Nullable Long revision,
            @Nullable ContentHash upload,
            @Nullable ComposedOrder composed,
            int derivation,
            Bytes document) {
        /** Returned for more parts, or longer ones, than {@code StoredPart.fit} allows. No stored order is like this. */
        static final EncodedOrder TOO_LARGE =
                new EncodedOrder(OrderContent.of(List.of()), null, null, null, 0, Bytes.EMPTY);

        /** Returns the merchant's own number of what was uploaded, if it is among these parts. */
        static @Nullable Long revision(List<Part> parts) {
            for (Part part : parts) {
                if (part.content() instanceof PartContent.Upload uploaded) {
                    return uploaded.revision();
                }
            }
            return null;
        }

        int otherParts() {
            int others = 0;
            for (StoredPart part : content.parts()) {
                others += part.isUpload() ? 0 : 1;
            }
            return others;
        }

        /** Returns where its rows are; {@code null} if its parts do not make an order yet. */
        @Nullable
        OrderRows rows() {
            return OrderRows.of(composed, DisputePlace.of(StoredFact.facts(content.disputes())));
        }

        /** Returns true if this is what is left of an erased order: every other order has a part. */
        boolean isErased() {
            return content.parts().isEmpty();
        }

        /** Returns how the parts fit together. */
        public OrderNotes notes() {
            return composed == null ? OrderNotes.NONE : composed.notes();
        }
    }

    /**
     * Parts of one order to be stored together, encoded before the transaction that stores them.
     *
     * @param alone the order if these are its only parts; without content if they do not {@link #fit}
     */
    public record OfferedParts(
            OrderId id,
            @Nullable Long expectedVersion,
            @Nullable String upload,
            List<StoredPart> parts,
            EncodedOrder alone) {
        private static final int STORED_ORDER_BYTES = 128 << 10;

        public boolean fit() {
            return StoredPart.fit(parts);
        }

        /** Returns true if the only part is what the merchant uploaded. */
        public boolean isUpload() {
            return alone.upload() != null && alone.otherParts() == 0;
        }

        /**
         * Returns the memory that the encoded parts need, in bytes. Parts that are not an upload are added to a stored order,
         * which is opened and sealed again: it counts with the size that nearly all orders have less than.
         */
        public long bytes() {
            ComposedOrder composed = alone.composed();
            long bytes = alone.document().length();
            bytes += composed == null ? 0 : composed.facts().length();
            for (StoredPart part : parts) {
                bytes += part.content().length();
            }
            return isUpload() ? bytes : bytes + STORED_ORDER_BYTES;
        }
    }
}
