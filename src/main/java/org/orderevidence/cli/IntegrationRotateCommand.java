package org.orderevidence.cli;

import java.nio.file.Path;
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
import org.orderevidence.integration.SecretText;
import org.orderevidence.webhook.Integrations;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Changes the secret of an integration. */
@Command(
        name = "rotate",
        description = {
            "Give an integration a new secret. The old one stays valid until you end the rotation.",
            "The secret is read from a file or from standard input."
        },
        footer = {
            "%nExamples:",
            "  ./evidence integration rotate a1b2c3d4e5f6 --secret-file new-secret",
            "  ./evidence integration rotate a1b2c3d4e5f6 --end"
        })
public final class IntegrationRotateCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(paramLabel = "INTEGRATION", description = "ID of the integration from integration list")
    private String id = "";

    @Mixin
    private IntegrationOptions store = new IntegrationOptions();

    @Option(
            names = "--secret-file",
            paramLabel = "FILE",
            description = "file with the new secret (default: standard input)")
    private @Nullable Path secretFile;

    @Option(names = "--end", description = "refuse the old secret from now on")
    private boolean end;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    public IntegrationRotateCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (end && secretFile != null) {
            throw new Failure(ExitCode.USAGE, "--end takes no secret");
        }
        JsonNode changed;
        try (Client client = store.client(terminal, false)) {
            changed = client == null ? inStore() : client.ask("POST", IntegrationText.path(id) + "/rotate", body());
        }
        if (json) {
            terminal.out().println(Json.pretty(changed));
        } else {
            terminal.tell(
                    end
                            ? "A running service refuses the old secret within 5 s."
                            : "Both secrets are valid. When the platform uses the new one: ./evidence integration rotate "
                                    + id + " --end");
        }
        return ExitCode.OK;
    }

    private JsonNode inStore() {
        try (OpenIntegrations open = store.open(terminal)) {
            Integration before = IntegrationText.find(open, id);
            Integrations.Change change = end
                    ? open.administration().endRotation(Actor.operator(), before)
                    : open.administration().rotate(Actor.operator(), before, newSecret(before));
            return IntegrationText.json(IntegrationText.made(change, id));
        }
    }

    private SecretText newSecret(Integration before) {
        return SecretInput.read(terminal, secretFile, before.platform());
    }

    private byte[] body() {
        return Json.bytes(
                end
                        ? Map.of("end", true)
                        : Map.of(
                                "secret", SecretInput.read(terminal, secretFile).value()));
    }
}
