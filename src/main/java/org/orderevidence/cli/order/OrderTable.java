package org.orderevidence.cli.order;

import java.util.ArrayList;
import java.util.List;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.Table;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.cli.terminal.Times;
import tools.jackson.databind.JsonNode;

/** Prints orders as the rows of a table. */
final class OrderTable {
    private OrderTable() {}

    /**
     * @param charges of the orders
     * @param evidence whether to fetch the verdict on each order, with one request for each
     */
    static void print(List<JsonNode> charges, boolean evidence, Client client, Terminal terminal)
            throws InterruptedException {
        List<String> headings = new ArrayList<>(List.of("ORDER", "DATE", "AMOUNT", "CARD", "STATUS"));
        if (evidence) {
            headings.add("EVIDENCE");
        }
        Table table = new Table(headings.toArray(String[]::new))
                .right("AMOUNT")
                .drop(evidence ? List.of("CARD", "STATUS") : List.of("CARD"));
        for (JsonNode charge : charges) {
            List<String> row = new ArrayList<>(List.of(
                    text(charge, "id"),
                    Times.shown(text(charge, "transactionDate")),
                    CaseFacts.amount(charge, "amount"),
                    card(charge),
                    status(charge)));
            if (evidence) {
                row.add(verdict(client, text(charge, "id")));
            }
            table.row(row.toArray(String[]::new));
        }
        table.print(terminal);
    }

    private static String verdict(Client client, String id) throws InterruptedException {
        OrderAnswer order = new OrderAnswer(client.ask("GET", Client.orderPath(id), null));
        return order.verdict() + (order.isClosed() ? " (closed)" : "");
    }

    private static String card(JsonNode charge) {
        String card = (CaseFacts.brand(text(charge, "brand")) + " " + text(charge, "last4")).strip();
        return card.isEmpty() ? "-" : card;
    }

    private static String status(JsonNode charge) {
        List<String> words = new ArrayList<>();
        words.add(text(charge, "status"));
        if (charge.path("refunded").asBoolean(false)) {
            words.add("refunded");
        } else if (charge.path("refundedAmount").asLong(0) > 0) {
            words.add("partially refunded");
        }
        if (!charge.path("disputes").isEmpty()) {
            words.add("disputed");
        }
        if (!charge.path("fraudReports").isEmpty()) {
            words.add("reported as fraud");
        }
        return String.join(", ", words);
    }

    private static String text(JsonNode charge, String name) {
        return charge.path(name).asString("");
    }
}
