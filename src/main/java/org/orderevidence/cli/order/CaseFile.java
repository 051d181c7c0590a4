package org.orderevidence.cli.order;

import static org.orderevidence.cli.terminal.Json.text;

import java.io.PrintStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Format;
import org.orderevidence.cli.terminal.Table.LabelledLines;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.cli.terminal.Terminal.Paragraph;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.ReasonCode;
import org.orderevidence.evidence.ReasonCode.ElementReason;
import org.orderevidence.evidence.ReasonCode.HistoryReason;
import org.orderevidence.order.Brand;
import org.orderevidence.order.WireNamed;
import tools.jackson.databind.JsonNode;

/**
 * The service's answer for one order, which is printed like a case file: the verdict, the facts, the deadline, and what to do
 * next.
 */
public record CaseFile(JsonNode json) {
    private static final int DATE_LENGTH = 10;
    private static final String INDENT = "  ";
    private static final int MOST_ITEMS = 5;
    private static final String NONE = "none";
    private static final String NOT_KNOWN = "not known";
    private static final int MINUTE_LENGTH = 16;
    private static final int MOST_NAMED = 2;

    /** Returns {@code qualified}, {@code requires_action} or {@code not_qualified}. */
    public String status() {
        return text(evidence(), "status");
    }

    /** Returns the verdict in words, such as {@code not eligible}. An unknown status stays as it is. */
    public String verdict() {
        return WireNamed.find(Eligibility.Status.values(), status())
                .map(known -> known.words().toLowerCase(Locale.ROOT))
                .orElse(status());
    }

    /** True if no dispute can be raised any longer. */
    public boolean isClosed() {
        return evidence().path("closed").asBoolean(false);
    }

    /** Returns the merchant's ID of the order. */
    public String id() {
        String id = text(charge(), "id");
        return id.isEmpty() ? text(receipt().path("order"), "merchantOrderId") : id;
    }

    public void print(Terminal terminal) {
        printFacts(terminal);
        List<String> days = Timeline.disputes(this, terminal, INDENT.length());
        if (!days.isEmpty()) {
            terminal.out().println();
            days.forEach(line -> terminal.out().println(INDENT + line));
        }
    }

    JsonNode evidence() {
        return json.path("compellingEvidence");
    }

    JsonNode charge() {
        return json.path("charge");
    }

    JsonNode receipt() {
        return json.path("digitalReceipt");
    }

    /** Returns the day of a text that starts with a date; null if it does not. */
    static @Nullable LocalDate date(JsonNode node) {
        String time = node.asString("");
        try {
            return LocalDate.parse(time.length() > DATE_LENGTH ? time.substring(0, DATE_LENGTH) : time);
        } catch (DateTimeException notADate) {
            return null;
        }
    }

    /** Prints everything except the line of days. */
    void printFacts(Terminal terminal) {
        PrintStream out = terminal.out();
        JsonNode evidence = evidence();
        String id = Terminal.printable(id());
        if (isClosed()) {
            out.println("Closed: no dispute can be raised after " + printable(evidence, "disputableUntil") + ".");
        }
        out.println("Order " + id + ". Dispute date " + printable(evidence, "asOf") + ", profile "
                + printable(evidence, "profile") + ".");
        out.println(INDENT + highlighted(terminal));
        String explanation = printable(evidence, "explanation");
        for (String line : Paragraph.lines(explanation, terminal.textWidth() - INDENT.length())) {
            out.println(INDENT + line);
        }
        out.println();
        facts().print(terminal);
    }

    private LabelledLines facts() {
        LabelledLines lines = new LabelledLines();
        lines.add("Customer", customer());
        lines.add("Card", card());
        lines.add("Charge", chargeLine());
        lines.addAll("Bought", bought());
        lines.add("Refunds", refunds());
        lines.addAll("Disputes", disputes());
        lines.addAll("Fraud reports", fraudReports());
        lines.addAll("Matched", elements(true));
        lines.addAll("Not matched", elements(false));
        lines.addAll("Protections", protections());
        lines.addAll("Deadline", deadline());
        if (!isClosed()) {
            lines.addAll("Send next", remedies());
            lines.addAll("For submission", submissionGaps());
        }
        lines.add("Receipt", receiptLine());
        return lines;
    }

    private String highlighted(Terminal terminal) {
        String words = Terminal.printable(verdict()).toUpperCase(Locale.ROOT);
        if (!terminal.colours()) {
            return words;
        }
        String colour = switch (status()) {
            case "qualified" -> "\u001b[1;32m";
            case "requires_action" -> "\u001b[1;33m";
            default -> "\u001b[1;31m";
        };
        return colour + words + "\u001b[0m";
    }

    private static String printable(JsonNode object, String name) {
        return Terminal.printable(text(object, name));
    }

    private String customer() {
        JsonNode buyer = receipt().path("accountProfile");
        JsonNode name = buyer.path("name");
        String account = text(charge(), "customerAccountId");
        String customer = joined(
                ", ",
                joined(" ", text(name, "givenName"), text(name, "familyName")),
                text(buyer, "email"),
                text(buyer, "phone"),
                account.isEmpty() ? "" : "account " + account);
        return customer.isEmpty() ? NOT_KNOWN : customer;
    }

    private String card() {
        String last4 = text(charge(), "last4");
        boolean hasFingerprint = charge().path("hasCardFingerprint").asBoolean(false);
        String card = joined(
                ", ",
                joined(" ", brand(charge()), last4.isEmpty() ? "" : "ending in " + last4),
                hasFingerprint ? "with a fingerprint" : "");
        boolean isLow = text(evidence(), "credentialConfidence").equals("low");
        return (card.isEmpty() ? NOT_KNOWN : card) + (isLow ? "; credential confidence: low" : "");
    }

    private String chargeLine() {
        JsonNode charge = charge();
        String status = text(charge, "status");
        boolean isUncaptured = status.equals("failed")
                && text(charge.path("sources"), "uncaptured").equals("true");
        return amount(charge, "amount") + ", " + Format.time(text(charge, "transactionDate")) + ", "
                + (isUncaptured ? "approved, not captured" : status);
    }

    private List<String> bought() {
        List<String> lines = new ArrayList<>();
        JsonNode items = receipt().path("order").path("orderItems");
        for (JsonNode item : items) {
            if (lines.size() == MOST_ITEMS) {
                lines.add("and " + (items.size() - MOST_ITEMS) + " more");
                break;
            }
            String name = text(item, "productName");
            lines.add(item.path("quantity").asString("1") + " x "
                    + (name.isEmpty() ? text(item, "productDescription") : name));
        }
        return lines.isEmpty() ? List.of("not described") : lines;
    }

    private String refunds() {
        JsonNode charge = charge();
        if (charge.path("refunded").asBoolean(false)) {
            return "refunded in full";
        }
        long refunded = charge.path("refundedAmount").asLong(0);
        return refunded == 0 ? NONE : amount(charge, "refundedAmount") + " of " + amount(charge, "amount");
    }

    private List<String> disputes() {
        List<String> lines = new ArrayList<>();
        for (JsonNode dispute : charge().path("disputes")) {
            lines.add(text(dispute, "disputeId") + ": condition " + text(dispute, "condition") + ", opened "
                    + Format.time(text(dispute, "openedAt")) + ", " + text(dispute, "status"));
        }
        return lines.isEmpty() ? List.of(NONE) : lines;
    }

    private List<String> fraudReports() {
        List<String> lines = new ArrayList<>();
        for (JsonNode report : charge().path("fraudReports")) {
            String type = text(report, "typeCode");
            lines.add(text(report, "reportId") + ": reported " + Format.time(text(report, "reportedAt"))
                    + (type.isEmpty() ? "" : ", type " + type));
        }
        return lines.isEmpty() ? List.of(NONE) : lines;
    }

    /** Returns an amount of a charge in the digits of the charge's currency. */
    public static String amount(JsonNode charge, String name) {
        return Format.amount(charge.path(name).asLong(0), text(charge, "currency"));
    }

    /** Returns the brand of a charge as people write it; empty if it has none. */
    static String brand(JsonNode charge) {
        String brand = text(charge, "brand");
        return brand.isEmpty() ? "" : new Brand(brand).title();
    }

    private static String joined(String separator, String... texts) {
        List<String> known = new ArrayList<>(List.of(texts));
        known.removeIf(String::isEmpty);
        return String.join(separator, known);
    }

    /**
     * Returns the usable values of the order, one a line. Without a selected pair they are compared with each order that
     * counts.
     *
     * @param matched true for the values that other orders have, false for those that none of them has
     */
    private List<String> elements(boolean matched) {
        List<JsonNode> compared = compared();
        List<String> lines = new ArrayList<>();
        for (Map.Entry<String, JsonNode> item : evidence().path("evidence").properties()) {
            List<String> equal = compared.stream()
                    .filter(prior -> text(prior.path("elements"), item.getKey()).equals("equal"))
                    .map(prior -> text(prior, "orderId"))
                    .toList();
            boolean isSelected = status().equals("qualified");
            boolean isMatched = isSelected ? equal.size() == compared.size() : !equal.isEmpty();
            if (isMatched == matched) {
                lines.add(ExplainCommands.element(item.getKey()) + " " + text(item.getValue(), "value")
                        + origin(item.getValue(), text(charge(), "transactionDate"))
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
    private List<JsonNode> compared() {
        boolean isSelected = status().equals("qualified");
        return evidence()
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
        String length = Format.count(minutes, "minute");
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

    private List<String> deadline() {
        List<String> lines = new ArrayList<>();
        JsonNode evidence = evidence();
        String last = text(evidence, "disputableUntil");
        if (!last.isEmpty()) {
            lines.add(
                    isClosed()
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
    private List<String> remedies() {
        JsonNode reasons = evidence().path("reasons");
        if (reasons.valueStream().anyMatch(reason -> reason.path("remedy").isNull())) {
            return List.of();
        }
        boolean canBeFixed = status().equals("requires_action");
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
    private List<String> submissionGaps() {
        if (evidence().path("ready").asBoolean(false)) {
            return List.of("ready, nothing is missing");
        }
        if (!status().equals("qualified")) {
            return List.of();
        }
        Map<String, Set<String>> orders = new LinkedHashMap<>();
        for (JsonNode gap : evidence().path("submissionGaps")) {
            orders.computeIfAbsent(text(gap, "missing"), _ -> new LinkedHashSet<>())
                    .add(text(gap, "orderId"));
        }
        return orders.entrySet().stream()
                .map(entry -> "- the "
                        + WireNamed.find(Eligibility.Gap.values(), entry.getKey())
                                .map(Eligibility.Gap::words)
                                .orElse(entry.getKey())
                        + " of " + orders(entry.getValue()))
                .toList();
    }

    /** Returns facts that help in another way than the verdict. */
    private List<String> protections() {
        return evidence()
                .path("protections")
                .valueStream()
                .map(protection -> text(protection, "detail"))
                .toList();
    }

    private String receiptLine() {
        List<String> missing = receipt()
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
