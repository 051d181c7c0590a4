package org.orderevidence.evidence;

import java.time.LocalDate;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.StoredOrder;

/**
 * The day of the dispute that is asked about, beside the days on which one can be raised.
 *
 * @param asOf the day
 * @param disputable from the transaction date to {@value #DISPUTABLE_DAYS} days after the order's day
 */
public record DisputeDate(LocalDate asOf, DateRange disputable) {
    /** For how many days after the order's day (settled, else transaction) a dispute can be raised. Source A. */
    public static final int DISPUTABLE_DAYS = 120;

    /**
     * The explicit day as it is; else that of the newest fraud dispute that was not withdrawn, as it is; else today,
     * moved to the nearest day on which a dispute can be raised.
     *
     * @param explicit the day asked for; absent when none was
     * @param today the UTC day of now
     */
    public static DisputeDate of(StoredOrder disputed, @Nullable LocalDate explicit, LocalDate today) {
        DateRange disputable = disputableDays(disputed);
        if (explicit != null) {
            return new DisputeDate(explicit, disputable);
        }
        LocalDate asOf = disputed.disputes().stream()
                .filter(Dispute::counts)
                .filter(Dispute::isFraud)
                .map(dispute -> dispute.openedAt().day())
                .max(Comparator.naturalOrder())
                .orElseGet(() -> clamp(today, disputable));
        return new DisputeDate(asOf, disputable);
    }

    /** True when a dispute can be raised on that day. */
    public boolean isDisputable() {
        return disputable.contains(asOf);
    }

    private static DateRange disputableDays(StoredOrder disputed) {
        LocalDate from = disputed.order().charge().transactionTime().day();
        LocalDate until = disputed.order().charge().countsFrom().day().plusDays(DISPUTABLE_DAYS);
        // An upload refuses a settlement before the transaction; should one be held, a day is left to be judged.
        return new DateRange(from, until.isBefore(from) ? from : until);
    }

    private static LocalDate clamp(LocalDate day, DateRange range) {
        if (day.isBefore(range.from())) {
            return range.from();
        }
        return day.isAfter(range.until()) ? range.until() : day;
    }
}
