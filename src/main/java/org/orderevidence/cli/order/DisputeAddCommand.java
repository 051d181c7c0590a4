package org.orderevidence.cli.order;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
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

/** Records a dispute. */
@Command(
        name = "add",
        description = "Record a dispute of an order, or change it: the dispute's ID is its key.",
        footer = {
            "%nExamples:",
            "  ./evidence order dispute add A-1001 dp_1 --condition 10.4 \\",
            "      --opened-at 2026-11-15",
            "  ./evidence order dispute add A-1001 dp_1 --condition 10.4 \\",
            "      --opened-at 2026-11-15 --status won"
        })
public final class DisputeAddCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private ServiceOptions service = new ServiceOptions();

    @Parameters(index = "0", paramLabel = "ID", description = "the merchant's order ID")
    private String id = "";

    @Parameters(index = "1", paramLabel = "DISPUTE", description = "the processor's ID of the dispute")
    private String disputeId = "";

    @Option(
            names = "--condition",
            paramLabel = "CODE",
            required = true,
            description = "the network's code, such as 10.4 for fraud with Visa")
    private String condition = "";

    @Option(
            names = "--opened-at",
            paramLabel = "DATE",
            required = true,
            description = "when it was opened: a day such as 2026-11-15, or an RFC 3339 time")
    private String openedAt = "";

    @Option(
            names = "--status",
            paramLabel = "STATUS",
            defaultValue = "open",
            description = "open, won, lost, withdrawn or prevented (default: ${DEFAULT-VALUE})")
    private String status = "";

    public DisputeAddCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
        Map<String, String> body = new LinkedHashMap<>();
        body.put("disputeId", disputeId);
        body.put("condition", condition);
        body.put("openedAt", openedAt);
        body.put("status", status);
        try (Client client = service.client(terminal)) {
            JsonNode answer = client.ask("POST", Client.orderPath(id) + "/disputes", Json.bytes(body));
            String outcome = answer.path("outcome").asString("");
            terminal.out().println(Terminal.printable("dispute " + disputeId + " of order " + id + ": " + outcome));
        }
        return ExitCode.OK;
    }
}
