package org.orderevidence.cli.terminal;

import org.orderevidence.account.Accounts;
import picocli.CommandLine.Option;

/** The option {@code --account} of the commands for keys. */
public final class AccountOption {
    @Option(
            names = "--account",
            paramLabel = "ID",
            defaultValue = Accounts.FIRST_ACCOUNT,
            description = "ID of the account (default: ${DEFAULT-VALUE})")
    private String id = Accounts.FIRST_ACCOUNT;

    public String id() {
        return id;
    }
}
