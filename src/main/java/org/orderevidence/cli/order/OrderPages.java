package org.orderevidence.cli.order;

import java.util.ArrayList;
import java.util.List;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.Format;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Param;
import org.orderevidence.cli.terminal.Table;
import org.orderevidence.cli.terminal.Terminal;
import tools.jackson.databind.JsonNode;

/** The options for pages of orders, and the output of a page. */
final class OrderPages {
    static final Param[] OPTIONS = {
        Param.number("--per", "N", "orders per page, 1 to 100 (default: ${DEFAULT-VALUE})")
                .or("10")
                .field("per"),
        Param.sent("--cursor", "TEXT", "continue after an earlier page"),
        Param.flag("--evidence", "show the verdict on each order; needs a request for each"),
        Param.JSON_ANSWER
    };

    private OrderPages() {}

    /** Prints an answer of the service as JSON, or as a table with a note on how to continue. */
    static void print(Call call, JsonNode read) throws InterruptedException {
        if (call.flag("--json")) {
            call.print(Json.line(read));
            return;
        }
        print(
                call,
                read.path("orders").valueStream().toList(),
                read.path("nextCursor").asString(""));
        if (read.has("total")) {
            call.tell(Format.count(read.path("total").asLong(0), "order") + " in all; this is page "
                    + read.path("page").asString("0"));
        }
    }

    /**
     * Prints orders as a table.
     *
     * @param nextCursor where the next page starts; empty if there is none
     */
    static void print(Call call, List<JsonNode> charges, String nextCursor) throws InterruptedException {
        Terminal terminal = call.terminal();
        if (charges.isEmpty()) {
            call.tell(nextCursor.isEmpty() ? "no order found" : "no order found yet");
        } else {
            table(call, charges).print(terminal);
        }
        if (!nextCursor.isEmpty()) {
            call.tell("for more, repeat the command with --cursor " + nextCursor);
        }
    }

    private static Table table(Call call, List<JsonNode> charges) throws InterruptedException {
        boolean evidence = call.flag("--evidence");
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
                    Format.time(text(charge, "transactionDate")),
                    CaseFile.amount(charge, "amount"),
                    card(charge),
                    status(charge)));
            if (evidence) {
                CaseFile order = new CaseFile(call.ask("GET", Client.orderPath(text(charge, "id"))));
                row.add(order.verdict() + (order.isClosed() ? " (closed)" : ""));
            }
            table.row(row.toArray(String[]::new));
        }
        return table;
    }

    private static String card(JsonNode charge) {
        String card = (CaseFile.brand(charge) + " " + text(charge, "last4")).strip();
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
