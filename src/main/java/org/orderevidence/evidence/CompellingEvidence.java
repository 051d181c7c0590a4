package org.orderevidence.evidence;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.DisputeCase.Prior;
import org.orderevidence.evidence.Eligibility.Check;
import org.orderevidence.evidence.Eligibility.Protection;
import org.orderevidence.evidence.IpStandIn.SightingChoice;
import org.orderevidence.evidence.PairSearch.PriorPair;
import org.orderevidence.evidence.ReasonCode.DecisiveReason;
import org.orderevidence.evidence.ReasonCode.FixableReason;
import org.orderevidence.evidence.ReasonCode.HistoryReason;
import org.orderevidence.evidence.ReasonCode.OrderReason;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;

/**
 * The rule: could the merchant answer a dispute of this order as fraud with Visa Compelling Evidence 3.0 (condition
 * 10.4, card absent)? Pure; sources are named by the letters of {@code docs/compelling-evidence-rule.md}.
 */
public final class CompellingEvidence {
    private static final String NOT_SEARCHED = "not searched, because the card is not known";

    private CompellingEvidence() {}

    /** Judges an order. */
    public static Eligibility judge(DisputeCase dispute) {
        Findings findings = find(dispute);
        PriorPair chosen = findings.chosen();
        return new Eligibility(
                findings.status(),
                Explanation.of(findings),
                Reasons.of(findings),
                dispute.date(),
                dispute.profile(),
                findings.windows(),
                confidence(dispute),
                findings.boundaryRisk(),
                findings.checks(),
                chosen == null ? List.of() : chosen.equal().elements(),
                gaps(findings),
                Protection.of(dispute.disputed()),
                evidence(dispute),
                shown(findings),
                dispute.truncated());
    }

    private static Findings find(DisputeCase dispute) {
        Profile profile = dispute.profile();
        List<OrderTests.Outcome> orderTests = OrderTests.of(dispute);
        List<OrderReason> failing = OrderTests.failing(orderTests);
        boolean historyIsKnown = !failing.contains(FixableReason.CREDENTIAL_MISSING);
        OrderElements elements = dispute.elements();
        ElementSet disputedUsable = elements.usable().and(profile.elements());
        // Without a credential, no other order is known to use the same card.
        List<Prior> sameCard = historyIsKnown ? dispute.priors() : List.of();
        List<JudgedPrior> priors = JudgedPrior.all(sameCard, dispute, elements);
        List<JudgedPrior> usable = new ArrayList<>(priors);
        usable.removeIf(prior -> !prior.isUsable());
        List<JudgedPrior> submittable = new ArrayList<>(usable);
        submittable.removeIf(prior -> prior.lacksDescription(profile));
        PriorPair best = PairSearch.equal(submittable);
        boolean qualified = failing.isEmpty() && best != null;
        PriorPair fixable = qualified ? null : PairSearch.couldBeEqual(usable, disputedUsable, dispute.suppliable());
        boolean testsCanBeFixed = failing.stream().allMatch(FixableReason.class::isInstance);
        boolean canBeFixed = testsCanBeFixed && (!historyIsKnown || fixable != null);
        Eligibility.Status status = qualified
                ? Eligibility.Status.QUALIFIED
                : canBeFixed ? Eligibility.Status.REQUIRES_ACTION : Eligibility.Status.NOT_QUALIFIED;
        HistoryReason history = historyIsKnown && best == null ? historyReason(priors, usable) : null;
        List<Check> checks = new ArrayList<>();
        orderTests.forEach(test -> checks.add(test.check()));
        checks.addAll(historyTests(profile, historyIsKnown, usable, history, best));
        return new Findings(
                dispute,
                status,
                failing,
                history,
                checks,
                priors,
                usable,
                qualified ? best : null,
                fixable,
                testsCanBeFixed ? windows(priors, best, dispute) : List.of(),
                qualified && dependsOnEdge(submittable, profile));
    }

    private static @Nullable HistoryReason historyReason(List<JudgedPrior> priors, List<JudgedPrior> usable) {
        if (priors.isEmpty()) {
            return HistoryReason.NO_PRIORS;
        }
        if (usable.size() < RuleNumbers.REQUIRED_PRIORS) {
            return HistoryReason.TOO_FEW_PRIORS;
        }
        if (PairSearch.equal(usable) != null) {
            return null;
        }
        return PairSearch.anyShares(usable, RuleNumbers.REQUIRED_SLOTS)
                ? HistoryReason.NO_ANCHOR
                : HistoryReason.NO_COMMON_ELEMENTS;
    }

    private static List<DateRange> windows(List<JudgedPrior> priors, @Nullable PriorPair best, DisputeCase dispute) {
        if (dispute.profile().agesByTransaction()) {
            return best == null ? List.of() : List.of(dispute.date().disputable());
        }
        List<JudgedPrior> counting = new ArrayList<>(priors);
        counting.removeIf(prior -> prior.lasting() != null);
        return EligibleDays.of(counting, dispute.date(), dispute.profile());
    }

    private static boolean dependsOnEdge(List<JudgedPrior> usable, Profile profile) {
        List<JudgedPrior> inside = new ArrayList<>(usable);
        inside.removeIf(prior -> prior.isOnEdge(profile));
        return inside.size() < usable.size() && PairSearch.equal(inside) == null;
    }

    private static Eligibility.CredentialConfidence confidence(DisputeCase dispute) {
        return dispute.disputed().order().charge().credential().isSure()
                ? Eligibility.CredentialConfidence.HIGH
                : Eligibility.CredentialConfidence.LOW;
    }

    private static List<Eligibility.SubmissionGap> gaps(Findings findings) {
        if (findings.decisive().isPresent()) {
            return List.of();
        }
        DisputeCase dispute = findings.dispute();
        PriorPair chosen = findings.chosen();
        List<Eligibility.SubmissionGap> gaps = new ArrayList<>();
        addGaps(gaps, dispute.disputed().order().id(), dispute.facts());
        if (chosen != null) {
            addGaps(gaps, chosen.first().id(), chosen.first().facts());
            addGaps(gaps, chosen.second().id(), chosen.second().facts());
        }
        return gaps;
    }

    private static void addGaps(List<Eligibility.SubmissionGap> gaps, OrderId id, PriorFacts facts) {
        if (!facts.traits().contains(PriorFacts.Trait.HAS_ARN)) {
            gaps.add(new Eligibility.SubmissionGap(id, Eligibility.Gap.ARN));
        }
        if (!facts.traits().contains(PriorFacts.Trait.HAS_FULFILLED_AT)) {
            gaps.add(new Eligibility.SubmissionGap(id, Eligibility.Gap.FULFILLED_AT));
        }
        if (!facts.isDescribed()) {
            gaps.add(new Eligibility.SubmissionGap(id, Eligibility.Gap.DESCRIPTION));
        }
    }

    private static Map<Element, Eligibility.EvidenceItem> evidence(DisputeCase dispute) {
        Order order = dispute.disputed().order();
        Map<Element, Eligibility.EvidenceItem> evidence = new EnumMap<>(Element.class);
        for (Element element : dispute.profile().elements().elements()) {
            String shown = ElementReading.shown(order, dispute.facts(), element);
            if (shown != null) {
                evidence.put(element, new Eligibility.EvidenceItem(shown, Eligibility.IpSource.ORDER, null, null));
            }
        }
        Eligibility.EvidenceItem standIn = dispute.elements().shownStandIn();
        if (standIn != null) {
            evidence.put(Element.IP, standIn);
        }
        return evidence;
    }

    private static List<Eligibility.PriorTransaction> shown(Findings findings) {
        PriorPair chosen = findings.chosen();
        List<Eligibility.PriorTransaction> shown = new ArrayList<>();
        if (chosen != null) {
            shown.add(show(chosen.first(), true, findings.dispute()));
            shown.add(show(chosen.second(), true, findings.dispute()));
        }
        for (JudgedPrior prior : newestOthers(findings.priors(), chosen)) {
            shown.add(show(prior, false, findings.dispute()));
        }
        return shown;
    }

    /** Returns the priors that are shown in addition to the pair, without sorting a long history. */
    private static List<JudgedPrior> newestOthers(List<JudgedPrior> priors, @Nullable PriorPair chosen) {
        PriorityQueue<JudgedPrior> oldestFirst =
                new PriorityQueue<>(RuleNumbers.MAX_OTHERS_SHOWN + 1, JudgedPrior.NEWEST_FIRST.reversed());
        for (JudgedPrior prior : priors) {
            if (chosen == null || !chosen.contains(prior)) {
                oldestFirst.add(prior);
                if (oldestFirst.size() > RuleNumbers.MAX_OTHERS_SHOWN) {
                    oldestFirst.remove();
                }
            }
        }
        List<JudgedPrior> others = new ArrayList<>(oldestFirst);
        others.sort(JudgedPrior.NEWEST_FIRST);
        return others;
    }

    private static Eligibility.PriorTransaction show(JudgedPrior prior, boolean selected, DisputeCase dispute) {
        OrderElements disputed = dispute.elements();
        Map<Element, Eligibility.Comparison> comparisons = new EnumMap<>(Element.class);
        for (Element element : dispute.profile().elements().elements()) {
            comparisons.put(element, compare(prior, disputed, element));
        }
        SightingChoice sighting = prior.elements().sighting();
        return new Eligibility.PriorTransaction(
                prior.id(),
                prior.facts().day(),
                prior.age(),
                prior.facts().money(),
                selected,
                prior.reason(),
                comparisons,
                prior.elements().ipSource(),
                sighting == null ? null : sighting.sighting().observedAt(),
                sighting == null ? null : sighting.distanceMinutes());
    }

    private static Eligibility.Comparison compare(JudgedPrior prior, OrderElements disputed, Element element) {
        if (!disputed.isUsable(element)) {
            return disputed.isMissing(element)
                    ? Eligibility.Comparison.ORDER_MISSING
                    : Eligibility.Comparison.ORDER_UNUSABLE;
        }
        if (prior.equal().contains(element)) {
            return Eligibility.Comparison.EQUAL;
        }
        if (prior.elements().isUsable(element)) {
            return Eligibility.Comparison.DIFFERS;
        }
        if (prior.elements().isNotRead(element)) {
            return Eligibility.Comparison.NOT_READ;
        }
        return prior.elements().isMissing(element) ? Eligibility.Comparison.MISSING : Eligibility.Comparison.UNUSABLE;
    }

    /**
     * Returns the tests on the history of the card, with what was needed and found.
     *
     * @param known false if the order has no credential to search by
     * @param reason why no two priors share enough, or null when two do or the history is not known
     * @param best the best pair that could be submitted, or null
     */
    private static List<Check> historyTests(
            Profile profile,
            boolean known,
            List<JudgedPrior> usable,
            @Nullable HistoryReason reason,
            @Nullable PriorPair best) {
        List<Check> checks = new ArrayList<>(3);
        int required = RuleNumbers.REQUIRED_PRIORS;
        checks.add(new Check(
                Check.Code.PRIORS,
                known && usable.size() >= required,
                required + " earlier orders that count",
                known ? Integer.toString(usable.size()) : NOT_SEARCHED));
        boolean shared = known && reason == null;
        checks.add(new Check(
                Check.Code.ELEMENTS,
                shared,
                RuleNumbers.REQUIRED_SLOTS + " that are the same on three orders, with the IP address or device",
                known ? elements(reason, best) : NOT_SEARCHED));
        if (profile.asksForPriorDescriptions()) {
            checks.add(new Check(
                    Check.Code.PRIOR_DESCRIPTIONS,
                    shared && best != null,
                    "a product description on both earlier orders",
                    !shared ? "no two orders to compare" : best == null ? "missing" : "on both"));
        }
        return checks;
    }

    private static String elements(@Nullable HistoryReason reason, @Nullable PriorPair best) {
        if (reason != null) {
            return reason.found();
        }
        if (best == null) {
            return "enough";
        }
        StringJoiner names = new StringJoiner(", ");
        best.equal().elements().forEach(element -> names.add(element.wireName()));
        return names.toString();
    }

    /**
     * The days on which a dispute would find the order qualified with the data stored now. Source A for the edges, which
     * are {@link Profile}'s.
     *
     * <p>A day qualifies when two priors that share a sufficient set of elements are inside the window on it. Every
     * sufficient set contains one of two elements, so for each of those few sets the priors inside the window are counted
     * day by day: no pairs, linear in the priors.
     */
    public static final class EligibleDays {
        /**
         * Maximum number of days on which a dispute can be raised: the longest settlement, then the days after it, both
         * ends counted.
         */
        private static final int MOST_DAYS = Charge.MAX_SETTLEMENT_DAYS + RuleNumbers.DISPUTABLE_DAYS + 1;

        private static final List<ElementSet> LEAST_SETS = ElementSet.sufficientOf(RuleNumbers.REQUIRED_SLOTS);

        private EligibleDays() {}

        /**
         * The ranges in ascending order, neither touching nor overlapping, within the days on which a dispute can be
         * raised.
         *
         * @param priors those that nothing lasting speaks against
         */
        public static List<DateRange> of(List<JudgedPrior> priors, DisputeDate date, Profile profile) {
            LocalDate first = date.disputable().from();
            long firstDay = first.toEpochDay();
            int days = (int) Math.min(MOST_DAYS, date.disputable().until().toEpochDay() - firstDay + 1);
            boolean[] qualified = new boolean[days];
            int[] changes = new int[days + 1];
            for (ElementSet set : LEAST_SETS) {
                Arrays.fill(changes, 0);
                for (JudgedPrior prior : priors) {
                    long from = prior.day() + JudgedPrior.minAge(prior.facts(), profile) - firstDay;
                    long until = prior.day() + profile.maxAgeDays() - firstDay;
                    if (until >= 0 && from < days && prior.equal().containsAll(set)) {
                        changes[(int) Math.max(0, from)]++;
                        changes[(int) Math.min(days - 1, until) + 1]--;
                    }
                }
                int inside = 0;
                for (int day = 0; day < days; day++) {
                    inside += changes[day];
                    qualified[day] |= inside >= RuleNumbers.REQUIRED_PRIORS;
                }
            }
            return ranges(qualified, first);
        }

        private static List<DateRange> ranges(boolean[] qualified, LocalDate first) {
            List<DateRange> ranges = new ArrayList<>();
            int from = -1;
            for (int day = 0; day <= qualified.length; day++) {
                boolean inside = day < qualified.length && qualified[day];
                if (inside && from < 0) {
                    from = day;
                } else if (!inside && from >= 0) {
                    ranges.add(new DateRange(first.plusDays(from), first.plusDays(day - 1L)));
                    from = -1;
                }
            }
            return ranges;
        }
    }

    /**
     * The findings on which a verdict is based. Reasons and explanation are written from it.
     *
     * @param failing the disputed order's own tests that fail, headline first
     * @param history what fails about the history, or null if nothing fails or the history is not known
     * @param usable those that count on the day of the dispute
     * @param chosen the pair that qualifies the order, or null if it is not qualified
     * @param fixable the pair that would qualify it with the missing data, or null if no pair would or it is qualified
     * @param reachable when it is eligible once its failing tests are fixed; none if one cannot be fixed
     */
    public record Findings(
            DisputeCase dispute,
            Eligibility.Status status,
            List<OrderReason> failing,
            @Nullable HistoryReason history,
            List<Check> checks,
            List<JudgedPrior> priors,
            List<JudgedPrior> usable,
            @Nullable PriorPair chosen,
            @Nullable PriorPair fixable,
            List<DateRange> reachable,
            boolean boundaryRisk) {

        /** Returns the days of a dispute on which it is eligible with the data stored now. */
        public List<DateRange> windows() {
            return failing.isEmpty() ? reachable : List.of();
        }

        /** Returns the first of the order's failing tests that nothing can fix, or empty if all can be fixed. */
        public Optional<DecisiveReason> decisive() {
            for (OrderReason reason : failing) {
                if (reason instanceof DecisiveReason decisive) {
                    return Optional.of(decisive);
                }
            }
            return Optional.empty();
        }

        /** Returns the order's failing tests that can be fixed. */
        public List<FixableReason> fixableTests() {
            return failing.stream()
                    .filter(FixableReason.class::isInstance)
                    .map(FixableReason.class::cast)
                    .toList();
        }
    }
}
