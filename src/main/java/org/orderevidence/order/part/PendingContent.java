package org.orderevidence.order.part;

import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;

/** The content that waits. */
public sealed interface PendingContent {
    /** Returns what kind of content it is. */
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
    enum Kind {
        DISPUTE(2, "dispute"),
        REFUND(3, "refund"),
        FRAUD_REPORT(4, "fraud_report");

        private final byte number;
        private final String wireName;

        Kind(int number, String wireName) {
            this.number = (byte) number;
            this.wireName = wireName;
        }

        /** Returns its name in answers. */
        public String wireName() {
            return wireName;
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
