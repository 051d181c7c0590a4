package org.orderevidence.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Every test of the rule on one order: whether it passes, what it needs, and what was found. Read off an answer. */
final class Checklist {
    private static final String UNKNOWN = "not known";

    private final JsonNode evidence;
    private final JsonNode charge;
    private final JsonNode items;
    private final Set<String> reasons;
    private final List<Line> lines = new ArrayList<>();

    private record Line(boolean passes, String test, String needed, String found) {}

    /**
     * @param answer of the fetch operation
     */
    Checklist(JsonNode answer) {
        this.evidence = answer.path("compellingEvidence");
        this.charge = answer.path("charge");
        this.items = answer.path("digitalReceipt").path("order").path("orderItems");
        this.reasons = evidence.path("reasons")
                .valueStream()
                .map(reason -> reason.path("code").asString(""))
                .collect(Collectors.toSet());
        addOrderTests();
        addHistoryTests();
    }

    void print(PrintStream out) {
        Table table = new Table("", "test", "needed", "found");
        for (Line line : lines) {
            table.row(line.passes ? "pass" : "FAIL", line.test, line.needed, line.found);
        }
        table.print(out);
    }

    private void addOrderTests() {
        boolean visa = !reasons.contains("network_not_visa") && !reasons.contains("network_unknown");
        add(visa, "network", "Visa", known(charge.path("brand"), charge.path("bin")));
        add("card_present", "card", "absent", charge.path("cardPresent").asBoolean(false) ? "present" : "absent");
        add("charge_failed", "charge", "succeeded", charge.path("status").asString(UNKNOWN));
        add("dispute_not_fraud", "dispute", "none, or condition 10.4", disputes());
        add("credential_missing", "credential", "fingerprint, or BIN and last four", credential());
        add(
                "product_description_missing",
                "description",
                "of what was bought",
                items.isEmpty() ? "none" : items.size() + (items.size() == 1 ? " line" : " lines"));
        if (evidence.path("profile").asString("").equals("stripe")) {
            boolean passes = !reasons.contains("category_missing");
            String otherwise = passes ? "the account's default" : "none";
            add(
                    passes,
                    "category",
                    "merchandise or services",
                    charge.path("merchandiseOrServices").asString(otherwise));
        }
    }

    private void addHistoryTests() {
        JsonNode priors = evidence.path("priorTransactions");
        long usable = priors.valueStream()
                .filter(prior -> prior.path("reason").isNull())
                .count();
        boolean enough = !reasons.contains("no_priors") && !reasons.contains("too_few_priors");
        boolean judged = !reasons.contains("credential_missing");
        add(
                enough && judged,
                "earlier orders",
                "2 that count",
                judged ? usable + " of those shown below" : "cannot be looked for");
        List<String> matched = evidence.path("matchedElements")
                .valueStream()
                .map(e -> e.asString(""))
                .toList();
        boolean shared = enough && judged && !reasons.contains("no_common_elements") && !reasons.contains("no_anchor");
        add(
                shared,
                "the same on all three",
                "2, one of them ip or device",
                matched.isEmpty() ? shared ? "enough" : "too little" : String.join(", ", matched));
    }

    private void add(String reason, String test, String needed, String found) {
        add(!reasons.contains(reason), test, needed, found);
    }

    private void add(boolean passes, String test, String needed, String found) {
        lines.add(new Line(passes, test, needed, found));
    }

    private String disputes() {
        String open = charge.path("disputes")
                .valueStream()
                .map(dispute -> dispute.path("condition").asString("")
                        + ' '
                        + dispute.path("status").asString(""))
                .collect(Collectors.joining(", "));
        return open.isEmpty() ? "none" : open;
    }

    private String credential() {
        if (charge.path("hasCardFingerprint").asBoolean(false)) {
            return "fingerprint";
        }
        boolean bin = charge.has("bin");
        boolean last4 = charge.has("last4");
        if (bin && last4) {
            return "BIN and last four";
        }
        return bin ? "BIN alone" : last4 ? "last four alone" : "nothing";
    }

    private static String known(JsonNode brand, JsonNode bin) {
        return brand.asString(bin.isMissingNode() ? UNKNOWN : "BIN " + bin.asString(""));
    }
}
