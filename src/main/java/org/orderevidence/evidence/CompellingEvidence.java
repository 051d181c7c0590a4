package org.orderevidence.evidence;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.PaymentCredential;

/**
 * The rule: could the merchant answer a dispute of this order as fraud with Visa Compelling Evidence 3.0 (condition
 * 10.4, card absent)? Pure; sources are named by the letters of {@code docs/compelling-evidence.md}.
 */
public final class CompellingEvidence {
    /** The text that is applied. */
    public static final String RULE_VERSION = "visa-ce3/2024-10";

    /** How many priors it takes. Sources A, B. */
    public static final int REQUIRED_PRIORS = 2;

    /** How many slots must be equal on all three orders, an anchor among them. Sources A, B. */
    public static final int REQUIRED_SLOTS = 2;

    /** Most priors that are shown beside the chosen pair. */
    public static final int MAX_OTHERS_SHOWN = 18;

    private CompellingEvidence() {}

    /** The answer. */
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
                chosen == null ? List.of() : ElementSets.list(chosen.equal()),
                gaps(dispute, chosen),
                evidence(dispute),
                shown(findings),
                dispute.truncated());
    }

    private static Findings find(DisputeCase dispute) {
        Profile profile = dispute.profile();
        List<ReasonCode> failing = OrderTests.failing(dispute);
        OrderElements elements = dispute.elements();
        int disputedUsable = elements.usable() & profile.elements();
        List<JudgedPrior> priors = new ArrayList<>(dispute.priors().size());
        List<JudgedPrior> usable = new ArrayList<>();
        for (Prior prior : dispute.priors()) {
            JudgedPrior judged = JudgedPrior.of(prior, dispute, elements, disputedUsable);
            priors.add(judged);
            if (judged.isUsable()) {
                usable.add(judged);
            }
        }
        List<JudgedPrior> submittable =
                usable.stream().filter(prior -> isSubmittable(prior, profile)).toList();
        PriorPair best = PairSearch.equal(submittable);
        boolean historyIsKnown = !failing.contains(ReasonCode.CREDENTIAL_MISSING);
        boolean qualified = failing.isEmpty() && best != null;
        PriorPair mendable = qualified ? null : PairSearch.couldBeEqual(usable, disputedUsable, profile);
        boolean canBeMended =
                failing.stream().allMatch(ReasonCode::isMendable) && (!historyIsKnown || mendable != null);
        Eligibility.Status status = qualified
                ? Eligibility.Status.QUALIFIED
                : canBeMended ? Eligibility.Status.REQUIRES_ACTION : Eligibility.Status.NOT_QUALIFIED;
        return new Findings(
                dispute,
                status,
                failing,
                historyIsKnown ? historyReason(priors, usable) : null,
                priors,
                usable,
                qualified ? best : null,
                mendable,
                failing.isEmpty() ? windows(priors, best, dispute) : List.of(),
                qualified && hangsOnEdge(submittable, profile));
    }

    /** True when a form with this prior can be filled in: in profile stripe it must say what was bought. */
    private static boolean isSubmittable(JudgedPrior prior, Profile profile) {
        return !profile.asksForPriorDescriptions() || prior.facts().hasDescription();
    }

    private static @Nullable ReasonCode historyReason(List<JudgedPrior> priors, List<JudgedPrior> usable) {
        if (priors.isEmpty()) {
            return ReasonCode.NO_PRIORS;
        }
        if (usable.size() < REQUIRED_PRIORS) {
            return ReasonCode.TOO_FEW_PRIORS;
        }
        if (PairSearch.equal(usable) != null) {
            return null;
        }
        return PairSearch.anyShares(usable, REQUIRED_SLOTS) ? ReasonCode.NO_ANCHOR : ReasonCode.NO_COMMON_ELEMENTS;
    }

    private static List<DateRange> windows(List<JudgedPrior> priors, @Nullable PriorPair best, DisputeCase dispute) {
        if (dispute.profile().agesByTransaction()) {
            return best == null ? List.of() : List.of(dispute.date().disputable());
        }
        List<JudgedPrior> lasting =
                priors.stream().filter(prior -> prior.lasting() == null).toList();
        return EligibleDays.of(lasting, dispute.date(), dispute.profile());
    }

    private static boolean hangsOnEdge(List<JudgedPrior> usable, Profile profile) {
        List<JudgedPrior> inside =
                usable.stream().filter(prior -> !prior.isOnEdge(profile)).toList();
        return PairSearch.equal(inside) == null;
    }

    private static Eligibility.@Nullable CredentialConfidence confidence(DisputeCase dispute) {
        PaymentCredential credential = dispute.disputed().order().charge().credential();
        if (credential.fingerprint() != null) {
            return Eligibility.CredentialConfidence.HIGH;
        }
        return credential.binKeyText() == null ? null : Eligibility.CredentialConfidence.LOW;
    }

    private static List<Eligibility.SubmissionGap> gaps(DisputeCase dispute, @Nullable PriorPair chosen) {
        List<Eligibility.SubmissionGap> gaps = new ArrayList<>();
        addGaps(gaps, dispute.disputed().order().id(), dispute.facts());
        if (chosen != null) {
            addGaps(gaps, chosen.first().id(), chosen.first().facts());
            addGaps(gaps, chosen.second().id(), chosen.second().facts());
        }
        return gaps;
    }

    private static void addGaps(List<Eligibility.SubmissionGap> gaps, OrderId id, PriorFacts facts) {
        if (!facts.hasArn()) {
            gaps.add(new Eligibility.SubmissionGap(id, Eligibility.Gap.ARN));
        }
        if (!facts.hasFulfilledAt()) {
            gaps.add(new Eligibility.SubmissionGap(id, Eligibility.Gap.FULFILLED_AT));
        }
        if (!facts.hasDescription()) {
            gaps.add(new Eligibility.SubmissionGap(id, Eligibility.Gap.DESCRIPTION));
        }
    }

    private static Map<Element, Eligibility.EvidenceItem> evidence(DisputeCase dispute) {
        Order order = dispute.disputed().order();
        Map<Element, Eligibility.EvidenceItem> evidence = new EnumMap<>(Element.class);
        for (Element element : ElementSets.list(dispute.profile().elements())) {
            String shown = ElementReading.shown(order, dispute.facts(), element);
            if (shown != null) {
                evidence.put(element, new Eligibility.EvidenceItem(shown, Eligibility.IpSource.ORDER, null, null));
            }
        }
        SightingChoice sighting = dispute.elements().sighting();
        if (sighting != null) {
            evidence.put(
                    Element.IP,
                    new Eligibility.EvidenceItem(
                            sighting.sighting().ip().text(),
                            Eligibility.IpSource.TRACK,
                            sighting.sighting().observedAt(),
                            sighting.distanceMinutes()));
        }
        return evidence;
    }

    private static List<Eligibility.PriorTransaction> shown(Findings findings) {
        PriorPair chosen = findings.chosen();
        List<Eligibility.PriorTransaction> shown = new ArrayList<>();
        if (chosen != null) {
            shown.add(show(chosen.first(), true, findings.dispute().profile()));
            shown.add(show(chosen.second(), true, findings.dispute().profile()));
        }
        for (JudgedPrior prior : newestOthers(findings.priors(), chosen)) {
            shown.add(show(prior, false, findings.dispute().profile()));
        }
        return shown;
    }

    /** Those that are shown beside the pair; never sorts a long history for the few. */
    private static List<JudgedPrior> newestOthers(List<JudgedPrior> priors, @Nullable PriorPair chosen) {
        PriorityQueue<JudgedPrior> oldestFirst =
                new PriorityQueue<>(MAX_OTHERS_SHOWN + 1, JudgedPrior.NEWEST_FIRST.reversed());
        for (JudgedPrior prior : priors) {
            if (chosen == null || !chosen.contains(prior)) {
                oldestFirst.add(prior);
                if (oldestFirst.size() > MAX_OTHERS_SHOWN) {
                    oldestFirst.remove();
                }
            }
        }
        return oldestFirst.stream().sorted(JudgedPrior.NEWEST_FIRST).toList();
    }

    private static Eligibility.PriorTransaction show(JudgedPrior prior, boolean selected, Profile profile) {
        Map<Element, Eligibility.Comparison> comparisons = new EnumMap<>(Element.class);
        for (Element element : ElementSets.list(profile.elements())) {
            comparisons.put(element, compare(prior, element));
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

    private static Eligibility.Comparison compare(JudgedPrior prior, Element element) {
        if (ElementSets.contains(prior.equal(), element)) {
            return Eligibility.Comparison.EQUAL;
        }
        if (prior.elements().isUsable(element)) {
            return Eligibility.Comparison.DIFFERS;
        }
        return prior.elements().fault(element) == null
                ? Eligibility.Comparison.MISSING
                : Eligibility.Comparison.UNUSABLE;
    }
}
