package org.orderevidence.cli;

import java.util.concurrent.Callable;
import org.orderevidence.OpenIntegrations;
import org.orderevidence.account.Actor;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.integration.Integration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Removes an integration. */
@Command(
        name = "remove",
        description = "Remove an integration. Its orders stay; its webhooks are refused within 5 seconds.",
        footer = {"%nExample: ./evidence integration remove a1b2c3d4e5f6"})
public final class IntegrationRemoveCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(paramLabel = "INTEGRATION", description = "ID of the integration from integration list")
    private String id = "";

    @Mixin
    private IntegrationOptions store = new IntegrationOptions();

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    public IntegrationRemoveCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
        JsonNode removed;
        try (Client client = store.client(terminal, false)) {
            removed = client == null ? inStore() : client.ask("DELETE", IntegrationText.path(id), null);
        }
        if (json) {
            terminal.out().println(Json.pretty(removed));
        } else {
            terminal.tell("removed; a running service refuses its webhooks within 5 s");
        }
        return ExitCode.OK;
    }

    private JsonNode inStore() {
        try (OpenIntegrations open = store.open(terminal)) {
            Integration before = IntegrationText.find(open, id);
            return IntegrationText.json(
                    IntegrationText.made(open.administration().remove(Actor.operator(), before), id));
        }
    }
}
