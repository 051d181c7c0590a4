package org.orderevidence.cli.integration;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orderevidence.OpenIntegrations;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.service.webhook.Inbox;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
    private StoreOptions store = new StoreOptions();

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
    public Integer call() {
        long replayed = 0;
        try (OpenIntegrations open = store.open(terminal)) {
            IntegrationText.find(open, id);
            Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
            String after = null;
            do {
                Inbox.UnmappedPage page = open.inbox().unmapped(id, after, Inbox.MAX_PAGE);
                replayed += page.events().stream()
                        .filter(this::isMeant)
                        .filter(stored -> open.inbox().replay(stored, now))
                        .count();
                after = page.next();
            } while (after != null);
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

    private boolean isMeant(Inbox.Stored stored) {
        return (event == null || event.equals(stored.name()))
                && (reason == null || reason.equals(IntegrationText.reason(stored.event())));
    }
}
