package org.orderevidence.order.part;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Money;
import org.orderevidence.order.part.PartContent.PatchCell;
import org.orderevidence.order.part.PartContent.RefundObject;
import org.orderevidence.order.part.StatedParts.Stated;

/**
 * The refunded amount of an order. Each source has its own total, and the largest total counts. A PATCH counts until all
 * other parts together state more than when it arrived.
 *
 * @param source whose total counts; empty if no part states a refund
 */
record RefundTotal(StatedRefund refund, @Nullable Source source, boolean isPatchSuperseded) {
    private static final RefundTotal NONE = new RefundTotal(StatedRefund.NONE, null, false);

    static RefundTotal of(StatedParts parts, Money money) {
        List<RefundTotal> stated = ofOthers(parts, money);
        RefundTotal others = largest(stated, money);
        PatchCell patch = parts.patch(OrderFields.REFUNDED.stated());
        if (patch == null) {
            return others;
        }
        RefundTotal patched = of(Source.PATCH, refundOf(patch.value()));
        stated.add(patched);
        return others.refund.of(money.amountMinor()) <= refundOf(patch.over()).of(money.amountMinor())
                ? largest(List.of(patched), money)
                : largest(stated, money).overPatch();
    }

    /** The refund that all parts but a PATCH state; {@link StatedRefund#NONE} if they state none. */
    static StatedRefund withoutPatch(StatedParts parts, Money money) {
        return largest(ofOthers(parts, money), money).refund;
    }

    private static RefundTotal of(Source source, StatedRefund refund) {
        return new RefundTotal(refund, source, false);
    }

    private RefundTotal overPatch() {
        return new RefundTotal(refund, source, true);
    }

    static StatedRefund refundOf(Statement statement) {
        StatedRefund stated = statement.refund();
        return stated == null ? StatedRefund.NONE : stated;
    }

    private static List<RefundTotal> ofOthers(StatedParts parts, Money money) {
        List<RefundTotal> all = new ArrayList<>();
        StatedRefund uploaded = parts.uploaded().refund();
        if (uploaded != null) {
            all.add(of(Source.UPLOAD, uploaded));
        }
        for (Stated charge : parts.chosenCharges()) {
            Money charged = charge.statement().money();
            Money basis = charged == null ? money : charged;
            Source source = charge.key().source();
            StatedRefund own = larger(charge.statement().refund(), parts.refundOfOrder(source), basis);
            add(all, source, inCurrencyOf(money, basis, ofCharge(own, parts.refunds(charge.key(), false), basis)));
        }
        for (Source source : parts.refunding()) {
            boolean hasCharge = parts.chosenCharges().stream()
                    .anyMatch(charge -> charge.key().source().equals(source));
            if (!hasCharge) {
                add(all, source, ofCharge(parts.refundOfOrder(source), parts.refunds(source), money));
            }
        }
        return all;
    }

    private static @Nullable StatedRefund larger(
            @Nullable StatedRefund one, @Nullable StatedRefund other, Money charged) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.of(charged.amountMinor()) >= other.of(charged.amountMinor()) ? one : other;
    }

    private static void add(List<RefundTotal> all, Source source, @Nullable StatedRefund total) {
        if (total != null) {
            all.add(of(source, total));
        }
    }

    /**
     * Returns the refunds of one charge: those that did not fail, or the charge's own total if that is more. The charge
     * may still count refunds that failed since: if they explain the difference, it does not matter. Empty without an
     * amount.
     */
    static @Nullable StatedRefund ofCharge(
            @Nullable StatedRefund own, List<RefundObject> refunds, @Nullable Money charged) {
        if (charged == null) {
            return null;
        }
        long done = 0;
        long undone = 0;
        List<Long> failures = new ArrayList<>();
        for (RefundObject refund : refunds) {
            if (refund.money().currency().equals(charged.currency())) {
                long amount = refund.money().amountMinor();
                switch (refund.state()) {
                    case DONE -> done += amount;
                    case UNDONE -> {
                        undone += amount;
                        failures.add(amount);
                    }
                }
            }
        }
        if (own == null) {
            return refunds.isEmpty() ? null : new StatedRefund(false, done);
        }
        long difference = own.of(charged.amountMinor()) - done;
        boolean explained = difference <= 0 || difference == undone || failures.contains(difference);
        return explained && !refunds.isEmpty() ? new StatedRefund(false, done) : own;
    }

    /**
     * The same refund of an order in another currency: all of it, or nothing. A part of an amount cannot be compared
     * across currencies.
     */
    private static @Nullable StatedRefund inCurrencyOf(Money order, Money charged, @Nullable StatedRefund refund) {
        if (refund == null || order.currency().equals(charged.currency())) {
            return refund;
        }
        boolean all = refund.of(charged.amountMinor()) == charged.amountMinor();
        return all ? new StatedRefund(true, null) : null;
    }

    /** The largest, at most the amount, and in full when it is the amount; of equal ones the first. */
    private static RefundTotal largest(List<RefundTotal> stated, Money money) {
        if (stated.isEmpty()) {
            return NONE;
        }
        return stated.stream()
                .max(Comparator.comparingLong(one -> one.refund.of(money.amountMinor())))
                .map(one -> new RefundTotal(withinAmount(one.refund, money), one.source, false))
                .orElse(NONE);
    }

    private static StatedRefund withinAmount(StatedRefund refund, Money money) {
        Long amount = refund.amountMinor();
        return amount == null
                ? refund
                : new StatedRefund(amount >= money.amountMinor(), Math.min(amount, money.amountMinor()));
    }
}
