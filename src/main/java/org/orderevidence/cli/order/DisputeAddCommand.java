package org.orderevidence.cli.order;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.ServiceOptions;
import org.orderevidence.cli.terminal.Terminal;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Records a dispute. */
@Command(
        name = "add",
        description = "Record a dispute of an order, or replace it: the dispute's ID is its key.",
        footer = {
            "%nExamples:",
            "  ./evidence order dispute add A-1001 dp_1 --condition 10.4 \\",
            "      --opened-at 2026-11-15",
            "  ./evidence order dispute add A-1001 dp_1 --condition 10.4 \\",
            "      --opened-at 2026-11-15 --respond-by 2026-12-05 \\",
            "      --amount 19.99 --currency USD"
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

    @Option(names = "--respond-by", paramLabel = "DATE", description = "the deadline for your answer")
    private @Nullable String respondBy;

    @ArgGroup(exclusive = false)
    private @Nullable Disputed disputed;

    /** The disputed amount. */
    static final class Disputed {
        @Option(
                names = "--amount",
                paramLabel = "AMOUNT",
                required = true,
                description = "the disputed amount with the decimals of its currency, such as 19.99")
        private String amount = "";

        @Option(names = "--currency", paramLabel = "CODE", required = true, description = "its currency, such as USD")
        private String currency = "";
    }

    @Option(
            names = "--reason",
            paramLabel = "WORD",
            description = "the processor's word for the reason, such as fraudulent")
    private @Nullable String reason;

    @Option(names = "--submitted-at", paramLabel = "DATE", description = "when you sent the evidence")
    private @Nullable String submittedAt;

    @Option(
            names = "--processor-status",
            paramLabel = "WORD",
            description = "what the processor says about compelling evidence, such as qualified")
    private @Nullable String processorStatus;

    @Option(
            names = "--required-action",
            paramLabel = "WORD",
            description = "an action that the processor requires for it; repeatable")
    private List<String> requiredActions = List.of();

    public DisputeAddCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("disputeId", disputeId);
        body.put("condition", condition);
        body.put("openedAt", openedAt);
        body.put("status", status);
        body.put("respondBy", respondBy);
        if (disputed != null) {
            String currency = disputed.currency.toUpperCase(Locale.ROOT);
            body.put("amount", TypedAmount.read(disputed.amount, currency));
            body.put("currency", currency);
        }
        body.put("reason", reason);
        body.put("submittedAt", submittedAt);
        if (processorStatus != null || !requiredActions.isEmpty()) {
            Map<String, @Nullable Object> eligibility = new LinkedHashMap<>();
            eligibility.put("status", processorStatus);
            eligibility.put("requiredActions", requiredActions);
            body.put("processorEligibility", eligibility);
        }
        try (Client client = service.client(terminal)) {
            JsonNode answer = client.ask("POST", Client.orderPath(id) + "/disputes", Json.bytes(body));
            String outcome = answer.path("outcome").asString("");
            terminal.out().println(Terminal.printable("dispute " + disputeId + " of order " + id + ": " + outcome));
        }
        return ExitCode.OK;
    }
}
