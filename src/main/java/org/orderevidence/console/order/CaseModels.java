package org.orderevidence.console.order;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.orderevidence.console.Shown;
import org.orderevidence.console.Tone;
import org.orderevidence.console.order.CaseModel.CheckRow;
import org.orderevidence.console.order.CaseModel.Day;
import org.orderevidence.console.order.CaseModel.Lacking;
import org.orderevidence.console.order.CaseModel.Link;
import org.orderevidence.console.order.CaseModel.Step;
import org.orderevidence.evidence.Check;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.receipt.Timeline;
import org.orderevidence.receipt.TimelineSvg;

/** Turns a verdict into what the page of an order shows. */
final class CaseModels {
    private CaseModels() {}

    /**
     * Returns the model.
     *
     * @param eligibility the verdict
     * @param order the order that it is about
     * @param today the current UTC day
     * @param chosen true if the visitor chose the day
     */
    static CaseModel of(Eligibility eligibility, Order order, LocalDate today, boolean chosen) {
        Shown.Verdict verdict = Shown.verdict(eligibility.status());
        boolean isOver = eligibility.date().isPast();
        return new CaseModel(
                isOver ? Tone.NEUTRAL : verdict.tone(),
                eligibility.headline(),
                eligibility.explanationBelowVerdict(),
                steps(eligibility, order.id()),
                eligibility.protections().stream()
                        .map(protection -> protection.code().detail())
                        .toList(),
                deadlines(eligibility),
                day(eligibility, today, chosen),
                TimelineSvg.draw(Timeline.of(eligibility, today)),
                eligibility.profile().wireName(),
                eligibility.checks().stream().map(CaseModels::check).toList(),
                MatchTable.of(eligibility),
                eligibility.ready(),
                lacking(eligibility, order.id()));
    }

    private static List<Lacking> lacking(Eligibility eligibility, OrderId order) {
        if (!eligibility.isEligible() || eligibility.closed()) {
            return List.of();
        }
        Map<OrderId, Set<Eligibility.Gap>> gaps = new LinkedHashMap<>();
        for (Eligibility.SubmissionGap gap : eligibility.submissionGaps()) {
            gaps.computeIfAbsent(gap.orderId(), _ -> new LinkedHashSet<>()).add(gap.missing());
        }
        return gaps.entrySet().stream()
                .map(of -> new Lacking(
                        of.getKey().equals(order) ? "Disputed order" : "Earlier order",
                        links(Set.of(of.getKey())).getFirst(),
                        of.getValue().contains(Eligibility.Gap.ARN),
                        of.getValue().contains(Eligibility.Gap.FULFILLED_AT),
                        of.getValue().contains(Eligibility.Gap.DESCRIPTION)))
                .toList();
    }

    private static List<Step> steps(Eligibility eligibility, OrderId order) {
        return eligibility.nextSteps().stream()
                .map(step ->
                        new Step(step.text(), step.orders().equals(Set.of(order)) ? List.of() : links(step.orders())))
                .toList();
    }

    private static List<Link> links(Set<OrderId> orders) {
        return orders.stream()
                .map(id -> new Link(id.value(), OrderPages.path(id.value())))
                .toList();
    }

    private static List<String> deadlines(Eligibility eligibility) {
        List<String> lines = new ArrayList<>();
        if (eligibility.disputableUntil() == null) {
            return List.of("There is no charge that can be disputed.");
        }
        lines.add(
                eligibility.closed()
                        ? "The last day for a dispute was " + eligibility.disputableUntil() + "."
                        : "A dispute can be raised until " + eligibility.disputableUntil() + ".");
        for (DateRange window : eligibility.windows()) {
            lines.add("Eligible for disputes raised " + window.words() + ".");
        }
        if (eligibility.windows().isEmpty()) {
            lines.add("Eligible on no day with the data that is stored now.");
        }
        if (eligibility.ready()) {
            lines.add("Ready for a submission: nothing is missing.");
        }
        if (eligibility.boundaryRisk()) {
            lines.add("Processors count the first and last day of the window differently. The verdict depends on it.");
        }
        return lines;
    }

    private static Day day(Eligibility eligibility, LocalDate today, boolean chosen) {
        DateRange disputable = eligibility.date().disputable();
        long length = ChronoUnit.DAYS.between(disputable.from(), disputable.until());
        long position = ChronoUnit.DAYS.between(disputable.from(), eligibility.asOf());
        return new Day(
                eligibility.asOf().toString(),
                today.toString(),
                disputable.from().toString(),
                disputable.until().toString(),
                length,
                Math.clamp(position, 0, length),
                chosen);
    }

    private static CheckRow check(Check check) {
        return new CheckRow(check.passed(), check.code().words(), check.found(), check.needed());
    }
}
