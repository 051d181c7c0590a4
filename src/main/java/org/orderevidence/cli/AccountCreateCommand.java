package org.orderevidence.cli;

import java.util.concurrent.Callable;
import org.orderevidence.App;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.SettingOptions;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.installation.Administration;
import org.orderevidence.order.AccountSpace;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Makes an account. */
@Command(
        name = "create",
        description = "Create an account. Then create a key for it: see key create.",
        footer = {"%nExample: ./evidence account create acme"})
public final class AccountCreateCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private SettingOptions settings = new SettingOptions();

    @Parameters(paramLabel = "ID", description = "ID: 1 to 64 characters of a-z, 0-9, - and _")
    private String id = "";

    public AccountCreateCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        if (!AccountSpace.isAccountId(id)) {
            throw new Failure(ExitCode.USAGE, "an account id is 1 to 64 of a-z, 0-9, - and _");
        }
        try (Administration administration = App.openAccounts(settings.config(terminal))) {
            if (!administration.accounts().create(id)) {
                throw new Failure(ExitCode.FAILED, "there is an account " + id + " already");
            }
        }
        terminal.out().println(id);
        return ExitCode.OK;
    }
}
