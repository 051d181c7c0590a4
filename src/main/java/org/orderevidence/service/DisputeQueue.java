package org.orderevidence.service;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.Profile;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.DisputePlace;
import org.orderevidence.order.DisputePlace.ListedDispute;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.AccountStore.Account;
import org.orderevidence.store.OrderInHistory;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;

/** Lists the disputes of all orders, each with what the rule says about it. */
public record DisputeQueue(Evidence evidence, Accounts accounts) {
    /** Maximum number of orders that one page examines, so that its work is bounded. */
    static final int MAX_EXAMINED = 1_000;

    private static final int MAX_MISSING = 100;
    private static final int READ_TOGETHER = 100;

    /**
     * Which disputes a list has.
     *
     * @param isOpen true for open disputes, soonest deadline first; false for others, newest first
     * @param status only this one of the others
     * @param dueBefore only disputes with a deadline before this day
     * @param openedFrom first day on which they were opened
     * @param openedTo last day on which they were opened
     */
    public record DisputeFilter(
            boolean isOpen,
            Dispute.@Nullable Status status,
            @Nullable String condition,
            Eligibility.@Nullable Status verdict,
            @Nullable LocalDate dueBefore,
            @Nullable LocalDate openedFrom,
            @Nullable LocalDate openedTo) {
        /** All open disputes. */
        public static final DisputeFilter OPEN = new DisputeFilter(true, null, null, null, null, null, null);

        /** Returns its values in a fixed order, null for one that is not set. */
        public List<@Nullable Object> values() {
            List<@Nullable Object> values = new ArrayList<>();
            values.add(isOpen);
            values.add(status);
            values.add(condition);
            values.add(verdict);
            values.add(dueBefore);
            values.add(openedFrom);
            values.add(openedTo);
            return values;
        }

        private boolean matches(Dispute dispute) {
            OrderTime respondBy = dispute.details().respondBy();
            LocalDate opened = dispute.openedAt().day();
            return (status == null || status == dispute.status())
                    && (condition == null || condition.equals(dispute.condition()))
                    && (dueBefore == null
                            || (respondBy != null && respondBy.day().isBefore(dueBefore)))
                    && (openedFrom == null || !opened.isBefore(openedFrom))
                    && (openedTo == null || !opened.isAfter(openedTo));
        }
    }

    /**
     * A dispute in a list.
     *
     * @param daysLeft from today to the day of the deadline, negative if it is over; {@code null} without deadline, or if
     *     the dispute is not open
     * @param verdict what the rule says for a dispute of its day; {@code null} if the rule is for other disputes
     */
    public record QueuedDispute(
            StoredOrder order,
            Dispute dispute,
            @Nullable Long daysLeft,
            @Nullable Eligibility verdict) {
        /** Returns what keeps the evidence from being sent: reasons if it is not eligible, gaps otherwise; each once. */
        public List<String> missing() {
            return verdict == null
                    ? List.of()
                    : Stream.concat(
                                    verdict.reasons().stream()
                                            .map(reason -> reason.code().wireName()),
                                    verdict.submissionGaps().stream()
                                            .map(gap -> gap.missing().code()))
                            .distinct()
                            .limit(MAX_MISSING)
                            .toList();
        }
    }

    /**
     * A page of a list of disputes.
     *
     * @param disputes may be fewer than asked for although more follow
     * @param next behind the last one that was examined; {@code null} if there are no more
     */
    public record DisputePage(
            List<QueuedDispute> disputes, @Nullable ListedDispute next) {
        public DisputePage {
            disputes = List.copyOf(disputes);
        }
    }

    /** Returns true if an order has an open dispute. */
    public boolean hasOpen(AccountSpace space) {
        return !evidence.orders().disputes(space, true, null, 1).isEmpty();
    }

    /**
     * Returns a page. An order that cannot be read is left out.
     *
     * @param after start behind this one; empty for the beginning
     * @param orders maximum number of orders of which it has disputes
     */
    public DisputePage page(AccountSpace space, DisputeFilter filter, @Nullable ListedDispute after, int orders) {
        Charge.Category category =
                accounts.account(space.account()).map(Account::defaultCategory).orElse(null);
        List<QueuedDispute> found = new ArrayList<>();
        ListedDispute place = after;
        int listed = 0;
        int examined = 0;
        while (examined < MAX_EXAMINED) {
            List<ListedDispute> places =
                    evidence.orders().disputes(space, filter.isOpen(), place, Math.min(READ_TOGETHER, orders + 1));
            for (ListedDispute each : places) {
                if (listed == orders) {
                    return new DisputePage(found, place);
                }
                place = each;
                examined++;
                List<QueuedDispute> ofOrder = disputes(space, filter, each, category);
                found.addAll(ofOrder);
                listed += ofOrder.isEmpty() ? 0 : 1;
            }
            if (places.size() < Math.min(READ_TOGETHER, orders + 1)) {
                return new DisputePage(found, null);
            }
        }
        return new DisputePage(found, place);
    }

    /** A place can be out of date: then none of the order's disputes has it. */
    private List<QueuedDispute> disputes(
            AccountSpace space, DisputeFilter filter, ListedDispute listed, Charge.@Nullable Category category) {
        try {
            OrderInHistory held = new CaseReader(evidence)
                    .order(space, listed.order(), Profile.VISA)
                    .filter(order -> order.order().sources().movedTo() == null)
                    .orElse(null);
            if (held == null) {
                return List.of();
            }
            LocalDate today = evidence.today();
            return held.order().disputes().stream()
                    .filter(dispute -> DisputePlace.of(dispute).equals(listed.place()) && filter.matches(dispute))
                    .sorted(Comparator.comparing(Dispute::disputeId))
                    .map(dispute -> new QueuedDispute(
                            held.order(),
                            dispute,
                            daysLeft(dispute, today),
                            verdict(space, held, dispute, category, today)))
                    .filter(queued -> filter.verdict() == null
                            || (queued.verdict() != null && queued.verdict().status() == filter.verdict()))
                    .toList();
        } catch (UnreadableDocument | DocumentTooNew unreadable) {
            return List.of();
        }
    }

    private static @Nullable Long daysLeft(Dispute dispute, LocalDate today) {
        OrderTime respondBy = dispute.details().respondBy();
        return respondBy == null || dispute.status() != Dispute.Status.OPEN
                ? null
                : ChronoUnit.DAYS.between(today, respondBy.day());
    }

    private @Nullable Eligibility verdict(
            AccountSpace space,
            OrderInHistory held,
            Dispute dispute,
            Charge.@Nullable Category category,
            LocalDate today) {
        return dispute.isFraud() || dispute.isOfUnknownCondition()
                ? new CaseReader(evidence)
                        .judged(space, held, dispute.openedAt().day(), Profile.VISA, category, today)
                        .answer()
                : null;
    }
}
