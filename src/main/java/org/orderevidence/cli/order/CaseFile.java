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
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.cli.terminal.CliCommand;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.Format;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Param;
import org.orderevidence.cli.terminal.Table;
import org.orderevidence.cli.terminal.Table.LabelledLines;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.cli.terminal.Terminal.Paragraph;
import org.orderevidence.evidence.Element;
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
        JsonNode items = receipt().path("order").path("orderItems");
        List<String> lines = each(items, "not described", item -> {
            String name = text(item, "productName");
            return item.path("quantity").asString("1") + " x "
                    + (name.isEmpty() ? text(item, "productDescription") : name);
        });
        String more = "and " + (items.size() - MOST_ITEMS) + " more";
        return items.size() <= MOST_ITEMS
                ? lines
                : Stream.concat(lines.stream().limit(MOST_ITEMS), Stream.of(more))
                        .toList();
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
        return each(
                charge().path("disputes"),
                NONE,
                dispute -> text(dispute, "disputeId") + ": condition " + text(dispute, "condition") + ", opened "
                        + Format.time(text(dispute, "openedAt")) + ", " + text(dispute, "status"));
    }

    private List<String> fraudReports() {
        return each(charge().path("fraudReports"), NONE, report -> {
            String type = text(report, "typeCode");
            return text(report, "reportId") + ": reported " + Format.time(text(report, "reportedAt"))
                    + (type.isEmpty() ? "" : ", type " + type);
        });
    }

    private static List<String> each(JsonNode list, String none, Function<JsonNode, String> words) {
        return list.isEmpty() ? List.of(none) : list.valueStream().map(words).toList();
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
                lines.add(element(item.getKey()) + " " + text(item.getValue(), "value")
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
        ReasonCode[] others = status().equals("requires_action") ? HistoryReason.values() : ElementReason.values();
        return ofOrders(
                reasons.valueStream().filter(reason -> !isOf(others, reason)),
                "remedy",
                (remedy, orders) -> "- " + (orders.isEmpty() ? "" : orders(orders) + ": ") + remedy);
    }

    /** Returns a line for each text that entries have, with their orders. */
    private static List<String> ofOrders(
            Stream<JsonNode> entries, String name, BiFunction<String, Set<String>, String> line) {
        Map<String, Set<String>> orders = new LinkedHashMap<>();
        entries.filter(entry -> !text(entry, name).isEmpty()).forEach(entry -> {
            Set<String> of = orders.computeIfAbsent(text(entry, name), _ -> new LinkedHashSet<>());
            of.add(text(entry, "orderId"));
            of.remove("");
        });
        return orders.entrySet().stream()
                .map(entry -> line.apply(entry.getKey(), entry.getValue()))
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
        return ofOrders(
                evidence().path("submissionGaps").valueStream(),
                "missing",
                (gap, orders) -> "- the "
                        + WireNamed.find(Eligibility.Gap.values(), gap)
                                .map(Eligibility.Gap::words)
                                .orElse(gap)
                        + " of " + orders(orders));
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

    private static final Param[] QUESTION = Param.all("""
            ID: the merchant's order ID
            --as-of DATE >asOf: dispute date, YYYY-MM-DD (default: date of the newest 10.4 \
            dispute or fraud report, else today)
            --profile NAME >profile: version of the rule: visa or stripe (default: visa)
            --json: print the JSON response of the service
            """);

    /** States of an element that this order has no usable value of. */
    private static final List<String> OF_THIS_ORDER = List.of("order_missing", "order_unusable");

    public static CliCommand get() {
        return CliCommand.onService("""
                get: Show an order, and whether the merchant could defeat a fraud dispute on it.
                $ order get A-1001
                $ order get A-1001 --as-of 2026-11-20 --profile stripe --json
                """, QUESTION)
                .does(call -> answer(call, answer -> new CaseFile(answer).print(call.terminal())));
    }

    public static CliCommand explain() {
        return CliCommand.onService("""
                explain: Explain whether the merchant could defeat a fraud dispute on an order. Shows the verdict, \
                each test with needed and found value, the other orders of the card, and the days on which it is \
                eligible.
                $ explain A-1001
                $ explain A-1001 --as-of 2026-11-20 --profile stripe
                """, QUESTION)
                .does(call -> answer(call, answer -> explain(answer, call.terminal())));
    }

    private static void answer(Call call, Consumer<JsonNode> forPeople) throws InterruptedException {
        JsonNode answer = call.ask("GET", Client.orderPath(call.needed("ID")) + call.query());
        if (call.flag("--json")) {
            call.print(Json.line(answer));
        } else {
            forPeople.accept(answer);
        }
    }

    static void explain(JsonNode json, Terminal terminal) {
        PrintStream out = terminal.out();
        CaseFile answer = new CaseFile(json);
        answer.printFacts(terminal);
        out.println();
        out.println("Tests");
        printTests(answer.evidence(), terminal);
        out.println();
        printPriors(answer.evidence(), terminal);
        out.println();
        out.println("Days");
        Timeline.of(answer, terminal).print(terminal);
    }

    /** Prints every test of the rule: the result, what was found, and what the test needs. */
    private static void printTests(JsonNode evidence, Terminal terminal) {
        Table table = new Table(", test, found, needed");
        for (JsonNode check : evidence.path("checks")) {
            table.row(
                    check.path("passed").asBoolean(false) ? "pass" : "FAIL",
                    text(check, "code").replace('_', ' '),
                    text(check, "found"),
                    text(check, "needed"));
        }
        table.print(terminal);
    }

    /** Prints the other orders of the card, with the state of each element. */
    private static void printPriors(JsonNode evidence, Terminal terminal) {
        PrintStream out = terminal.out();
        JsonNode priors = evidence.path("priorTransactions");
        if (priors.isEmpty()) {
            out.println("Other orders of the card: none in the time that counts");
            return;
        }
        out.println("Other orders of the card"
                + (evidence.path("priorsTruncated").asBoolean(false) ? " (not all were read)" : ""));
        List<String> compared = new ArrayList<>(priors.path(0).path("elements").propertyNames());
        List<String> notes = new ArrayList<>();
        compared.removeIf(element -> isOfThisOrder(priors, element, notes));
        table(priors, compared).print(terminal);
        if (priors.valueStream().anyMatch(CaseFile::isSelected)) {
            out.println("* the two orders that serve as evidence");
        }
        priors.valueStream()
                .map(CaseFile::originOf)
                .filter(note -> !note.isEmpty())
                .forEach(notes::add);
        for (String note : notes) {
            Paragraph.lines(Terminal.printable(note), terminal.textWidth()).forEach(out::println);
        }
    }

    private static Table table(JsonNode priors, List<String> elements) {
        List<String> headings = new ArrayList<>(List.of("", "order", "date", "age", "amount", "counts"));
        elements.forEach(element -> headings.add(element(element)));
        List<String> compared = headings.subList(headings.size() - elements.size(), headings.size());
        Table table = new Table(String.join(", ", headings))
                .right("age")
                .right("amount")
                .drop(List.of("amount", "age"))
                .dropWhenWrapped(compared.reversed());
        for (JsonNode prior : priors) {
            List<String> row = new ArrayList<>();
            row.add(isSelected(prior) ? "*" : "");
            row.add(text(prior, "orderId"));
            row.add(text(prior, "date"));
            row.add(text(prior, "ageDays"));
            row.add(amount(prior, "amount"));
            String reason = text(prior, "reason");
            row.add(
                    reason.isEmpty()
                            ? "yes"
                            : "no: " + reason.replaceFirst("^prior_", "").replace('_', ' '));
            for (String element : elements) {
                row.add(state(text(prior.path("elements"), element)));
            }
            table.row(row.toArray(String[]::new));
        }
        return table;
    }

    /** True if this order has no usable value of an element. It is then not compared, and a note says so. */
    private static boolean isOfThisOrder(JsonNode priors, String element, List<String> notes) {
        String state = text(priors.path(0).path("elements"), element);
        boolean isSo = OF_THIS_ORDER.contains(state)
                && priors.valueStream()
                        .allMatch(prior -> text(prior.path("elements"), element).equals(state));
        if (isSo) {
            notes.add(element(element) + ": " + state(state));
        }
        return isSo;
    }

    /** Returns where the IP address of a prior comes from; empty if from the order itself. */
    private static String originOf(JsonNode prior) {
        String order = "order " + text(prior, "orderId");
        return switch (text(prior, "ipSource")) {
            case "track" ->
                order + ": IP address tracked "
                        + Format.count(prior.path("ipDistanceMinutes").asLong(0), "minute") + " from the order";
            case "initial_order" -> order + ": IP address of the initial order";
            default -> "";
        };
    }

    private static boolean isSelected(JsonNode prior) {
        return prior.path("selected").asBoolean(false);
    }

    /** Returns the words for an element, such as {@code customer account ID}. An unknown name stays as it is. */
    static String element(String wireName) {
        return WireNamed.find(Element.values(), wireName).map(Element::noun).orElse(wireName);
    }

    /** Returns the state of an element on an earlier order, in words. */
    static String state(String code) {
        return switch (code) {
            case "equal" -> "same";
            case "differs" -> "different";
            case "order_missing" -> "missing on this order";
            case "order_unusable" -> "unusable on this order";
            default -> code.replace('_', ' ');
        };
    }
}
