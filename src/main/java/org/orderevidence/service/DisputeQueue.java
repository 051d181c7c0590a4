package org.orderevidence.service;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.store.AccountStore.Account;
import org.orderevidence.store.OrderInHistory;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;

/** Lists the disputes of all orders, each with what the rule says about it. */
public record DisputeQueue(Evidence evidence, Accounts accounts) {
    /** Maximum number of orders or disputes that one page examines, so that its work is bounded. */
    public static final int MAX_EXAMINED = 1_000;

    private static final int MAX_MISSING = 100;
    public static final int READ_TOGETHER = 100;

    /**
     * Which disputes a list has.
     *
     * @param isOpen true for open disputes, soonest deadline first; false for others, newest first
     */
    public record DisputeFilter(
            boolean isOpen,
            Dispute.@Nullable Status status,
            @Nullable String condition,
            Eligibility.@Nullable Status verdict,
            @Nullable LocalDate dueBefore,
            @Nullable LocalDate openedFrom,
            @Nullable LocalDate openedTo) {
        /** Returns true if the deadlines of this place and of all behind it are too late. */
        private boolean isBefore(DisputePlace place) {
            return isOpen && dueBefore != null && place.minutes() >= DisputePlace.minutes(OrderTime.on(dueBefore));
        }

        private boolean hasVerdict(QueuedDispute queued) {
            return verdict == null
                    || (queued.verdict() != null && queued.verdict().status() == verdict);
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
            OrderId order,
            PaymentCredential card,
            Dispute dispute,
            @Nullable Long daysLeft,
            @Nullable Verdict verdict) {
        /** Returns what keeps the evidence from being sent; empty if nothing does, or if there is no verdict. */
        public List<String> missing() {
            return verdict == null ? List.of() : verdict.missing();
        }
    }

    /**
     * What is shown of a verdict: a whole one is too large to be held for each dispute of a page.
     *
     * @param missing codes of the reasons, and of the gaps of a submission, each once
     */
    public record Verdict(Eligibility.Status status, boolean ready, List<String> missing) {
        static Verdict of(Eligibility answer) {
            Stream<String> reasons =
                    answer.reasons().stream().map(reason -> reason.code().wireName());
            Stream<String> gaps =
                    answer.submissionGaps().stream().map(gap -> gap.missing().wireName());
            return new Verdict(
                    answer.status(),
                    answer.ready(),
                    Stream.concat(reasons, gaps).distinct().limit(MAX_MISSING).toList());
        }
    }

    /**
     * A page of a list of disputes.
     *
     * @param disputes may be fewer than asked for although more follow
     */
    public record DisputePage(
            List<QueuedDispute> disputes, @Nullable ListedDispute next) {
        public DisputePage {
            disputes = List.copyOf(disputes);
        }
    }

    public boolean hasOpen(AccountSpace space) {
        return !evidence.orders().disputes(space, true, null, 1).isEmpty();
    }

    /** Returns a page. An order that cannot be read is left out. */
    public DisputePage page(AccountSpace space, DisputeFilter filter, @Nullable ListedDispute after, int limit) {
        Charge.Category category =
                accounts.account(space.account()).map(Account::defaultCategory).orElse(null);
        int together = Math.min(READ_TOGETHER, limit + 1);
        List<QueuedDispute> found = new ArrayList<>();
        ListedDispute place = after;
        int examined = 0;
        while (examined < MAX_EXAMINED) {
            List<ListedDispute> places = evidence.orders().disputes(space, filter.isOpen(), place, together);
            for (ListedDispute each : places) {
                if (filter.isBefore(each.place())) {
                    return new DisputePage(found, null);
                }
                if (found.size() >= limit || examined >= MAX_EXAMINED) {
                    return new DisputePage(found, place);
                }
                place = each;
                List<QueuedDispute> ofOrder = disputes(space, filter, each, category);
                examined += Math.max(1, ofOrder.size());
                ofOrder.stream().filter(filter::hasVerdict).forEach(found::add);
            }
            if (places.size() < together) {
                return new DisputePage(found, null);
            }
        }
        return new DisputePage(found, place);
    }

    /** A place can be out of date: then none of the order's disputes has it. */
    private List<QueuedDispute> disputes(
            AccountSpace space, DisputeFilter filter, ListedDispute listed, Charge.@Nullable Category category) {
        try {
            CaseReader cases = new CaseReader(evidence);
            OrderInHistory held = cases.order(space, listed.order(), Profile.VISA)
                    .filter(order -> order.order().sources().movedTo() == null)
                    .orElse(null);
            if (held == null) {
                return List.of();
            }
            LocalDate today = evidence.today();
            Map<LocalDate, Verdict> verdicts = new HashMap<>();
            return held.order().disputes().stream()
                    .filter(dispute -> DisputePlace.of(dispute).equals(listed.place()) && filter.matches(dispute))
                    .sorted(Comparator.comparing(Dispute::disputeId))
                    .map(dispute -> new QueuedDispute(
                            listed.order(),
                            held.order().order().charge().credential(),
                            dispute,
                            daysLeft(dispute, today),
                            !dispute.isFraud() && !dispute.isOfUnknownCondition()
                                    ? null
                                    : verdicts.computeIfAbsent(
                                            dispute.openedAt().day(),
                                            day -> Verdict.of(
                                                    cases.judged(space, held, day, Profile.VISA, category, today)
                                                            .answer()))))
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
}
