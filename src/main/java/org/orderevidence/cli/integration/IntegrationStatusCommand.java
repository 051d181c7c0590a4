package org.orderevidence.cli.integration;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orderevidence.OpenIntegrations;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Table;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.cli.terminal.Times;
import org.orderevidence.integration.inbox.Integration;
import org.orderevidence.service.webhook.Inbox;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows an integration and its events that changed nothing. */
@Command(
        name = "status",
        description = "Show an integration, and the events of the last 28 days that changed nothing, with the reason.",
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
    private StoreOptions store = new StoreOptions();

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
    public Integer call() {
        Integration integration;
        Inbox.UnmappedPage page;
        try (OpenIntegrations open = store.open(terminal)) {
            integration = IntegrationText.find(open, id);
            page = open.inbox().unmapped(id, after, Inbox.MAX_PAGE);
        }
        if (json) {
            printJson(integration, page);
        } else {
            print(integration, page);
        }
        return ExitCode.OK;
    }

    private void printJson(Integration integration, Inbox.UnmappedPage page) {
        Map<String, Object> body = new LinkedHashMap<>(IntegrationText.json(integration));
        body.put("unmapped", page.events().stream().map(IntegrationText::json).toList());
        if (page.next() != null) {
            body.put("next", page.next());
        }
        terminal.out().println(Json.pretty(body));
    }

    private void print(Integration integration, Inbox.UnmappedPage page) {
        terminal.out()
                .println(integration.platform().wireName() + " " + integration.path() + ", account "
                        + integration.space().account() + ", " + IntegrationText.mode(integration));
        if (page.events().isEmpty()) {
            terminal.tell(
                    page.next() == null
                            ? "no event without effect"
                            : "no event without effect on this page; there are more: --after " + page.next());
            return;
        }
        Table table = new Table("EVENT", "TYPE", "REASON", "RECEIVED").drop(List.of("RECEIVED"));
        for (Inbox.Stored stored : page.events()) {
            table.row(
                    stored.name(),
                    IntegrationText.type(stored.event()),
                    IntegrationText.reason(stored.event()),
                    Times.shown(stored.event().receivedAt().toString()));
        }
        table.print(terminal);
        if (page.next() != null) {
            terminal.tell("There are more: --after " + page.next());
        }
    }
}
