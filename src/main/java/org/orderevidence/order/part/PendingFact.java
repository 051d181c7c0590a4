package org.orderevidence.order.part;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Texts;
import org.orderevidence.order.WireNamed;

/**
 * Something that is stored and waits for what completes it.
 *
 * @param key its key in the account space
 * @param version newer ones are greater: microseconds since 1970 of the event. A newer one replaces an older one
 * @param referenceText the value that leads to its order, as the source stated it
 */
public record PendingFact(
        PendingKey key,
        long version,
        Instant since,
        Source source,
        PersonalText referenceText,
        PendingContent content) {
    public PendingFact {
        if (key.kind() != content.kind()) {
            throw new IllegalArgumentException("a pending fact does not fit its key");
        }
        if (version < 0) {
            throw new IllegalArgumentException("a version is 0 or more");
        }
    }

    /** The value that leads to the order of a fact: its hash, and the value as the source stated it. */
    public record Reference(OrderReference hash, PersonalText text) {}

    /** Returns what waits for the order to which a reference leads. */
    public static PendingFact of(
            Reference reference, PendingContent content, Source source, long version, Instant since) {
        return new PendingFact(
                new PendingKey(reference.hash(), content.kind(), content.id()),
                version,
                since,
                source,
                reference.text(),
                content);
    }

    /** The content that waits. */
    public sealed interface PendingContent {
        default Kind kind() {
            return switch (this) {
                case OfDispute _ -> Kind.DISPUTE;
                case OfRefund _ -> Kind.REFUND;
                case OfFraudReport _ -> Kind.FRAUD_REPORT;
            };
        }

        /** Returns the source's id of it. */
        default String id() {
            return switch (this) {
                case OfDispute(Dispute dispute) -> dispute.disputeId();
                case OfRefund(Part part) -> part.key().toString();
                case OfFraudReport(FraudReport report) -> report.reportId();
            };
        }

        /** The kinds of content. */
        enum Kind implements WireNamed {
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
     * @param reference what leads to its order
     * @param id the source's id of it: printable characters, 1 to {@value #MAX_ID} bytes in UTF-8
     */
    public record PendingKey(OrderReference reference, PendingContent.Kind kind, String id) {
        /** The most bytes of an id: a source, a blank and the id of an object. */
        public static final int MAX_ID = 900;

        public PendingKey {
            if (id.isEmpty() || id.getBytes(StandardCharsets.UTF_8).length > MAX_ID || !Texts.isPrintable(id)) {
                throw new IllegalArgumentException("a pending id has 1 to " + MAX_ID + " bytes, all printable");
            }
        }

        /** Returns the reference, the kind and the id as bytes: stores sort by them. */
        public byte[] bytes() {
            byte[] encoded = id.getBytes(StandardCharsets.UTF_8);
            return ByteBuffer.allocate(OrderReference.LENGTH + 1 + encoded.length)
                    .put(reference.bytes())
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
            int id = OrderReference.LENGTH + 1;
            return new PendingKey(
                    OrderReference.of(Arrays.copyOf(bytes, OrderReference.LENGTH)),
                    PendingContent.Kind.of(bytes[OrderReference.LENGTH]),
                    new String(bytes, id, bytes.length - id, StandardCharsets.UTF_8));
        }
    }
}
