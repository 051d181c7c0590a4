package org.orderevidence.order.part;

import java.util.Set;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;

/** The content that waits. */
public sealed interface PendingContent {
    /** Returns what kind of content it is. */
    Kind kind();

    /** The kinds of content. */
    enum Kind {
        ORDER(1, "order"),
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

        @Override
        public Kind kind() {
            return Kind.ORDER;
        }
    }

    /**
     * A dispute without its order.
     *
     * @param dispute the dispute
     */
    record OfDispute(Dispute dispute) implements PendingContent {
        @Override
        public Kind kind() {
            return Kind.DISPUTE;
        }
    }

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

        @Override
        public Kind kind() {
            return Kind.REFUND;
        }
    }

    /**
     * A fraud report without its order.
     *
     * @param report the fraud report
     */
    record OfFraudReport(FraudReport report) implements PendingContent {
        @Override
        public Kind kind() {
            return Kind.FRAUD_REPORT;
        }
    }
}
