package org.orderevidence.cli.order;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.ServiceOptions;
import org.orderevidence.cli.terminal.Table;
import org.orderevidence.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Lists orders. */
@Command(
        name = "list",
        description = "List orders, newest transaction day first.",
        footer = {"%nExample: ./evidence order list --page 0 --per 20"})
public final class OrderListCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private ServiceOptions service = new ServiceOptions();

    @Option(
            names = "--page",
            paramLabel = "N",
            defaultValue = "0",
            description = "page number, from 0 (default: ${DEFAULT-VALUE})")
    private int page;

    @Option(
            names = "--per",
            paramLabel = "N",
            defaultValue = "10",
            description = "orders per page, 1 to 100 (default: ${DEFAULT-VALUE})")
    private int per;

    @Option(names = "--json", description = "print the JSON answer of the service")
    private boolean json;

    public OrderListCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
        try (Client client = service.client(terminal)) {
            Client.Answer answer;
            try {
                answer = client.get("/api/v2/orders?page=" + page + "&per=" + per);
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
                print(read);
            }
        }
        return ExitCode.OK;
    }

    private void print(JsonNode read) {
        Table table = new Table("ORDER", "DATE", "AMOUNT", "CURRENCY", "BRAND", "STATUS");
        for (JsonNode entry : read.path("orders")) {
            JsonNode charge = entry.has("charge") ? entry.path("charge") : entry;
            table.row(
                    charge.path("id").asString(""),
                    charge.path("transactionDate").asString(""),
                    charge.path("amount").asString(""),
                    charge.path("currency").asString(""),
                    charge.path("brand").asString("-"),
                    charge.path("status").asString("-"));
        }
        table.print(terminal.out());
        terminal.err()
                .println("page " + page + ", " + read.path("total").asString("?")
                        + " orders in all; amounts in minor units");
    }
}
