package org.orderevidence.service;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.Disagreement;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.Profile;
import org.orderevidence.evidence.coverage.DisputeSum;
import org.orderevidence.evidence.coverage.DisputeSum.Grouping;
import org.orderevidence.evidence.coverage.DisputeSum.Outcomes;
import org.orderevidence.evidence.coverage.Monitoring;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.DisputePlace;
import org.orderevidence.order.DisputePlace.ListedDispute;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.AccountStore.Account;
import org.orderevidence.store.OrderInHistory;
import org.orderevidence.store.RecordSealer;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;

/** Lists the disputes of all orders, each with what the rule says about it. */
public record DisputeQueue(Evidence evidence, Accounts accounts) {
    /** Maximum number of orders or disputes that one page examines, so that its work is bounded. */
    public static final int MAX_EXAMINED = 1_000;

    /** So many disputes are always counted for one answer. */
    public static final int MAX_COUNTED = 10_000;

    private static final int MAX_MISSING = 100;
    public static final int READ_TOGETHER = 100;

    /** The last read of the open disputes and that of the others are not full. */
    private static final int MAX_READS = MAX_COUNTED / READ_TOGETHER + 2;

    /**
     * Which disputes a list has.
     *
     * @param isOpen true for open disputes, soonest deadline first; false for others, newest first
     * @param disagrees only disputes where the processor disagrees with the profile {@code stripe}
     */
    public record DisputeFilter(
            boolean isOpen,
            Dispute.@Nullable Status status,
            @Nullable String condition,
            Eligibility.@Nullable Status verdict,
            @Nullable LocalDate dueBefore,
            @Nullable LocalDate openedFrom,
            @Nullable LocalDate openedTo,
            boolean disagrees) {
        /** Returns true if the deadlines of this place and of all behind it are too late. */
        private boolean isBefore(DisputePlace place) {
            return isOpen && dueBefore != null && place.minutes() >= DisputePlace.minutes(OrderTime.on(dueBefore));
        }

        private boolean hasVerdict(QueuedDispute queued) {
            return (verdict == null
                            || (queued.verdict() != null && queued.verdict().status() == verdict))
                    && (!disagrees || queued.disagreement() != null);
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
     * @param disagreement both verdicts; {@code null} unless the list is of disagreements
     */
    public record QueuedDispute(
            OrderId order,
            PaymentCredential card,
            Dispute dispute,
            @Nullable Long daysLeft,
            @Nullable Verdict verdict,
            @Nullable Disagreement disagreement) {
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
            List<QueuedDispute> disputes, @Nullable ListedDispute next) {}

    public boolean hasOpen(AccountSpace space) {
        return !evidence.orders().disputes(space, true, null, 1).isEmpty();
    }

    /** Returns a page. An order that cannot be read is left out. */
    public DisputePage page(AccountSpace space, DisputeFilter filter, @Nullable ListedDispute after, int limit) {
        Charge.Category category = category(space);
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
                    .filter(order -> !order.order().isMoved())
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
                            !canBeFraud(dispute)
                                    ? null
                                    : verdicts.computeIfAbsent(
                                            dispute.openedAt().day(),
                                            day -> Verdict.of(
                                                    cases.judged(space, held, day, Profile.VISA, category, today)
                                                            .answer())),
                            filter.disagrees() ? disagreement(space, held, dispute, category) : null))
                    .toList();
        } catch (UnreadableDocument | DocumentTooNew unreadable) {
            return List.of();
        }
    }

    private @Nullable Disagreement disagreement(
            AccountSpace space, OrderInHistory held, Dispute dispute, Charge.@Nullable Category category) {
        Dispute.ProcessorEligibility processors = dispute.details().processorEligibility();
        return processors == null
                ? null
                : judged(space, held, dispute, Profile.STRIPE, category)
                        .flatMap(ours -> Disagreement.of(ours, processors))
                        .orElse(null);
    }

    /** Judges an order for the day of a dispute. Returns empty if its history cannot be read. */
    private Optional<Eligibility> judged(
            AccountSpace space,
            OrderInHistory held,
            Dispute dispute,
            Profile profile,
            Charge.@Nullable Category category) {
        LocalDate day = dispute.openedAt().day();
        return RecordSealer.ifReadable(() -> new CaseReader(evidence)
                .judged(space, held, day, profile, category, evidence.today())
                .answer());
    }

    /**
     * Outcomes of disputes.
     *
     * @param complete false if there are more disputes than are examined for one answer: the others are not counted
     */
    public record CountedOutcomes(List<Outcomes> groups, boolean complete) {}

    /**
     * Counts the outcomes of the disputes that were opened on some days. Examines {@value #MAX_COUNTED} disputes and at
     * most 200 more, and judges at most {@value #MAX_EXAMINED}: open ones first, then the newest.
     */
    public CountedOutcomes outcomes(AccountSpace space, Grouping by, DateRange opened) {
        Charge.Category category = category(space);
        DisputeSum sum = new DisputeSum();
        AtomicInteger reads = new AtomicInteger();
        AtomicInteger judged = new AtomicInteger();
        boolean complete = each(space, opened, () -> reads.incrementAndGet() <= MAX_READS, (order, dispute) -> {
            if (by == Grouping.ELEMENTS && !DisputeSum.isAnswered(dispute)) {
                return true;
            }
            if (by == Grouping.ELEMENTS && canBeFraud(dispute) && judged.incrementAndGet() > MAX_EXAMINED) {
                return false;
            }
            String group = switch (by) {
                case MONTH -> DisputeSum.month(dispute);
                case CONDITION -> dispute.condition();
                case PROCESSOR -> DisputeSum.processor(dispute, order.order().charge());
                case ELEMENTS -> DisputeSum.elements(matched(space, order, dispute, category));
            };
            sum.add(group, dispute);
            return true;
        });
        return new CountedOutcomes(sum.groups(by), complete);
    }

    /** Returns the elements that matched; {@code null} if the rule is for other disputes. */
    private @Nullable List<Element> matched(
            AccountSpace space, StoredOrder order, Dispute dispute, Charge.@Nullable Category category) {
        return !canBeFraud(dispute)
                ? null
                : judged(space, new OrderInHistory(order, null), dispute, Profile.STRIPE, category)
                        .map(Eligibility::matchedElements)
                        .orElse(List.of());
    }

    /**
     * Adds the disputes that were opened on some days to an estimate of a monitoring program.
     *
     * @param mayContinue called before each read: may wait, and returns false to stop
     * @return false if it was stopped
     */
    boolean addTo(
            Monitoring.Sum monitoring,
            AccountSpace space,
            Charge.@Nullable Category category,
            BooleanSupplier mayContinue) {
        return each(space, monitoring.days(), mayContinue, (order, dispute) -> {
            // Nothing can be sent any more about one that is closed.
            boolean isReady = dispute.status() == Dispute.Status.OPEN
                    && canBeFraud(dispute)
                    && judged(space, new OrderInHistory(order, null), dispute, Profile.VISA, category)
                            .map(Eligibility::ready)
                            .orElse(false);
            monitoring.add(order, dispute, isReady);
            return mayContinue.getAsBoolean();
        });
    }

    /**
     * Calls for each dispute that was opened on some days: open ones first, then the newest. Orders that cannot be read are
     * left out.
     *
     * @param mayRead called before each read of {@value #READ_TOGETHER} orders; returns false to stop
     * @param call returns false to stop
     * @return false if it was stopped
     */
    private boolean each(
            AccountSpace space, DateRange opened, BooleanSupplier mayRead, BiPredicate<StoredOrder, Dispute> call) {
        return each(space, true, opened, mayRead, call) && each(space, false, opened, mayRead, call);
    }

    private boolean each(
            AccountSpace space,
            boolean isOpen,
            DateRange opened,
            BooleanSupplier mayRead,
            BiPredicate<StoredOrder, Dispute> call) {
        // Closed disputes are listed by the time when they were opened.
        DisputePlace first = new DisputePlace(
                false, DisputePlace.minutes(OrderTime.on(opened.until().plusDays(1))));
        DisputePlace last = new DisputePlace(false, DisputePlace.minutes(OrderTime.on(opened.from())));
        ListedDispute after = isOpen ? null : new ListedDispute(first, new OrderId("0"));
        List<ListedDispute> places;
        do {
            if (!mayRead.getAsBoolean()) {
                return false;
            }
            places = evidence.orders().disputes(space, isOpen, after, READ_TOGETHER);
            Map<OrderId, StoredOrder> orders = evidence.orders()
                    .readable(space, places.stream().map(ListedDispute::order).toList());
            for (ListedDispute listed : places) {
                if (!isOpen && listed.place().compareTo(last) > 0) {
                    return true;
                }
                StoredOrder order = orders.get(listed.order());
                if (order != null && !all(order, listed.place(), opened, call)) {
                    return false;
                }
                after = listed;
            }
        } while (places.size() == READ_TOGETHER);
        return true;
    }

    /** Calls for the disputes of an order at a place. A place can be out of date: then none has it. */
    private static boolean all(
            StoredOrder order, DisputePlace place, DateRange opened, BiPredicate<StoredOrder, Dispute> call) {
        return order.isMoved()
                || order.disputes().stream()
                        .filter(dispute -> DisputePlace.of(dispute).equals(place)
                                && opened.contains(dispute.openedAt().day()))
                        .allMatch(dispute -> call.test(order, dispute));
    }

    private static boolean canBeFraud(Dispute dispute) {
        return dispute.isFraud() || dispute.isOfUnknownCondition();
    }

    private Charge.@Nullable Category category(AccountSpace space) {
        return accounts.account(space.account()).map(Account::defaultCategory).orElse(null);
    }

    private static @Nullable Long daysLeft(Dispute dispute, LocalDate today) {
        OrderTime respondBy = dispute.details().respondBy();
        return respondBy == null || dispute.status() != Dispute.Status.OPEN
                ? null
                : ChronoUnit.DAYS.between(today, respondBy.day());
    }
}
