package org.orderevidence.cli.terminal;

import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import picocli.CommandLine.Option;

/** The option {@code --account} of the commands for keys. */
public final class AccountOption {
    @Option(
            names = "--account",
            paramLabel = "ID",
            description = "ID of the account (default: " + Accounts.FIRST_ACCOUNT + "); with --url, the key decides")
    private @Nullable String id;

    public String id() {
        return id == null ? Accounts.FIRST_ACCOUNT : id;
    }

    /** True if an account was given. */
    public boolean isGiven() {
        return id != null;
    }
}
