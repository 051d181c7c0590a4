package org.orderevidence.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Asks about one order. */
@Command(
        name = "get",
        description = "Asks for an order: whether a fraud dispute on it could be defeated, and why.",
        footer = {
            "%nExamples:",
            "  ./evidence order get A-1001",
            "  ./evidence order get A-1001 --as-of 2026-11-20 --profile stripe --json"
        })
final class OrderGetCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private ServiceOptions service = new ServiceOptions();

    @Parameters(paramLabel = "ID", description = "the merchant's own order id")
    private String id = "";

    @Option(names = "--as-of", paramLabel = "DATE", description = "day of the dispute, YYYY-MM-DD (default: today)")
    private @Nullable String asOf;

    @Option(names = "--profile", paramLabel = "NAME", description = "visa or stripe (default: visa)")
    private @Nullable String profile;

    @Option(names = "--json", description = "the whole answer, as the service gave it")
    private boolean json;

    OrderGetCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
        List<String> parameters = new ArrayList<>();
        if (asOf != null) {
            parameters.add("asOf=" + Client.encoded(asOf));
        }
        if (profile != null) {
            parameters.add("profile=" + Client.encoded(profile));
        }
        String query = parameters.isEmpty() ? "" : '?' + String.join("&", parameters);
        try (Client client = service.client(terminal)) {
            Client.Answer answer;
            try {
                answer = client.get(Client.orderPath(id) + query);
            } catch (IOException failure) {
                throw client.unreachable(failure);
            }
            if (!answer.isOk()) {
                throw answer.refusal();
            }
            JsonNode read = Json.readIfAny(answer.body());
            if (json || read == null) {
                terminal.out().println(answer.body());
            } else {
                new OrderAnswer(read).print(terminal);
            }
        }
        return ExitCode.OK;
    }
}
