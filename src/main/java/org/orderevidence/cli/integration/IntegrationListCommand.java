package org.orderevidence.cli.integration;

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
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists integrations. */
@Command(
        name = "list",
        description = "List the integrations by ID. Their secrets are never shown.",
        footer = {"%nExamples:", "  ./evidence integration list", "  ./evidence integration list --account acme --json"
        })
public final class IntegrationListCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private StoreOptions store = new StoreOptions();

    @Option(names = "--account", paramLabel = "ID", description = "only those of this account")
    private @Nullable String account;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    public IntegrationListCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        List<Integration> integrations;
        try (OpenIntegrations open = store.open(terminal)) {
            integrations = account == null
                    ? open.integrations().all()
                    : open.integrations().of(account);
        }
        if (json) {
            terminal.out()
                    .println(Json.pretty(Map.of(
                            "integrations",
                            integrations.stream().map(IntegrationText::json).toList())));
            return ExitCode.OK;
        }
        if (integrations.isEmpty()) {
            terminal.err().println("no integration found");
            return ExitCode.OK;
        }
        Table table = new Table("INTEGRATION", "PLATFORM", "ACCOUNT", "MODE", "SECRETS", "CREATED")
                .drop(List.of("CREATED", "SECRETS"));
        for (Integration each : integrations) {
            table.row(
                    each.id(),
                    each.platform().wireName(),
                    each.space().account(),
                    IntegrationText.mode(each),
                    each.secrets().previous() == null ? "1" : "2",
                    Times.shown(each.createdAt().toString()));
        }
        table.print(terminal);
        return ExitCode.OK;
    }
}
