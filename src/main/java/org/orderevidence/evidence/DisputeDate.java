package org.orderevidence.evidence;

import java.time.LocalDate;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
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
        boolean closed = charged
                && today.isAfter(disputable.until())
                && disputed.disputes().stream().noneMatch(Dispute::isActive);
        if (explicit != null) {
            return new DisputeDate(explicit, disputable, charged, closed, Basis.REQUEST);
        }
        if (!charged) {
            return new DisputeDate(today, disputable, false, false, Basis.TODAY);
        }
        Optional<LocalDate> dispute = newest(disputed.disputes().stream()
                .filter(Dispute::isActive)
                .filter(Dispute::isFraud)
                .map(Dispute::openedAt));
        if (dispute.isPresent()) {
            return new DisputeDate(dispute.get(), disputable, true, closed, Basis.DISPUTE);
        }
        Optional<LocalDate> report = newest(disputed.fraudReports().stream().map(FraudReport::reportedAt));
        return report.map(day -> new DisputeDate(day, disputable, true, closed, Basis.FRAUD_REPORT))
                .orElseGet(() -> new DisputeDate(clamp(today, disputable), disputable, true, closed, Basis.TODAY));
    }

    private static Optional<LocalDate> newest(Stream<OrderTime> times) {
        return times.map(OrderTime::day).max(Comparator.naturalOrder());
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
