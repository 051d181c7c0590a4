package org.orderevidence.cli;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.orderevidence.App;
import org.orderevidence.cli.terminal.AccountOption;
import org.orderevidence.cli.terminal.AdministrationOptions;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.installation.Administration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Lists keys. */
@Command(
        name = "list",
        description = "List the keys of an account, oldest first. The keys themselves are never shown.",
        footer = {
            "%nExamples:",
            "  ./evidence key list --account acme",
            "  ./evidence key list --url https://evidence.example --key-file admin-key"
        })
public final class KeyListCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private AdministrationOptions where = new AdministrationOptions();

    @Mixin
    private AccountOption account = new AccountOption();

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    public KeyListCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
        List<JsonNode> keys;
        try (Client client = where.client(terminal, account.isGiven())) {
            keys = client == null ? inStore() : ofService(client);
        }
        if (json) {
            terminal.out().println(Json.pretty(Map.of("keys", keys)));
        } else {
            KeyText.print(terminal, keys);
        }
        return ExitCode.OK;
    }

    private List<JsonNode> inStore() {
        try (Administration administration = App.openAccounts(where.config(terminal))) {
            if (administration.accounts().account(account.id()).isEmpty()) {
                throw new Failure(ExitCode.FAILED, "there is no account " + account.id());
            }
            Instant now = Instant.now();
            return administration.accounts().keys().all(account.id()).stream()
                    .map(key -> KeyText.json(key, now))
                    .toList();
        }
    }

    private static List<JsonNode> ofService(Client client) throws InterruptedException {
        List<JsonNode> keys = new ArrayList<>();
        String path = "/api/v2/keys?per=100";
        JsonNode page = client.ask("GET", path, null);
        page.path("keys").forEach(keys::add);
        while (page.has("nextCursor")) {
            String cursor = Client.encoded(page.path("nextCursor").asString(""));
            page = client.ask("GET", path + "&cursor=" + cursor, null);
            page.path("keys").forEach(keys::add);
        }
        return keys;
    }
}
