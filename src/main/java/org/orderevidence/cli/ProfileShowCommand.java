package org.orderevidence.cli;

import java.util.Map;
import java.util.concurrent.Callable;
import org.orderevidence.App;
import org.orderevidence.account.Account;
import org.orderevidence.cli.terminal.AccountArgument;
import org.orderevidence.cli.terminal.AdministrationOptions;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Table;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.installation.Administration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows an account's profile. */
@Command(
        name = "show",
        description = "Show the profile of an account.",
        footer = {
            "%nExamples:",
            "  ./evidence account profile show acme",
            "  ./evidence account profile show --url https://evidence.example"
        })
public final class ProfileShowCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private AdministrationOptions where = new AdministrationOptions();

    @Mixin
    private AccountArgument account = new AccountArgument();

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    public ProfileShowCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
        Map<String, String> texts;
        try (Client client = where.client(terminal, account.isGiven())) {
            texts = client == null ? inStore() : ProfileJson.texts(client.ask("GET", "/api/v2/account", null));
        }
        if (json) {
            terminal.out().println(Json.pretty(texts));
            return ExitCode.OK;
        }
        Table table = new Table("FIELD", "VALUE");
        texts.forEach(table::row);
        table.print(terminal.out());
        return ExitCode.OK;
    }

    private Map<String, String> inStore() {
        try (Administration administration = App.openAccounts(where.config(terminal))) {
            Account stored = administration
                    .accounts()
                    .account(account.id())
                    .orElseThrow(() -> new Failure(ExitCode.FAILED, "there is no account " + account.id()));
            return ProfileTexts.of(stored);
        }
    }
}
