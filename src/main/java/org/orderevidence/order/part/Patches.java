package org.orderevidence.order.part;

import java.util.Collection;
import org.orderevidence.order.Money;
import org.orderevidence.order.part.PartContent.PatchCell;

/** Makes the parts of a PATCH. */
public final class Patches {
    private Patches() {}

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
     * Returns true if an upload says something new about the field of a PATCH, so that the PATCH ends: a value that is neither
     * the one it replaced nor the patched one. For a refund: more than what was stated then, and at least the patched one.
     */
    public static boolean isSuperseded(PatchCell cell, Statement uploaded) {
        if (cell.field().equals(OrderFields.REFUNDED.stated())) {
            StatedRefund now = uploaded.refund();
            Money money = uploaded.money();
            if (now == null || money == null) {
                return false;
            }
            long total = now.of(money.amountMinor());
            return total > RefundTotal.refundOf(cell.over()).of(money.amountMinor())
                    && total >= RefundTotal.refundOf(cell.value()).of(money.amountMinor());
        }
        Statement now = only(cell.field(), uploaded);
        return !now.equals(Statement.EMPTY) && !now.equals(cell.value()) && !now.equals(cell.over());
    }

    private static Statement only(StatedField field, Statement from) {
        if (!field.isPatchable()) {
            throw new IllegalArgumentException("a PATCH cannot change " + field.wireName());
        }
        return from.only(field);
    }
}
