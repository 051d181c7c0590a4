package org.orderevidence.evidence.coverage;

import java.time.LocalDate;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.DisputeCase;
import org.orderevidence.evidence.DisputeDate;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.ElementSet;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.Eligibility.Status;
import org.orderevidence.evidence.JudgedPrior;
import org.orderevidence.evidence.OrderElements;
import org.orderevidence.evidence.OrderTests;
import org.orderevidence.evidence.PairSearch;
import org.orderevidence.evidence.Profile;
import org.orderevidence.evidence.ReasonCode;
import org.orderevidence.evidence.ReasonCode.ElementReason;
import org.orderevidence.evidence.ReasonCode.FixableReason;
import org.orderevidence.evidence.ReasonCode.HistoryReason;
import org.orderevidence.evidence.ReasonCode.OrderReason;
import org.orderevidence.evidence.RuleNumbers;
import org.orderevidence.evidence.coverage.Coverage.MissingField;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;

/**
 * What the coverage needs of the verdict on one order.
 *
 * @param money the amount of the order, from which refunds are not subtracted
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
        Money money,
        Status status,
        DateRange disputable,
        List<DateRange> windows,
        Set<ReasonCode> reasons,
        Set<MissingField> unlocking,
        @Nullable KeyedHash customer,
        @Nullable KeyedHash ip) {
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
                dispute.disputed().order().charge().money(),
                answer.status(),
                answer.date().disputable(),
                answer.windows(),
                reasons,
                answer.status() == Status.REQUIRES_ACTION ? unlocking(dispute) : Set.of(),
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

    /**
     * Returns the fields of which one is enough, for an order that requires an action. A field counts if the order is
     * eligible as soon as the field has the same usable value on all orders of a pair that lack it.
     */
    private static Set<MissingField> unlocking(DisputeCase dispute) {
        Profile profile = dispute.profile();
        List<OrderReason> failing = OrderTests.failing(OrderTests.of(dispute));
        OrderElements own = dispute.elements();
        List<JudgedPrior> usable = JudgedPrior.all(dispute.priors(), dispute, own).stream()
                .filter(JudgedPrior::isUsable)
                .toList();
        List<JudgedPrior> submittable = usable.stream()
                .filter(prior -> !prior.lacksDescription(profile))
                .toList();
        Set<MissingField> found = EnumSet.noneOf(MissingField.class);
        if (failing.size() == 1 && failing.getFirst() instanceof FixableReason test) {
            // In profile stripe, the descriptions of the order and of its priors are one field.
            List<JudgedPrior> enough = test == FixableReason.PRODUCT_DESCRIPTION_MISSING ? usable : submittable;
            if (PairSearch.equal(enough) != null) {
                MissingField.of(test).ifPresent(found::add);
            }
        } else if (failing.isEmpty()) {
            ElementSet disputedUsable = own.usable().and(profile.elements());
            for (Element element : dispute.suppliable().elements()) {
                ElementSet supplied = ElementSet.NONE.with(element);
                if (PairSearch.couldBeEqual(submittable, disputedUsable, supplied) != null) {
                    found.add(MissingField.of(element));
                }
            }
            if (PairSearch.equal(usable) != null) {
                found.add(MissingField.LINE_ITEMS);
            }
        }
        return found;
    }

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

        public static OrderScope of(StoredOrder order, LocalDate today) {
            if (!DisputeDate.of(order, today, today).disputable().contains(today)) {
                return CLOSED;
            }
            if (order.order().charge().status() == Charge.Status.FAILED) {
                return FAILED;
            }
            return order.disputes().stream().anyMatch(Dispute::isActive) ? DISPUTED : DISPUTABLE;
        }

        public static DateRange transactionDays(LocalDate today) {
            int reach = RuleNumbers.DISPUTABLE_DAYS + RuleNumbers.SETTLEMENT_REACH_DAYS;
            return new DateRange(today.minusDays(reach), today);
        }
    }
}
