package org.orderevidence.console;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.Eligibility.Gap;
import org.orderevidence.order.OrderId;
import org.orderevidence.receipt.Timeline;
import org.orderevidence.receipt.TimelineSvg;

/**
 * A verdict for people, with everything that it is made of.
 *
 * @param order the order that it is about
 * @param chosen true if the visitor chose the day
 */
public record CaseModel(Eligibility eligibility, OrderId order, LocalDate today, boolean chosen) {
    /**
     * An order that lacks something for the evidence for the issuer.
     *
     * @param part its part in the evidence
     */
    public record Lacking(String part, OrderId order, Set<Gap> gaps) {
        /** Returns true if a form can state something that is missing. */
        public boolean canBeEntered() {
            return gaps.contains(Gap.ARN) || gaps.contains(Gap.FULFILLED_AT);
        }

        /** Returns what is missing, in words. */
        public String words() {
            return gaps.stream().sorted().map(Gap::words).collect(Collectors.joining(", "));
        }
    }

    /** Returns colour and shape of the verdict. */
    public Tone tone() {
        return eligibility.date().isPast()
                ? Tone.NEUTRAL
                : Shown.verdict(eligibility.status()).tone();
    }

    /** Returns the orders that a step is about; none if it is about this order alone. */
    public List<OrderId> orders(Eligibility.Step step) {
        return step.orders().equals(Set.of(order)) ? List.of() : List.copyOf(step.orders());
    }

    /** Returns until when there can be a dispute, and when the order is eligible, in words. */
    public List<String> deadlines() {
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

    /** Returns the days on which a dispute can be raised. */
    public DateRange days() {
        return eligibility.date().disputable();
    }

    /** Returns the number of days from the first to the last. */
    public long length() {
        return ChronoUnit.DAYS.between(days().from(), days().until());
    }

    /** Returns the number of days from the first to the dispute date, at most the length. */
    public long position() {
        return Math.clamp(ChronoUnit.DAYS.between(days().from(), eligibility.asOf()), 0, length());
    }

    /** Returns a drawing of the days, as SVG that is escaped already. */
    public String timeline() {
        return TimelineSvg.draw(Timeline.of(eligibility, today));
    }

    /** Returns this order compared with the other orders of its card. */
    public MatchTable matches() {
        return new MatchTable(eligibility);
    }

    /** Returns the orders that lack something for the evidence for the issuer; none if this order is not eligible. */
    public List<Lacking> lacking() {
        if (!eligibility.isEligible() || eligibility.closed()) {
            return List.of();
        }
        Map<OrderId, Set<Gap>> gaps = new LinkedHashMap<>();
        for (Eligibility.SubmissionGap gap : eligibility.submissionGaps()) {
            gaps.computeIfAbsent(gap.orderId(), _ -> EnumSet.noneOf(Gap.class)).add(gap.missing());
        }
        return gaps.entrySet().stream()
                .map(of -> new Lacking(
                        of.getKey().equals(order) ? "Disputed order" : "Earlier order", of.getKey(), of.getValue()))
                .toList();
    }

    /** Returns true if the page offers the evidence for the issuer, which is made for the date of the dispute. */
    public boolean offersEvidence() {
        return eligibility.ready() && !chosen;
    }

    /** Returns the query with which the other pages of the order show the same verdict. */
    public String query() {
        return "?profile=" + eligibility.profile().wireName() + (chosen ? "&asOf=" + eligibility.asOf() : "");
    }

    @Override
    public String toString() {
        return "CaseModel[" + eligibility.headline() + "]";
    }
}
