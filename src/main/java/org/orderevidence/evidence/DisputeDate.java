package org.orderevidence.evidence;

import java.time.LocalDate;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.StoredOrder;

/**
 * The day of the dispute that is judged, and the days on which a dispute can be raised.
 *
 * @param disputable from the transaction date to {@value RuleNumbers#DISPUTABLE_DAYS} days after the order's day
 * @param charged false if the charge failed or was not captured: then no dispute can be raised, and
 *     {@code disputable} is as if it had succeeded
 * @param closed true if the last of these days is over and no active dispute is on record
 */
public record DisputeDate(LocalDate asOf, DateRange disputable, boolean charged, boolean closed, Basis basis) {
    /** Where the dispute date comes from. */
    public enum Basis {
        REQUEST,
        /** The newest active fraud dispute of the order. */
        DISPUTE,
        /** The newest fraud report of the order. */
        FRAUD_REPORT,
        TODAY
    }

    /**
     * Chooses the day: the explicit day unchanged; else the day of the newest active fraud dispute, unchanged; else the
     * day of the newest fraud report, unchanged; else today, moved to the nearest day on which a dispute can be raised.
     * If there is no charge to dispute, it is the explicit day or else today, unchanged.
     *
     * @param explicit the day in the request, or null
     */
    public static DisputeDate of(StoredOrder disputed, @Nullable LocalDate explicit, LocalDate today) {
        DateRange disputable = disputableDays(disputed);
        boolean charged = disputed.order().charge().status() == Charge.Status.SUCCEEDED;
        List<Dispute> active = disputed.activeDisputes();
        boolean closed = charged && today.isAfter(disputable.until()) && active.isEmpty();
        if (explicit != null) {
            return new DisputeDate(explicit, disputable, charged, closed, Basis.REQUEST);
        }
        if (!charged) {
            return new DisputeDate(today, disputable, false, false, Basis.TODAY);
        }
        active.removeIf(dispute -> !dispute.isFraud());
        LocalDate dispute = newest(active, Dispute::openedAt);
        if (dispute != null) {
            return new DisputeDate(dispute, disputable, true, closed, Basis.DISPUTE);
        }
        LocalDate report = newest(disputed.fraudReports(), FraudReport::reportedAt);
        return report != null
                ? new DisputeDate(report, disputable, true, closed, Basis.FRAUD_REPORT)
                : new DisputeDate(clamp(today, disputable), disputable, true, closed, Basis.TODAY);
    }

    private static <T> @Nullable LocalDate newest(List<T> facts, Function<T, OrderTime> time) {
        LocalDate newest = null;
        for (T fact : facts) {
            LocalDate day = time.apply(fact).day();
            newest = newest == null || day.isAfter(newest) ? day : newest;
        }
        return newest;
    }

    /** Returns true if a dispute can be raised on that day. */
    public boolean isDisputable() {
        return charged && disputable.contains(asOf);
    }

    /** Returns true if the answer looks back: no dispute can be raised any longer, and no day was requested. */
    public boolean isPast() {
        return closed && basis != Basis.REQUEST;
    }

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
