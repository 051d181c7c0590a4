package org.orderevidence.cli.order;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.ServiceOptions;
import org.orderevidence.cli.terminal.Terminal;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** The options of the commands that show one order. */
final class OrderQuestion {
    @Mixin
    private ServiceOptions service = new ServiceOptions();

    @Parameters(paramLabel = "ID", description = "the merchant's order ID")
    private String id = "";

    @Option(
            names = "--as-of",
            paramLabel = "DATE",
            description = "dispute date, YYYY-MM-DD (default: date of the newest stored fraud dispute, else today)")
    private @Nullable String asOf;

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            description = "version of the rule: visa or stripe (default: visa)")
    private @Nullable String profile;

    @Option(names = "--json", description = "print the JSON response of the service")
    private boolean json;

    /** Fetches the order, and prints it as JSON or for people. */
    void answer(Terminal terminal, Consumer<JsonNode> forPeople) throws InterruptedException {
        JsonNode answer = ask(terminal);
        if (json) {
            terminal.out().println(Json.line(answer));
        } else {
            forPeople.accept(answer);
        }
    }

    /**
     * Fetches the order.
     *
     * @throws Failure if the service cannot be reached or refuses the request
     */
    private JsonNode ask(Terminal terminal) throws InterruptedException {
        List<String> parameters = new ArrayList<>();
        if (asOf != null) {
            parameters.add("asOf=" + Client.encoded(asOf));
        }
        if (profile != null) {
            parameters.add("profile=" + Client.encoded(profile));
        }
        String query = parameters.isEmpty() ? "" : '?' + String.join("&", parameters);
        try (Client client = service.client(terminal)) {
            return client.ask("GET", Client.orderPath(id) + query, null);
        }
    }
}
