package org.orderevidence.cli.order;

import static org.orderevidence.cli.order.OrderAnswer.text;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.orderevidence.cli.terminal.Plural;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.ReasonCode;
import org.orderevidence.evidence.ReasonCode.ElementReason;
import org.orderevidence.evidence.ReasonCode.HistoryReason;
import tools.jackson.databind.JsonNode;

/** The other lines of a case file: compared values, the deadline, and data to send. */
final class CaseNeeds {
    private static final int DATE_LENGTH = 10;
    private static final int MINUTE_LENGTH = 16;
    private static final int MOST_NAMED = 2;

    private CaseNeeds() {}

    /**
     * Returns the usable values of the order, one a line. Without a selected pair they are compared with each order that
     * counts.
     *
     * @param matched true for the values that other orders have, false for those that none of them has
     */
    static List<String> elements(OrderAnswer answer, boolean matched) {
        List<JsonNode> compared = compared(answer);
        List<String> lines = new ArrayList<>();
        for (Map.Entry<String, JsonNode> item :
                answer.evidence().path("evidence").properties()) {
            List<String> equal = compared.stream()
                    .filter(prior -> text(prior.path("elements"), item.getKey()).equals("equal"))
                    .map(prior -> text(prior, "orderId"))
                    .toList();
            boolean isSelected = answer.status().equals("qualified");
            boolean isMatched = isSelected ? equal.size() == compared.size() : !equal.isEmpty();
            if (isMatched == matched) {
                lines.add(PriorsTable.element(item.getKey()) + " " + text(item.getValue(), "value")
                        + origin(item.getValue(), text(answer.charge(), "transactionDate"))
                        + (matched && !isSelected ? ", the same on " + sameOn(equal) : ""));
            }
        }
        if (!matched && compared.isEmpty() && !lines.isEmpty()) {
            return List.of("no other order counts, so nothing was compared");
        }
        return lines;
    }

    private static String sameOn(List<String> ids) {
        return ids.size() > MOST_NAMED ? ids.size() + " orders that count" : orders(new LinkedHashSet<>(ids));
    }

    /** Returns the selected pair, or without one the orders that count. */
    private static List<JsonNode> compared(OrderAnswer answer) {
        boolean isSelected = answer.status().equals("qualified");
        return answer.evidence()
                .path("priorTransactions")
                .valueStream()
                .filter(prior -> isSelected
                        ? prior.path("selected").asBoolean(false)
                        : prior.path("reason").isNull())
                .toList();
    }

    /** Returns where a value comes from, such as {@code , tracked 4 minutes before}; empty if from the order. */
    private static String origin(JsonNode item, String ordered) {
        return switch (text(item, "source")) {
            case "initial_order" -> ", of the initial order";
            case "track" -> ", tracked " + distance(item, ordered);
            default -> "";
        };
    }

    private static String distance(JsonNode item, String ordered) {
        long minutes = item.path("distanceMinutes").asLong(0);
        String seen = text(item, "observedAt");
        if (minutes == 0) {
            return ordered.length() == DATE_LENGTH ? "on the day of the order" : "in the minute of the order";
        }
        String length = Plural.of(minutes, "minute");
        return length + (isBefore(seen, ordered) ? " before" : " after");
    }

    /** Compares whole minutes, as the rule does. A date without time is compared as a date. */
    private static boolean isBefore(String seen, String ordered) {
        if (ordered.length() == DATE_LENGTH || seen.length() < MINUTE_LENGTH) {
            return seen.compareTo(ordered) < 0;
        }
        try {
            return Instant.parse(seen).isBefore(Instant.parse(ordered));
        } catch (DateTimeException notATime) {
            return seen.compareTo(ordered) < 0;
        }
    }

    static List<String> deadline(OrderAnswer answer) {
        List<String> lines = new ArrayList<>();
        JsonNode evidence = answer.evidence();
        String last = text(evidence, "disputableUntil");
        if (!last.isEmpty()) {
            lines.add(
                    answer.isClosed()
                            ? "closed; the last day for a dispute was " + last
                            : "disputes can be raised until " + last);
        }
        for (JsonNode window : evidence.path("windows")) {
            String from = text(window, "from");
            String until = text(window, "until");
            lines.add("eligible for disputes " + (from.equals(until) ? "on " + from : "from " + from + " to " + until));
        }
        if (evidence.path("windows").isEmpty()) {
            lines.add("not eligible on any day with the data stored now");
        }
        if (evidence.path("boundaryRisk").asBoolean(false)) {
            lines.add("the verdict depends on the first or last day of the window, which processors read differently");
        }
        return lines;
    }

    /**
     * Returns each remedy that can change the verdict once, with its orders. If a test fails that nothing can fix, there is
     * none. Missing data is all that an order needs that requires an action, and is not enough for any other order.
     */
    static List<String> remedies(OrderAnswer answer) {
        JsonNode reasons = answer.evidence().path("reasons");
        if (reasons.valueStream().anyMatch(reason -> reason.path("remedy").isNull())) {
            return List.of();
        }
        boolean canBeFixed = answer.status().equals("requires_action");
        Map<String, Set<String>> orders = new LinkedHashMap<>();
        for (JsonNode reason : reasons) {
            String remedy = text(reason, "remedy");
            boolean isOther = canBeFixed ? isOf(HistoryReason.values(), reason) : isOf(ElementReason.values(), reason);
            if (!remedy.isEmpty() && !isOther) {
                Set<String> of = orders.computeIfAbsent(remedy, _ -> new LinkedHashSet<>());
                String order = text(reason, "orderId");
                if (!order.isEmpty()) {
                    of.add(order);
                }
            }
        }
        return orders.entrySet().stream()
                .map(entry ->
                        "- " + (entry.getValue().isEmpty() ? "" : orders(entry.getValue()) + ": ") + entry.getKey())
                .toList();
    }

    private static boolean isOf(ReasonCode[] codes, JsonNode reason) {
        return Arrays.stream(codes).anyMatch(code -> code.wireName().equals(text(reason, "code")));
    }

    /** Returns the missing data of a submission, each with its orders, or that nothing is missing. */
    static List<String> submissionGaps(OrderAnswer answer) {
        if (answer.evidence().path("ready").asBoolean(false)) {
            return List.of("ready, nothing is missing");
        }
        if (!answer.status().equals("qualified")) {
            return List.of();
        }
        Map<String, Set<String>> orders = new LinkedHashMap<>();
        for (JsonNode gap : answer.evidence().path("submissionGaps")) {
            orders.computeIfAbsent(text(gap, "missing"), _ -> new LinkedHashSet<>())
                    .add(text(gap, "orderId"));
        }
        return orders.entrySet().stream()
                .map(entry -> "- the " + gap(entry.getKey()) + " of " + orders(entry.getValue()))
                .toList();
    }

    private static String gap(String code) {
        return Arrays.stream(Eligibility.Gap.values())
                .filter(gap -> gap.code().equals(code))
                .map(Eligibility.Gap::words)
                .findFirst()
                .orElse(code);
    }

    /** Returns facts that help in another way than the verdict. */
    static List<String> protections(OrderAnswer answer) {
        return answer.evidence()
                .path("protections")
                .valueStream()
                .map(protection -> text(protection, "detail"))
                .toList();
    }

    static String receipt(OrderAnswer answer) {
        List<String> missing = answer.receipt()
                .path("completeness")
                .path("missing")
                .valueStream()
                .map(path -> path.asString(""))
                .toList();
        return missing.isEmpty() ? "complete" : "missing: " + String.join(", ", missing);
    }

    private static String orders(Set<String> ids) {
        return (ids.size() == 1 ? "order " : "orders ") + String.join(", ", ids);
    }
}
