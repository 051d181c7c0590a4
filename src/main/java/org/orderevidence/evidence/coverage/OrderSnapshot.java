package org.orderevidence.evidence.coverage;

import java.time.LocalDate;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.DisputeCase;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.ElementReason;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.Eligibility.Status;
import org.orderevidence.evidence.HistoryReason;
import org.orderevidence.evidence.OrderReason;
import org.orderevidence.evidence.ReasonCode;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderId;

/**
 * What the coverage needs of the verdict on one order.
 *
 * @param id the order
 * @param day its transaction day
 * @param status the verdict today
 * @param disputable the days on which a dispute can be raised
 * @param windows the days of a dispute on which it would be qualified, ascending, apart
 * @param reasons why it is not qualified today, as far as the reason decides; each once, headline first
 * @param unlocking the fields that would make it eligible, each alone
 * @param customer key of its customer; empty if it has none
 * @param ip key of its IP address; empty if it has no usable one
 */
public record OrderSnapshot(
        OrderId id,
        LocalDate day,
        Status status,
        DateRange disputable,
        List<DateRange> windows,
        Set<ReasonCode> reasons,
        Set<MissingField> unlocking,
        @Nullable KeyedHash customer,
        @Nullable KeyedHash ip) {
    public OrderSnapshot {
        windows = List.copyOf(windows);
        reasons = new LinkedHashSet<>(reasons);
        unlocking = unlocking.isEmpty() ? Set.of() : EnumSet.copyOf(unlocking);
    }

    /** Returns the snapshot of an order that was judged. */
    public static OrderSnapshot of(DisputeCase dispute, Eligibility answer) {
        Set<ReasonCode> reasons = new LinkedHashSet<>();
        answer.reasons().stream()
                .map(Eligibility.Reason::code)
                .filter(code -> decides(code, answer.status()))
                .forEach(reasons::add);
        return new OrderSnapshot(
                dispute.disputed().order().id(),
                dispute.disputed().order().charge().transactionTime().day(),
                answer.status(),
                answer.date().disputable(),
                answer.windows(),
                reasons,
                answer.status() == Status.REQUIRES_ACTION ? Unlocking.of(dispute) : Set.of(),
                customer(dispute),
                dispute.elements().hash(Element.IP));
    }

    /** The other reasons are named too, for one order. For many orders, they hide what matters. */
    private static boolean decides(ReasonCode code, Status status) {
        return switch (code) {
            case OrderReason ofOrder -> true;
            // The missing data would give the order a history that counts.
            case HistoryReason ofHistory -> status == Status.NOT_QUALIFIED;
            // Alone, it would not make the order eligible.
            case ElementReason ofElement -> status == Status.REQUIRES_ACTION;
        };
    }

    /** By e-mail address; without one, by the ID with which the customer logs in. */
    private static @Nullable KeyedHash customer(DisputeCase dispute) {
        KeyedHash byEmail = dispute.facts().customer();
        return byEmail != null ? byEmail : dispute.elements().hash(Element.ACCOUNT_ID);
    }
}
