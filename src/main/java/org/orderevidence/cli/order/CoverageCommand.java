package org.orderevidence.cli.order;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import org.orderevidence.cli.terminal.CaptureText;
import org.orderevidence.cli.terminal.CliCommand;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.LabelledLines;
import org.orderevidence.cli.terminal.Param;
import org.orderevidence.cli.terminal.Table;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.cli.terminal.Times;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/** The command that shows how many orders could be defended. */
public final class CoverageCommand {
    private static final int MOST_REASONS = 10;

    private final Terminal terminal;

    private CoverageCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    public static CommandLine of(Terminal terminal) {
        return CliCommand.named(
                        terminal,
                        "coverage",
                        "Show how many of the orders that can be disputed today are eligible, and which data would make more of them"
                                + " eligible. The service computes the numbers in the background.")
                .footer("%nExamples:", "  ./evidence coverage", "  ./evidence coverage --json")
                .onService()
                .takes(Param.flag("--json", "print the JSON response of the service"))
                .does(call -> {
                    JsonNode coverage = call.ask("GET", "/api/v2/coverage?examples=3");
                    if (call.flag("--json")) {
                        terminal.out().println(Json.line(coverage));
                    } else {
                        new CoverageCommand(terminal).print(coverage);
                    }
                });
    }

    private void print(JsonNode coverage) {
        PrintStream out = terminal.out();
        long all = coverage.path("disputable").asLong();
        LabelledLines lines = new LabelledLines();
        lines.add("Computed", Times.shown(coverage.path("computedAt").asString("")));
        lines.add("Orders that can be disputed", number(all));
        lines.add("Eligible", share(coverage.path("eligible"), all));
        lines.add("Need more data", share(coverage.path("requiresAction"), all));
        lines.add("Not eligible", share(coverage.path("notQualified"), all));
        JsonNode left = coverage.path("notCounted");
        lines.add(
                "Not counted",
                number(left.path("failed").asLong()) + " failed, "
                        + number(left.path("disputed").asLong()) + " already disputed"
                        + (left.path("unreadable").asLong() == 0
                                ? ""
                                : ", " + number(left.path("unreadable").asLong()) + " unreadable"));
        if (coverage.has("sample")) {
            JsonNode sample = coverage.path("sample");
            lines.add(
                    "Estimated",
                    "from " + number(sample.path("judged").asLong()) + " orders, with an error of at most "
                            + number(sample.path("marginOfError").asLong()) + " orders (95 % confidence)");
        }
        lines.add("Next 30 days", forecast(coverage.path("forecast")));
        lines.print(terminal);
        printFields(coverage.path("missingFields"), out);
        JsonNode reasons = coverage.path("reasons");
        printReasons("Why orders need more data (an order can have several reasons)", "requires_action", reasons, out);
        printReasons("Why orders are not eligible (an order can have several reasons)", "not_qualified", reasons, out);
        printAddresses(coverage, out);
        if (!coverage.path("captureRates").isEmpty()) {
            out.println();
            out.println("How many new orders have each kind of evidence");
            CaptureText.printAlarms(terminal, coverage);
            CaptureText.printRates(terminal, coverage);
        }
    }

    private void printFields(JsonNode fields, PrintStream out) {
        if (!fields.isEmpty()) {
            out.println();
            out.println("Fields that would make orders eligible, each alone");
            Table table = new Table("FIELD", "ORDERS", "WHAT TO DO").right("ORDERS");
            fields.forEach(field -> table.row(
                    field.path("field").asString(""),
                    number(field.path("unlocks").asLong()),
                    field.path("remedy").asString("")));
            table.print(terminal);
        }
    }

    private void printReasons(String title, String status, JsonNode reasons, PrintStream out) {
        List<JsonNode> shown = reasons.valueStream()
                .filter(reason -> reason.path("status").asString("").equals(status))
                .limit(MOST_REASONS)
                .toList();
        if (!shown.isEmpty()) {
            out.println();
            out.println(title);
            Table table = new Table("REASON", "ORDERS", "EXAMPLE", "MEANING")
                    .right("ORDERS")
                    .drop(List.of("EXAMPLE"));
            shown.forEach(reason -> table.row(
                    reason.path("code").asString(""),
                    number(reason.path("orders").asLong()),
                    reason.path("exampleOrders").path(0).asString(""),
                    reason.path("detail").asString("")));
            table.print(terminal);
        }
    }

    private void printAddresses(JsonNode coverage, PrintStream out) {
        JsonNode addresses = coverage.path("sharedAddresses");
        if (!addresses.isEmpty()) {
            out.println();
            out.println("IP addresses that many customers share. They are probably those of a proxy.");
            Table table = new Table("ADDRESS", "CUSTOMERS", "SHARE", "EXAMPLE")
                    .right("CUSTOMERS")
                    .right("SHARE");
            long customers = coverage.path("customers").asLong();
            addresses.forEach(address -> table.row(
                    address.path("ip").asString("changed since"),
                    number(address.path("customers").asLong()),
                    percent(address.path("customers").asLong(), customers),
                    address.path("exampleOrders").path(0).asString("")));
            table.print(terminal);
        }
    }

    private static String forecast(JsonNode days) {
        long entering = sum(days, "entering");
        long leaving = sum(days, "leaving");
        long ended = sum(days, "ended");
        return number(entering) + " become eligible, " + number(leaving) + " stop being eligible (" + number(ended)
                + " of these can no longer be disputed)";
    }

    private static long sum(JsonNode days, String name) {
        return days.valueStream().mapToLong(day -> day.path(name).asLong()).sum();
    }

    private static String share(JsonNode counted, long all) {
        long orders = counted.path("orders").asLong();
        return all == 0 ? number(orders) : number(orders) + " (" + percent(orders, all) + ")";
    }

    private static String percent(long part, long all) {
        return all == 0 ? "" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / all);
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
