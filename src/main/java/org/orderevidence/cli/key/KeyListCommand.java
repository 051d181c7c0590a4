package org.orderevidence.cli.key;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.orderevidence.App;
import org.orderevidence.account.KeyInfo;
import org.orderevidence.cli.terminal.AccountOption;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.SettingOptions;
import org.orderevidence.cli.terminal.Table;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.installation.Administration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists keys. */
@Command(
        name = "list",
        description = "List the keys of an account by ID, oldest first. The keys themselves are never shown.",
        footer = {"%nExample: ./evidence key list --account acme"})
public final class KeyListCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private SettingOptions settings = new SettingOptions();

    @Mixin
    private AccountOption account = new AccountOption();

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    public KeyListCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        List<KeyInfo> keys;
        try (Administration administration = App.openAccounts(settings.config(terminal))) {
            if (administration.accounts().account(account.id()).isEmpty()) {
                throw new Failure(ExitCode.FAILED, "there is no account " + account.id());
            }
            keys = administration.accounts().keys(account.id());
        }
        if (json) {
            terminal.out()
                    .println(Json.pretty(
                            Map.of("keys", keys.stream().map(KeyOptions::shown).toList())));
            return ExitCode.OK;
        }
        Table table = new Table("KEY", "MODE", "SCOPES", "CREATED", "ENDS");
        for (KeyInfo key : keys) {
            table.row(
                    key.id(),
                    String.valueOf(KeyOptions.shown(key).get("mode")),
                    String.join(",", KeyOptions.scopeNames(key)),
                    key.createdAt().toString(),
                    key.endsAt() == null ? "never" : key.endsAt().toString());
        }
        table.print(terminal.out());
        return ExitCode.OK;
    }
}
