package org.orderevidence.cli.order;

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

/** Makes a link to the receipt of an order. */
@Command(
        name = "receipt-link",
        description = {
            "Create a link that shows the receipt of an order to anyone who has it.",
            "The link is printed on standard output, its ID and end on standard error. The service does not store the"
                    + " link itself, so it cannot be printed again. The key needs the scope read."
        },
        footer = {
            "%nExamples:",
            "  ./evidence order receipt-link A-1001",
            "  ./evidence order receipt-link A-1001 --days 7"
        })
public final class OrderReceiptLinkCommand implements Callable<Integer> {
    private static final long SECONDS_PER_DAY = 86_400;

    private final Terminal terminal;

    @Mixin
    private ServiceOptions service = new ServiceOptions();

    @Parameters(index = "0", paramLabel = "ID", description = "the merchant's order ID")
    private String id = "";

    @Option(
            names = "--days",
            paramLabel = "DAYS",
            defaultValue = "30",
            description = "how many days the link is valid, at most 400 (default: ${DEFAULT-VALUE})")
    private int days;

    public OrderReceiptLinkCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
        try (Client client = service.client(terminal)) {
            byte[] body = Json.bytes(Map.of("expiresIn", days * SECONDS_PER_DAY));
            JsonNode link = client.ask("POST", Client.orderPath(id) + "/receipt-link", body);
            terminal.out().println(Terminal.printable(link.path("url").asString("")));
            terminal.err()
                    .println(Terminal.printable(link.path("id").asString("") + " is valid until "
                            + link.path("expiresAt").asString("")));
        }
        return ExitCode.OK;
    }
}
