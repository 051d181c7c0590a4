package org.orderevidence.console;

import java.util.Arrays;
import java.util.List;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.Eligibility.Comparison;
import org.orderevidence.evidence.Eligibility.EvidenceItem;
import org.orderevidence.evidence.Eligibility.IpSource;
import org.orderevidence.evidence.Eligibility.PriorTransaction;
import org.orderevidence.evidence.JudgedPrior.PriorReason;
import org.orderevidence.receipt.Status;
import org.orderevidence.receipt.Status.Tone;

/**
 * An order compared with the other orders of its card.
 *
 * @param eligibility has the comparisons
 */
public record MatchTable(Eligibility eligibility) {
    /**
     * A value of this order.
     *
     * @param value in clear; empty if it has none that can be used
     * @param note where it comes from, if not from the order, or why there is no value; empty otherwise
     * @param matched true if it is equal on the selected orders
     */
    public record Own(String value, String note, boolean matched) {
        @Override
        public String toString() {
            return "Own";
        }
    }

    /**
     * The comparison of one element.
     *
     * @param tone its colour and shape
     * @param words its meaning
     * @param compared false if this order has nothing to compare
     */
    public record Cell(Tone tone, String words, boolean compared) {
        Cell(Tone tone, String words) {
            this(tone, words, true);
        }
    }

    /** Returns the compared elements. */
    public List<Element> elements() {
        return Arrays.stream(Element.values())
                .filter(eligibility.profile().elements()::contains)
                .toList();
    }

    /** Returns the head of the column of an element. */
    public static String head(Element element) {
        return Shown.capital(element.noun());
    }

    /** Returns the value of this order. */
    public Own own(Element element) {
        EvidenceItem item = eligibility.evidence().get(element);
        boolean matched = eligibility.matchedElements().contains(element);
        return item == null
                ? new Own("", isUnusable(element) ? "unusable" : "none", false)
                : new Own(item.value(), source(item), matched);
    }

    /** The comparisons have it: a value that cannot be used is not part of the evidence. */
    private boolean isUnusable(Element element) {
        return eligibility.priorTransactions().stream()
                .anyMatch(prior -> prior.elements().get(element) == Comparison.ORDER_UNUSABLE);
    }

    /** Returns the value of an element, with its source if it is not the order. */
    static String sourced(EvidenceItem item) {
        String source = source(item);
        return source.isEmpty() ? item.value() : item.value() + " (" + source + ")";
    }

    private static String source(EvidenceItem item) {
        return switch (item.source()) {
            case ORDER -> "";
            case INITIAL_ORDER -> "from the initial order";
            case TRACK -> item.observedAt() == null ? "tracked" : "tracked " + Shown.time(item.observedAt());
        };
    }

    /** Returns whether another order counts, or why it does not. */
    public static Status use(PriorTransaction prior) {
        PriorReason reason = prior.reason();
        if (prior.selected()) {
            return new Status(Tone.GOOD, "Selected");
        }
        return reason == null ? new Status(Tone.NEUTRAL, "Usable") : new Status(Tone.BAD, words(reason));
    }

    private static String words(PriorReason reason) {
        return switch (reason) {
            case FAILED -> "Charge failed";
            case VALIDATION -> "Card check only";
            case FRAUD_REPORTED -> "Reported as fraud";
            case DISPUTED -> "Disputed";
            case REFUNDED -> "Refunded";
            case OTHER_DESCRIPTOR -> "Different descriptor";
            case NOT_EARLIER -> "Not earlier";
            case SAME_CHARGE -> "Same charge";
            case AFTER_DISPUTE -> "After the dispute";
            case TOO_RECENT -> "Too recent";
            case TOO_OLD -> "Too old";
        };
    }

    /** Returns the comparison of an element with another order. */
    public static Cell cell(PriorTransaction prior, Element element) {
        Comparison comparison = prior.elements().get(element);
        if (comparison == null) {
            return new Cell(Tone.NEUTRAL, "not compared", false);
        }
        String words = comparison.words();
        boolean tracked = element == Element.IP && prior.ipSource() == IpSource.TRACK;
        return switch (comparison) {
            case EQUAL -> new Cell(Tone.GOOD, tracked ? words + ", tracked" : words);
            case DIFFERS -> new Cell(Tone.BAD, tracked ? words + ", tracked" : words);
            case MISSING, UNUSABLE -> new Cell(Tone.NOTICE, words);
            case ORDER_MISSING, ORDER_UNUSABLE -> new Cell(Tone.NEUTRAL, words, false);
            case NOT_READ -> new Cell(Tone.NEUTRAL, words);
        };
    }

    @Override
    public String toString() {
        return "MatchTable";
    }
}
