package org.orderevidence.order.part;

import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Money;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;

/** The content of a part. */
public sealed interface PartContent {
    /**
     * The merchant's upload.
     *
     * @param revision the merchant's own number of the state, 0 to 2^53; empty if none was sent
     */
    record Upload(@Nullable Long revision, Statement statement) implements PartContent {
        public Upload {
            if (revision != null && (revision < 0 || revision > Order.MAX_REVISION)) {
                throw new IllegalArgumentException("a revision is 0 to 2^53");
            }
        }
    }

    /**
     * The statement of a PATCH about one field. It wins until an upload states something new about the field.
     *
     * @param value a statement of only this field; {@link Statement#EMPTY} if the PATCH removed the field
     * @param over what the upload stated about the field when the PATCH arrived, as a statement of only this field; for
     *     a refund, what all other parts stated
     */
    record PatchCell(StatedField field, Statement value, Statement over) implements PartContent {
        /**
         * Returns the part that states the new value of a field.
         *
         * @param field one that a PATCH can change
         * @param value states the new value of this field; other fields of it are ignored
         * @param held the parts of the order before the PATCH
         * @param money the order's amount before the PATCH
         * @param version greater than that of the held part of the same key
         */
        public static Part part(StatedField field, Statement value, Collection<Part> held, Money money, long version) {
            StatedParts parts = StatedParts.of(held);
            Statement over = field.equals(OrderFields.REFUNDED.stated())
                    ? Statement.of(RefundTotal.withoutPatch(parts, money))
                    : only(field, parts.uploaded());
            return new Part(PartKey.patch(field), version, new PatchCell(field, only(field, value), over));
        }

        /**
         * Returns true if an upload says something new about the field, so that the PATCH ends: a value that is neither the
         * one it replaced nor the patched one. For a refund: more than what was stated then, and at least the patched one.
         */
        public boolean isSupersededBy(Statement uploaded) {
            if (field.equals(OrderFields.REFUNDED.stated())) {
                StatedRefund now = uploaded.refund();
                Money money = uploaded.money();
                if (now == null || money == null) {
                    return false;
                }
                long total = now.of(money.amountMinor());
                return total > RefundTotal.refundOf(over).of(money.amountMinor())
                        && total >= RefundTotal.refundOf(value).of(money.amountMinor());
            }
            Statement now = only(field, uploaded);
            return !now.equals(Statement.EMPTY) && !now.equals(value) && !now.equals(over);
        }

        private static Statement only(StatedField field, Statement from) {
            if (!field.isPatchable()) {
                throw new IllegalArgumentException("a PATCH cannot change " + field.wireName());
            }
            return from.only(field);
        }
    }

    /**
     * An object of a platform: a charge, a session, an order of a shop.
     *
     * @param kind whether it is about a charge
     * @param statement what the platform states with it
     * @param method how the customer paid, such as {@code apple_pay}: 1 to 32 of a-z, 0-9 and _; empty for a card
     *     without a wallet, and if it is not known
     */
    record PlatformObject(
            Kind kind, Statement statement, @Nullable String method) implements PartContent {
        /** The method of a charge of a gift card: it counts only if the order has no other charge. */
        public static final String GIFT_CARD = "gift_card";

        /** The kind of object. */
        public enum Kind {
            /** A card movement. Of several charges of one source only one counts for the payment. */
            CHARGE,
            /**
             * Something that happened to a charge. Its key is that of the charge with {@link PartKey#STATE_OF_CHARGE}
             * behind it. Captured with an amount, it is one capture. Failed with an amount, it takes a capture of this
             * amount away. Without an amount, it is about the whole charge.
             */
            STATE,
            /**
             * A part of the amount of a shop's order that was not paid with the card, such as a gift card. It states the
             * amount and, as a line item, what the receipt shows of it. A failed one counts for nothing.
             */
            CREDIT,
            /** Anything else, such as a checkout session or an order of a shop. */
            OTHER
        }
    }

    /**
     * A refund as an object of a platform.
     *
     * @param state whether the money went back
     * @param charge the object of its charge, as in the key of that part; empty if the platform does not name it
     */
    record RefundObject(
            Money money, RefundState state, @Nullable String charge) implements PartContent {
        /** Whether the money of a refund went back. */
        public enum RefundState {
            /** It went back, or is on its way. */
            DONE,
            /** It failed, or was reversed: the merchant has the money. */
            UNDONE
        }
    }

    /**
     * The mark of an order whose parts were moved to another one, because a platform named a better id for the
     * purchase. It counts unless the merchant uploads the order itself.
     *
     * @param to the order that has the parts
     */
    record Moved(OrderId to) implements PartContent {}
}
