package org.orderevidence.cli.terminal;

import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import picocli.CommandLine.Parameters;

/** The argument {@code ACCOUNT} of the commands for profiles. */
public final class AccountArgument {
    @Parameters(
            arity = "0..1",
            paramLabel = "ACCOUNT",
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
