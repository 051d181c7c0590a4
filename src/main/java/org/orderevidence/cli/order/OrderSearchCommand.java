package org.orderevidence.cli.order;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.ServiceOptions;
import org.orderevidence.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Finds orders by a value that identifies a customer, a card or a charge. */
@Command(
        name = "search",
        description = {
            "Find orders by customer, card, charge ID, ARN or days, newest transaction first.",
            "With several values, orders must have all of them. --from and --to alone allow 31 days."
        },
        footer = {
            "%nExamples:",
            "  ./evidence order search --email ann@example.com",
            "  ./evidence order search --bin 424242 --last4 4242 --evidence",
            "  ./evidence order search --charge-id ch_3P9x2L"
        })
public final class OrderSearchCommand implements Callable<Integer> {
    static final String PATH = "/api/v2/orders/search";

    private final Terminal terminal;

    @Mixin
    private ServiceOptions service = new ServiceOptions();

    @Mixin
    private PageOptions page = new PageOptions();

    @Option(names = "--email", paramLabel = "EMAIL", description = "the customer's e-mail address")
    private @Nullable String email;

    @Option(names = "--bin", paramLabel = "DIGITS", description = "first 6 or 8 digits of the card, with --last4")
    private @Nullable String bin;

    @Option(names = "--last4", paramLabel = "DIGITS", description = "last 4 digits of the card, with --bin")
    private @Nullable String last4;

    @Option(names = "--charge-id", paramLabel = "ID", description = "the processor's ID of the charge")
    private @Nullable String chargeId;

    @Option(names = "--arn", paramLabel = "DIGITS", description = "the acquirer reference number")
    private @Nullable String arn;

    @Option(names = "--from", paramLabel = "DAY", description = "first transaction day, such as 2026-11-01")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "DAY", description = "last transaction day")
    private @Nullable String to;

    public OrderSearchCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (email == null
                && bin == null
                && last4 == null
                && chargeId == null
                && arn == null
                && from == null
                && to == null) {
            throw new Failure(
                    ExitCode.USAGE,
                    "name what to search for: --email, --bin with --last4, --charge-id, --arn, or --from with --to");
        }
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("customerEmail", email);
        body.put("bin", bin);
        body.put("last4", last4);
        body.put("gatewayTransactionId", chargeId);
        body.put("arn", arn);
        body.put("from", from);
        body.put("to", to);
        body.put("per", page.per());
        body.put("cursor", page.cursor());
        body.values().removeIf(value -> value == null);
        try (Client client = service.client(terminal)) {
            page.print(client.ask("POST", PATH, Json.bytes(body)), client, terminal);
        }
        return ExitCode.OK;
    }
}
