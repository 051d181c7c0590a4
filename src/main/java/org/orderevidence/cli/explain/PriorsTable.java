package org.orderevidence.cli.explain;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.orderevidence.cli.terminal.Table;
import tools.jackson.databind.JsonNode;

/** The earlier orders of the card as an answer shows them, with the state of each element. */
final class PriorsTable {
    private PriorsTable() {}

    static void print(JsonNode evidence, PrintStream out) {
        JsonNode priors = evidence.path("priorTransactions");
        if (priors.isEmpty()) {
            out.println("Other orders of the card: none in the time that counts");
            return;
        }
        out.println("Other orders of the card"
                + (evidence.path("priorsTruncated").asBoolean(false) ? ", not all of which were read" : ""));
        List<String> elements = new ArrayList<>(priors.path(0).path("elements").propertyNames());
        List<String> headings = new ArrayList<>(List.of("order", "date", "age", "counts"));
        headings.addAll(elements);
        Table table = new Table(headings.toArray(String[]::new));
        for (JsonNode prior : priors) {
            List<String> row = new ArrayList<>();
            row.add((prior.path("selected").asBoolean(false) ? "* " : "  ")
                    + prior.path("orderId").asString(""));
            row.add(prior.path("date").asString(""));
            row.add(prior.path("ageDays").asString(""));
            row.add(prior.path("reason").asString("yes"));
            for (String element : elements) {
                row.add(prior.path("elements").path(element).asString("") + origin(prior, element));
            }
            table.row(row.toArray(String[]::new));
        }
        table.print(out);
        out.println("* the pair that carries the verdict");
    }

    /** Where an IP address came from, when not from the order itself. */
    private static String origin(JsonNode prior, String element) {
        if (!element.equals("ip")) {
            return "";
        }
        return switch (prior.path("ipSource").asString("")) {
            case "track" -> " (tracked, " + prior.path("ipDistanceMinutes").asString("?") + " min off)";
            case "initial_order" -> " (of the initial order)";
            default -> "";
        };
    }
}
