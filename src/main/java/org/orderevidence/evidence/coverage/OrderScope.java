package org.orderevidence.evidence.coverage;

import java.time.LocalDate;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.DisputeDate;
import org.orderevidence.evidence.RuleNumbers;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.StoredOrder;

/** Whether an order counts in the coverage. */
public enum OrderScope {
    /** A dispute can be raised today: the order counts. */
    DISPUTABLE,
    /** The charge failed, so there is nothing to dispute. */
    FAILED,
    /** An active dispute is on record. */
    DISPUTED,
    /** No dispute can be raised today: too early or too late. */
    CLOSED;

    /** Returns the scope of an order on a day. */
    public static OrderScope of(StoredOrder order, LocalDate today) {
        if (!DisputeDate.of(order, today, today).disputable().contains(today)) {
            return CLOSED;
        }
        if (order.order().charge().status() == Charge.Status.FAILED) {
            return FAILED;
        }
        return order.disputes().stream().anyMatch(Dispute::isActive) ? DISPUTED : DISPUTABLE;
    }

    /** Returns the transaction days of all orders that can be disputed on a day. */
    public static DateRange transactionDays(LocalDate today) {
        int reach = RuleNumbers.DISPUTABLE_DAYS + RuleNumbers.SETTLEMENT_REACH_DAYS;
        return new DateRange(today.minusDays(reach), today);
    }
}
