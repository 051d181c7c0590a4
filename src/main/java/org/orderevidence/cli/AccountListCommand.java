package org.orderevidence.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orderevidence.App;
import org.orderevidence.account.Account;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.SettingOptions;
import org.orderevidence.cli.terminal.Table;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.cli.terminal.Times;
import org.orderevidence.installation.Administration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists the accounts. */
@Command(
        name = "list",
        description = "List the accounts by ID.",
        footer = {"%nExample: ./evidence account list --json"})
public final class AccountListCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private SettingOptions settings = new SettingOptions();

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    public AccountListCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        List<Account> accounts;
        try (Administration administration = App.openAccounts(settings.config(terminal))) {
            accounts = administration.accounts().list();
        }
        if (json) {
            List<Map<String, @Nullable Object>> rows =
                    accounts.stream().map(AccountListCommand::json).toList();
            terminal.out().println(Json.pretty(Map.of("accounts", rows)));
            return ExitCode.OK;
        }
        if (accounts.isEmpty()) {
            terminal.err().println("no account found");
            return ExitCode.OK;
        }
        Table table = new Table("ACCOUNT", "CREATED", "MERCHANT").drop(List.of("CREATED"));
        for (Account account : accounts) {
            String merchant = account.profile().name();
            table.row(account.id(), Times.shown(account.createdAt().toString()), merchant == null ? "-" : merchant);
        }
        table.print(terminal);
        return ExitCode.OK;
    }

    private static Map<String, @Nullable Object> json(Account account) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("id", account.id());
        row.put("createdAt", account.createdAt().toString());
        row.put("merchant", account.profile().name());
        return row;
    }
}
