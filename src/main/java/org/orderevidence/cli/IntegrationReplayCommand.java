package org.orderevidence.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orderevidence.OpenIntegrations;
import org.orderevidence.account.Actor;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.integration.Integration;
import org.orderevidence.webhook.IntegrationAdministration.ReplayFilter;
import org.orderevidence.webhook.IntegrationAdministration.Replayed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Has events that changed nothing mapped again. */
@Command(
        name = "replay",
        description = {
            "Map events again that changed nothing, such as after an update of this program.",
            "A running service does it within 10 seconds."
        },
        footer = {
            "%nExamples:",
            "  ./evidence integration replay a1b2c3d4e5f6",
            "  ./evidence integration replay a1b2c3d4e5f6 --reason unknown_type"
        })
public final class IntegrationReplayCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(paramLabel = "INTEGRATION", description = "ID of the integration from integration list")
    private String id = "";

    @Mixin
    private IntegrationOptions store = new IntegrationOptions();

    @Option(names = "--event", paramLabel = "EVENT", description = "only this event from integration status")
    private @Nullable String event;

    @Option(names = "--reason", paramLabel = "REASON", description = "only events with this reason")
    private @Nullable String reason;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    public IntegrationReplayCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (event != null && reason != null) {
            throw new Failure(
                    ExitCode.USAGE, "--event names one event, and --reason selects events: use one of the two");
        }
        long replayed;
        try (Client client = store.client(terminal, false)) {
            replayed = client == null ? inStore() : atService(client);
        }
        if (event != null && replayed == 0) {
            throw new Failure(ExitCode.FAILED, "there is no such event without effect");
        }
        if (json) {
            terminal.out().println(Json.pretty(Map.of("replayed", replayed)));
        } else {
            terminal.tell(replayed + (replayed == 1 ? " event is" : " events are") + " mapped again");
        }
        return ExitCode.OK;
    }

    private long inStore() {
        long replayed = 0;
        try (OpenIntegrations open = store.open(terminal)) {
            Integration integration = IntegrationText.find(open, id);
            ReplayFilter filter = new ReplayFilter(event, reason);
            String after = null;
            do {
                Replayed page = open.administration().replay(Actor.operator(), integration, filter, after);
                replayed += page.events();
                after = page.next();
            } while (after != null);
        }
        return replayed;
    }

    private long atService(Client client) throws InterruptedException {
        long replayed = 0;
        String after = null;
        do {
            Map<String, Object> body = new LinkedHashMap<>();
            put(body, "event", event);
            put(body, "reason", reason);
            put(body, "cursor", after);
            JsonNode page = client.ask("POST", IntegrationText.path(id) + "/replay", Json.bytes(body));
            replayed += page.path("replayed").asLong(0);
            after = page.has("nextCursor") ? page.path("nextCursor").asString("") : null;
        } while (after != null);
        return replayed;
    }

    private static void put(Map<String, Object> body, String name, @Nullable String value) {
        if (value != null) {
            body.put(name, value);
        }
    }
}
