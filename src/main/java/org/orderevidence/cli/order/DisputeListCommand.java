package org.orderevidence.cli.order;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.ServiceOptions;
import org.orderevidence.cli.terminal.Table;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.cli.terminal.Times;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Lists the disputes and fraud reports of an order. */
@Command(
        name = "list",
        description = "List the disputes and fraud reports of an order.",
        footer = {"%nExample:", "  ./evidence order dispute list A-1001"})
public final class DisputeListCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private ServiceOptions service = new ServiceOptions();

    @Parameters(paramLabel = "ID", description = "the merchant's order ID")
    private String id = "";

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    public DisputeListCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
        try (Client client = service.client(terminal)) {
            JsonNode charge = client.ask("GET", Client.orderPath(id), null).path("charge");
            if (json) {
                Map<String, JsonNode> shown = new LinkedHashMap<>();
                shown.put("disputes", charge.path("disputes"));
                shown.put("fraudReports", charge.path("fraudReports"));
                terminal.out().println(Json.pretty(shown));
            } else {
                print(charge);
            }
        }
        return ExitCode.OK;
    }

    private void print(JsonNode charge) {
        if (charge.path("disputes").isEmpty() && charge.path("fraudReports").isEmpty()) {
            terminal.out().println(Terminal.printable("order " + id + " has no dispute and no fraud report"));
            return;
        }
        Table table = new Table("KIND", "ID", "DATE", "CODE", "STATUS");
        for (JsonNode dispute : charge.path("disputes")) {
            table.row(
                    "dispute",
                    dispute.path("disputeId").asString(""),
                    Times.shown(dispute.path("openedAt").asString("")),
                    dispute.path("condition").asString(""),
                    dispute.path("status").asString(""));
        }
        for (JsonNode report : charge.path("fraudReports")) {
            table.row(
                    "fraud report",
                    report.path("reportId").asString(""),
                    Times.shown(report.path("reportedAt").asString("")),
                    report.path("typeCode").asString("-"),
                    "-");
        }
        table.print(terminal);
    }
}
