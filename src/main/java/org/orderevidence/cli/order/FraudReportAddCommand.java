package org.orderevidence.cli.order;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.ServiceOptions;
import org.orderevidence.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Records a fraud report. */
@Command(
        name = "add",
        description = "Record a fraud report (TC40) of an order, or change it: the report's ID is its key.",
        footer = {"%nExample:", "  ./evidence order fraud-report add A-1001 fr_1 \\", "      --reported-at 2026-11-16"})
public final class FraudReportAddCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private ServiceOptions service = new ServiceOptions();

    @Parameters(index = "0", paramLabel = "ID", description = "the merchant's order ID")
    private String id = "";

    @Parameters(index = "1", paramLabel = "REPORT", description = "the ID of the report")
    private String reportId = "";

    @Option(
            names = "--reported-at",
            paramLabel = "DATE",
            required = true,
            description = "when it was reported: a day such as 2026-11-16, or an RFC 3339 time")
    private String reportedAt = "";

    @Option(names = "--type-code", paramLabel = "CODE", description = "the network's fraud type, if it is known")
    private @Nullable String typeCode;

    public FraudReportAddCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
        Map<String, String> body = new LinkedHashMap<>();
        body.put("reportId", reportId);
        body.put("reportedAt", reportedAt);
        if (typeCode != null) {
            body.put("typeCode", typeCode);
        }
        try (Client client = service.client(terminal)) {
            JsonNode answer = client.ask("POST", Client.orderPath(id) + "/fraud-reports", Json.bytes(body));
            String outcome = answer.path("outcome").asString("");
            terminal.out().println(Terminal.printable("fraud report " + reportId + " of order " + id + ": " + outcome));
        }
        return ExitCode.OK;
    }
}
