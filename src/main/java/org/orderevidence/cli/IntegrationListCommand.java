package org.orderevidence.cli;

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
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Lists integrations. */
@Command(
        name = "list",
        description = "List the integrations by ID. Their secrets are never shown.",
        footer = {
            "%nExamples:",
            "  ./evidence integration list",
            "  ./evidence integration list --account acme --json",
            "  ./evidence integration list --url https://evidence.example"
        })
public final class IntegrationListCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private IntegrationOptions store = new IntegrationOptions();

    @Option(names = "--account", paramLabel = "ID", description = "only those of this account")
    private @Nullable String account;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    public IntegrationListCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
        List<JsonNode> integrations;
        try (Client client = store.client(terminal, account != null)) {
            integrations = client == null ? inStore() : Paging.all(client, IntegrationText.PATH, "integrations");
        }
        if (json) {
            terminal.out().println(Json.pretty(Map.of("integrations", integrations)));
            return ExitCode.OK;
        }
        if (integrations.isEmpty()) {
            terminal.err().println("no integration found");
            return ExitCode.OK;
        }
        Table table = new Table("INTEGRATION", "PLATFORM", "ACCOUNT", "MODE", "SECRETS", "CREATED")
                .drop(List.of("CREATED", "SECRETS"));
        for (JsonNode each : integrations) {
            table.row(
                    each.path("id").asString(""),
                    each.path("platform").asString(""),
                    each.path("account").asString(""),
                    each.path("mode").asString(""),
                    each.path("secrets").asString(""),
                    Times.shown(each.path("createdAt").asString("")));
        }
        table.print(terminal);
        return ExitCode.OK;
    }

    private List<JsonNode> inStore() {
        try (OpenIntegrations open = store.open(terminal)) {
            List<Integration> found = account == null
                    ? open.integrations().all()
                    : open.integrations().of(account);
            return found.stream().map(IntegrationText::json).toList();
        }
    }
}
