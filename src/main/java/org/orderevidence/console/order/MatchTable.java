package org.orderevidence.console.order;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.orderevidence.console.Shown;
import org.orderevidence.console.Tone;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.Eligibility.Comparison;
import org.orderevidence.evidence.Eligibility.EvidenceItem;
import org.orderevidence.evidence.Eligibility.IpSource;
import org.orderevidence.evidence.Eligibility.PriorTransaction;
import org.orderevidence.evidence.PriorReason;

/**
 * This order compared with the other orders of its card.
 *
 * @param ages which day ages are counted from
 * @param elements the compared elements, as heads of columns
 * @param own the values of this order, one for each element
 * @param rows the other orders, the selected ones first
 * @param truncated true if a limit left some out
 */
public record MatchTable(String ages, List<String> elements, List<Own> own, List<Row> rows, boolean truncated) {
    public MatchTable {
        elements = List.copyOf(elements);
        own = List.copyOf(own);
        rows = List.copyOf(rows);
    }

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
     * Another order.
     *
     * @param id the order
     * @param path of its page
     * @param day that its age counts from
     * @param age in days
     * @param amount with its currency
     * @param tone of its use
     * @param use whether it counts, or why it does not
     * @param excluded true if it does not count
     * @param cells one for each element
     */
    public record Row(
            String id,
            String path,
            String day,
            String age,
            String amount,
            Tone tone,
            String use,
            boolean excluded,
            List<Cell> cells) {
        public Row {
            cells = List.copyOf(cells);
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

    static MatchTable of(Eligibility eligibility) {
        List<Element> elements = new ArrayList<>();
        for (Element element : Element.values()) {
            if (eligibility.profile().elements().contains(element)) {
                elements.add(element);
            }
        }
        List<Row> rows = eligibility.priorTransactions().stream()
                .map(prior -> row(prior, eligibility.ageCountsFrom(prior), elements))
                .toList();
        return new MatchTable(
                eligibility.profile().ageWords(),
                elements.stream().map(MatchTable::head).toList(),
                elements.stream().map(element -> own(element, eligibility)).toList(),
                rows,
                eligibility.priorsTruncated());
    }

    private static String head(Element element) {
        String noun = element.noun();
        return Character.toUpperCase(noun.charAt(0)) + noun.substring(1);
    }

    private static Own own(Element element, Eligibility eligibility) {
        Map<Element, EvidenceItem> evidence = eligibility.evidence();
        EvidenceItem item = evidence.get(element);
        boolean matched = eligibility.matchedElements().contains(element);
        return item == null
                ? new Own("", isUnusable(element, eligibility) ? "unusable" : "none", false)
                : new Own(item.value(), source(item), matched);
    }

    /** The comparisons have it: a value that cannot be used is not part of the evidence. */
    private static boolean isUnusable(Element element, Eligibility eligibility) {
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

    private static Row row(PriorTransaction prior, LocalDate day, List<Element> elements) {
        String id = prior.orderId().value();
        List<Cell> cells =
                elements.stream().map(element -> cell(prior, element)).toList();
        PriorReason reason = prior.reason();
        Tone tone = prior.selected() ? Tone.GOOD : reason == null ? Tone.NEUTRAL : Tone.BAD;
        String use = prior.selected() ? "Selected" : reason == null ? "Usable" : words(reason);
        return new Row(
                id,
                OrderPages.path(id),
                day.toString(),
                Shown.count(prior.ageDays()),
                Shown.money(prior.money()),
                tone,
                use,
                reason != null,
                cells);
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

    private static Cell cell(PriorTransaction prior, Element element) {
        Comparison comparison = prior.elements().get(element);
        if (comparison == null) {
            return new Cell(Tone.NEUTRAL, "not compared", false);
        }
        String words = comparison.words();
        boolean tracked = element == Element.IP && prior.ipSource() == IpSource.TRACK;
        return switch (comparison) {
            case EQUAL -> new Cell(Tone.GOOD, tracked ? words + ", tracked" : words);
            case DIFFERS -> new Cell(Tone.BAD, tracked ? words + ", tracked" : words);
            case MISSING, UNUSABLE -> new Cell(Tone.ACTION, words);
            case ORDER_MISSING, ORDER_UNUSABLE -> new Cell(Tone.NEUTRAL, words, false);
            case NOT_READ -> new Cell(Tone.NEUTRAL, words);
        };
    }

    @Override
    public String toString() {
        return "MatchTable";
    }
}
