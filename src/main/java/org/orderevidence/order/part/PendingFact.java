package org.orderevidence.order.part;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Texts;
import org.orderevidence.order.WireNamed;

/**
 * Something that is stored and waits for what completes it.
 *
 * @param key its key in the account space
 * @param version newer ones are greater: microseconds since 1970 of the event. A newer one replaces an older one
 * @param referenceText the value that leads to its order, as the source stated it; empty for an incomplete order
 */
public record PendingFact(
        PendingKey key,
        long version,
        Instant since,
        Source source,
        @Nullable PersonalText referenceText,
        PendingContent content) {
    public PendingFact {
        if (key.kind() != content.kind() || (key.reference() == null) != (referenceText == null)) {
            throw new IllegalArgumentException("a pending fact does not fit its key");
        }
        if (version < 0) {
            throw new IllegalArgumentException("a version is 0 or more");
        }
    }

    /** The value that leads to the order of a fact: its hash, and the value as the source stated it. */
    public record Reference(OrderReference hash, PersonalText text) {}

    /** Returns a dispute that waits for its order. */
    public static PendingFact of(Reference reference, Dispute dispute, Source source, long version, Instant since) {
        return of(reference, dispute.disputeId(), new PendingContent.OfDispute(dispute), source, version, since);
    }

    /** Returns a fraud report that waits for its order. */
    public static PendingFact of(Reference reference, FraudReport report, Source source, long version, Instant since) {
        return of(reference, report.reportId(), new PendingContent.OfFraudReport(report), source, version, since);
    }

    /** Returns a refund that waits for its order. */
    public static PendingFact of(Reference reference, Part refund, Instant since) {
        PendingContent content = new PendingContent.OfRefund(refund);
        return of(reference, refund.key().toString(), content, refund.key().source(), refund.version(), since);
    }

    /** Returns the parts of an order that lack something. */
    public static PendingFact of(
            OrderId order, PendingContent.IncompleteOrder lacking, Source source, long version, Instant since) {
        return new PendingFact(
                new PendingKey(null, PendingContent.Kind.ORDER, order.value()), version, since, source, null, lacking);
    }

    private static PendingFact of(
            Reference reference, String id, PendingContent content, Source source, long version, Instant since) {
        return new PendingFact(
                new PendingKey(reference.hash(), content.kind(), id),
                version,
                since,
                source,
                reference.text(),
                content);
    }

    /** The content that waits. */
    public sealed interface PendingContent {
        /** Returns what kind of content it is. */
        default Kind kind() {
            return switch (this) {
                case IncompleteOrder _ -> Kind.ORDER;
                case OfDispute _ -> Kind.DISPUTE;
                case OfRefund _ -> Kind.REFUND;
                case OfFraudReport _ -> Kind.FRAUD_REPORT;
            };
        }

        /** The kinds of content. */
        enum Kind implements WireNamed {
            ORDER(1),
            DISPUTE(2),
            REFUND(3),
            FRAUD_REPORT(4);

            private final byte number;

            Kind(int number) {
                this.number = (byte) number;
            }

            /** Returns the number under which stores have it. */
            public byte number() {
                return number;
            }

            /**
             * Returns the kind of this number.
             *
             * @throws IllegalArgumentException if no kind has it
             */
            public static Kind of(byte number) {
                for (Kind kind : values()) {
                    if (kind.number == number) {
                        return kind;
                    }
                }
                throw new IllegalArgumentException("no kind of pending content has this number");
            }
        }

        /**
         * Parts that do not make an order yet. They are stored with their order.
         *
         * @param missing what an order needs and no part states; at least one
         */
        record IncompleteOrder(Set<StatedField> missing) implements PendingContent {
            public IncompleteOrder {
                missing = Set.copyOf(missing);
                if (missing.isEmpty()) {
                    throw new IllegalArgumentException("an incomplete order lacks something");
                }
            }
        }

        /** A dispute without its order. */
        record OfDispute(Dispute dispute) implements PendingContent {}

        /**
         * A refund without its order.
         *
         * @param part the part that it becomes; its content is a {@link PartContent.RefundObject}
         */
        record OfRefund(Part part) implements PendingContent {
            public OfRefund {
                if (!(part.content() instanceof PartContent.RefundObject)) {
                    throw new IllegalArgumentException("only a refund can wait for its order as a part");
                }
            }
        }

        /** A fraud report without its order. */
        record OfFraudReport(FraudReport report) implements PendingContent {}
    }

    /**
     * The key of a pending fact in its account space.
     *
     * @param reference what leads to its order; empty for an incomplete order, which has its own id
     * @param id the source's id of it, or the order's own: printable characters, 1 to {@value #MAX_ID} bytes in UTF-8
     */
    public record PendingKey(@Nullable OrderReference reference, PendingContent.Kind kind, String id) {
        /** The most bytes of an id: a source, a blank and the id of an object. */
        public static final int MAX_ID = 900;

        private static final byte[] NO_REFERENCE = new byte[OrderReference.LENGTH];

        public PendingKey {
            if (id.isEmpty() || id.getBytes(StandardCharsets.UTF_8).length > MAX_ID || !Texts.isPrintable(id)) {
                throw new IllegalArgumentException("a pending id has 1 to " + MAX_ID + " bytes, all printable");
            }
            if ((reference == null) != (kind == PendingContent.Kind.ORDER)) {
                throw new IllegalArgumentException("all pending facts but incomplete orders have a reference");
            }
        }

        /** Returns the reference, the kind and the id as bytes: stores sort by them. */
        public byte[] bytes() {
            byte[] encoded = id.getBytes(StandardCharsets.UTF_8);
            return ByteBuffer.allocate(OrderReference.LENGTH + 1 + encoded.length)
                    .put(reference == null ? NO_REFERENCE : reference.bytes())
                    .put(kind.number())
                    .put(encoded)
                    .array();
        }

        /**
         * Returns the key of these bytes.
         *
         * @throws IllegalArgumentException if they are none
         */
        public static PendingKey of(byte[] bytes) {
            if (bytes.length <= OrderReference.LENGTH + 1) {
                throw new IllegalArgumentException("a pending key has a reference, a kind and an id");
            }
            byte[] reference = Arrays.copyOf(bytes, OrderReference.LENGTH);
            int id = OrderReference.LENGTH + 1;
            return new PendingKey(
                    Arrays.equals(reference, NO_REFERENCE) ? null : OrderReference.of(reference),
                    PendingContent.Kind.of(bytes[OrderReference.LENGTH]),
                    new String(bytes, id, bytes.length - id, StandardCharsets.UTF_8));
        }
    }
}
