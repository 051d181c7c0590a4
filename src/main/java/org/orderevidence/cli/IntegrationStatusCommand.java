package org.orderevidence.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orderevidence.OpenIntegrations;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Table;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.cli.terminal.Times;
import org.orderevidence.integration.Integration;
import org.orderevidence.webhook.Inbox;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Shows an integration, how complete its orders are, and its events that changed nothing. */
@Command(
        name = "status",
        description =
                "Show an integration: alarms, how often orders have what evidence needs, its events by day, and the events"
                        + " of the last 28 days that changed nothing.",
        footer = {
            "%nExamples:",
            "  ./evidence integration status a1b2c3d4e5f6",
            "  ./evidence integration status a1b2c3d4e5f6 --json"
        })
public final class IntegrationStatusCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(paramLabel = "INTEGRATION", description = "ID of the integration from integration list")
    private String id = "";

    @Mixin
    private IntegrationOptions store = new IntegrationOptions();

    @Option(
            names = "--after",
            paramLabel = "EVENT",
            description = "continue after this event; without it, the first " + Inbox.MAX_PAGE + " are shown")
    private @Nullable String after;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    public IntegrationStatusCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
        JsonNode integration;
        JsonNode page;
        try (Client client = store.client(terminal, false)) {
            if (client == null) {
                try (OpenIntegrations open = store.open(terminal)) {
                    Integration found = IntegrationText.find(open, id);
                    integration = StatusText.json(open.administration().status(found));
                    page = page(open.administration().unmapped(found, after, Inbox.MAX_PAGE));
                }
            } else {
                integration = client.ask("GET", IntegrationText.path(id), null);
                page = client.ask("GET", Paging.path(IntegrationText.path(id) + "/events", after), null);
            }
        }
        if (json) {
            ObjectNode body = ((ObjectNode) integration).deepCopy();
            body.setAll((ObjectNode) page);
            terminal.out().println(Json.pretty(body));
        } else {
            print(integration, page);
        }
        return ExitCode.OK;
    }

    private static JsonNode page(Inbox.UnmappedPage page) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("events", page.events().stream().map(IntegrationText::json).toList());
        if (page.next() != null) {
            body.put("nextCursor", page.next());
        }
        return Json.read(Json.bytes(body));
    }

    private void print(JsonNode integration, JsonNode page) {
        terminal.out()
                .println(integration.path("platform").asString("") + " "
                        + integration.path("path").asString("") + ", account "
                        + integration.path("account").asString("") + ", "
                        + integration.path("mode").asString(""));
        printTasks(integration);
        StatusText.print(terminal, integration);
        String next = page.path("nextCursor").asString("");
        if (page.path("events").isEmpty()) {
            if (!next.isEmpty()) {
                terminal.tell("This page lists no event that changed nothing. There are more: --after " + next);
            } else if (after == null && integration.has("lastEventAt")) {
                terminal.tell("No stored event changed nothing.");
            }
            return;
        }
        Table table = new Table("EVENT", "TYPE", "REASON", "RECEIVED").drop(List.of("RECEIVED"));
        for (JsonNode event : page.path("events")) {
            table.row(
                    event.path("id").asString(""),
                    event.path("type").asString("-"),
                    event.path("reason").asString(""),
                    Times.shown(event.path("receivedAt").asString("")));
        }
        table.print(terminal);
        if (!next.isEmpty()) {
            terminal.tell("There are more: --after " + next);
        }
    }

    private void printTasks(JsonNode integration) {
        long open = integration.path("openTasks").asLong(0);
        long overdue = integration.path("overdueTasks").asLong(0);
        if (open > 0) {
            terminal.out()
                    .println("open tasks about personal data: " + open + ", overdue: " + overdue
                            + "; ./evidence integration tasks "
                            + integration.path("id").asString(""));
        }
    }
}
