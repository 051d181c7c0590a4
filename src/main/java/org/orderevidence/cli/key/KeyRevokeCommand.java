package org.orderevidence.cli.key;

import java.util.concurrent.Callable;
import org.orderevidence.App;
import org.orderevidence.account.Accounts;
import org.orderevidence.cli.terminal.AccountOption;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.SettingOptions;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.installation.Administration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Ends a key. */
@Command(
        name = "revoke",
        description = "Revoke a key. A running service refuses it within 5 seconds.",
        footer = {"%nExample: ./evidence key revoke key_abcdefghij --account acme"})
public final class KeyRevokeCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private SettingOptions settings = new SettingOptions();

    @Parameters(paramLabel = "KEY_ID", description = "ID of the key from key list, not the key itself")
    private String keyId = "";

    @Mixin
    private AccountOption account = new AccountOption();

    public KeyRevokeCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        try (Administration administration = App.openAccounts(settings.config(terminal))) {
            if (!administration.accounts().revoke(account.id(), keyId)) {
                throw new Failure(ExitCode.FAILED, "account " + account.id() + " has no such key; see key list");
            }
        }
        terminal.err()
                .println("revoked; a running service refuses it within " + Accounts.SEEN_WITHIN.toSeconds() + " s");
        return ExitCode.OK;
    }
}
