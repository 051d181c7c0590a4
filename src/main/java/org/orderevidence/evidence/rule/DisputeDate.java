package org.orderevidence.evidence.rule;

import java.time.LocalDate;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.element.RuleNumbers;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.StoredOrder;

/**
 * The day of the dispute that is judged, and the days on which a dispute can be raised.
 *
 * @param asOf the day
 * @param disputable from the transaction date to {@value RuleNumbers#DISPUTABLE_DAYS} days after the order's day
 * @param closed true if the last of these days is over and no dispute that counts is on record
 * @param requested true if the request named the day
 */
public record DisputeDate(LocalDate asOf, DateRange disputable, boolean closed, boolean requested) {
    /**
     * Chooses the day: the explicit day unchanged; else the day of the newest fraud dispute that was not withdrawn,
     * unchanged; else today, moved to the nearest day on which a dispute can be raised.
     *
     * @param explicit the day in the request, or null
     * @param today the current UTC day
     */
    public static DisputeDate of(StoredOrder disputed, @Nullable LocalDate explicit, LocalDate today) {
        DateRange disputable = disputableDays(disputed);
        boolean closed = today.isAfter(disputable.until())
                && disputed.disputes().stream().noneMatch(Dispute::counts);
        if (explicit != null) {
            return new DisputeDate(explicit, disputable, closed, true);
        }
        LocalDate asOf = disputed.disputes().stream()
                .filter(Dispute::counts)
                .filter(Dispute::isFraud)
                .map(dispute -> dispute.openedAt().day())
                .max(Comparator.naturalOrder())
                .orElseGet(() -> clamp(today, disputable));
        return new DisputeDate(asOf, disputable, closed, false);
    }

    /** Returns true if a dispute can be raised on that day. */
    public boolean isDisputable() {
        return disputable.contains(asOf);
    }

    /** Returns true if the answer looks back: no dispute can be raised any longer, and no day was requested. */
    public boolean isPast() {
        return closed && !requested;
    }

    /** Returns the days on which a dispute of an order can be raised. */
    public static DateRange disputableDays(StoredOrder disputed) {
        LocalDate from = disputed.order().charge().transactionTime().day();
        LocalDate until = disputed.order().charge().countsFrom().day().plusDays(RuleNumbers.DISPUTABLE_DAYS);
        // Uploads refuse a settlement before the transaction. If one is stored, one day is left to judge.
        return new DateRange(from, until.isBefore(from) ? from : until);
    }

    private static LocalDate clamp(LocalDate day, DateRange range) {
        if (day.isBefore(range.from())) {
            return range.from();
        }
        return day.isAfter(range.until()) ? range.until() : day;
    }
}
