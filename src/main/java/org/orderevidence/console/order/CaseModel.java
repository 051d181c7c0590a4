package org.orderevidence.console.order;

import java.util.ArrayList;
import java.util.List;
import org.orderevidence.console.Tone;
import org.orderevidence.evidence.Eligibility;

/**
 * A verdict for people, with everything that it is made of.
 *
 * @param tone colour and shape of the verdict
 * @param headline the verdict in words
 * @param explanation what a support agent can read out, without the verdict itself
 * @param steps what to do next; empty if there is nothing to do
 * @param protections facts that help in another way than the verdict, in words
 * @param deadlines until when, in words
 * @param day the dispute date, and the days that can be chosen
 * @param timeline a drawing of the days, as SVG that is escaped already
 * @param profile the reading of the rule
 * @param checks every test of the rule
 * @param matches this order compared with the other orders of its card
 * @param ready true if the evidence for the issuer can be made
 * @param lacking the orders that lack something for it; empty if it is ready, or the order is not eligible
 */
public record CaseModel(
        Tone tone,
        String headline,
        String explanation,
        List<Step> steps,
        List<String> protections,
        List<String> deadlines,
        Day day,
        String timeline,
        String profile,
        List<CheckRow> checks,
        MatchTable matches,
        boolean ready,
        List<Lacking> lacking) {
    public CaseModel {
        steps = List.copyOf(steps);
        protections = List.copyOf(protections);
        deadlines = List.copyOf(deadlines);
        checks = List.copyOf(checks);
        lacking = List.copyOf(lacking);
    }

    /**
     * Something to do.
     *
     * @param text what to do
     * @param orders links to the orders that it is about; empty for this order
     */
    public record Step(String text, List<Link> orders) {
        public Step {
            orders = List.copyOf(orders);
        }
    }

    /**
     * A link to the page of an order.
     *
     * @param id the order
     * @param path of its page
     */
    public record Link(String id, String path) {}

    /**
     * The judged day.
     *
     * @param asOf the day
     * @param today the current UTC day
     * @param first the first day on which a dispute can be raised
     * @param last the last day on which one can be raised
     * @param length days from the first to the last
     * @param position days from the first to the dispute date, at most the length
     * @param chosen true if the visitor chose the day
     */
    public record Day(
            String asOf, String today, String first, String last, long length, long position, boolean chosen) {}

    /**
     * A test of the rule.
     *
     * @param passed whether the order passes
     * @param name what is tested
     * @param found what the order has
     * @param needed what passes
     */
    public record CheckRow(boolean passed, String name, String found, String needed) {}

    /**
     * An order that lacks something for the evidence for the issuer.
     *
     * @param part its part in the evidence
     * @param link to its page
     * @param arn true if the ARN is missing
     * @param fulfilledAt true if the fulfilment date is missing
     * @param description true if the product description is missing
     */
    public record Lacking(String part, Link link, boolean arn, boolean fulfilledAt, boolean description) {
        /** Returns true if a form can state something that is missing. */
        public boolean canBeEntered() {
            return arn || fulfilledAt;
        }

        /** Returns what is missing, in words. */
        public String words() {
            List<String> words = new ArrayList<>();
            if (arn) {
                words.add(Eligibility.Gap.ARN.words());
            }
            if (fulfilledAt) {
                words.add(Eligibility.Gap.FULFILLED_AT.words());
            }
            if (description) {
                words.add(Eligibility.Gap.DESCRIPTION.words());
            }
            return String.join(", ", words);
        }
    }

    /** Returns true if the page offers the evidence for the issuer, which is made for the date of the dispute. */
    public boolean offersEvidence() {
        return ready && !day.chosen();
    }

    /** Returns the query with which the other pages of the order show the same verdict. */
    public String query() {
        return "?profile=" + profile + (day.chosen() ? "&asOf=" + day.asOf() : "");
    }

    @Override
    public String toString() {
        return "CaseModel[" + headline + "]";
    }
}
