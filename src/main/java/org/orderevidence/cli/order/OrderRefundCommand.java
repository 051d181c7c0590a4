package org.orderevidence.cli.order;

import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Amounts;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.ServiceOptions;
import org.orderevidence.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Records the refund of an order. */
@Command(
        name = "refund",
        description = {
            "Record that an order was refunded, in full or in part. This moves no money.",
            "The amount is the total that was refunded so far, so the command can be repeated safely. The key needs"
                    + " the scopes read and write."
        },
        footer = {"%nExamples:", "  ./evidence order refund A-1001", "  ./evidence order refund A-1001 5.00"})
public final class OrderRefundCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private ServiceOptions service = new ServiceOptions();

    @Parameters(index = "0", paramLabel = "ID", description = "the merchant's order ID")
    private String id = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "AMOUNT",
            description = "total refunded, in the order's currency, such as 5.00 (default: all)")
    private @Nullable String amount;

    public OrderRefundCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
        try (Client client = service.client(terminal)) {
            String path = Client.orderPath(id);
            JsonNode charge = client.ask("GET", path, null).path("charge");
            long refunded = refunded(charge);
            byte[] patch = Json.bytes(Map.of("refundedAmount", refunded));
            JsonNode answer = client.ask("PATCH", path, patch);
            terminal.out()
                    .println(Terminal.printable("order " + id + ": "
                            + Amounts.shown(refunded, charge.path("currency").asString(""))
                            + " of " + CaseFacts.amount(charge, "amount") + " refunded ("
                            + answer.path("outcome").asString("") + ")"));
        }
        return ExitCode.OK;
    }

    private long refunded(JsonNode charge) {
        long whole = charge.path("amount").asLong(0);
        if (amount == null) {
            return whole;
        }
        String currency = charge.path("currency").asString("");
        long typed = TypedAmount.read(amount, currency);
        if (typed > whole) {
            throw new Failure(
                    ExitCode.USAGE,
                    Amounts.shown(typed, currency) + " is more than the order's " + Amounts.shown(whole, currency));
        }
        return typed;
    }
}
