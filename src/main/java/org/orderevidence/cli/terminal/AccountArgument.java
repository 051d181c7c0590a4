package org.orderevidence.cli.terminal;

import org.orderevidence.account.Accounts;
import picocli.CommandLine.Parameters;

/** The argument {@code ACCOUNT} of the commands for profiles. */
public final class AccountArgument {
    @Parameters(
            arity = "0..1",
            paramLabel = "ACCOUNT",
            defaultValue = Accounts.FIRST_ACCOUNT,
            description = "ID of the account (default: ${DEFAULT-VALUE})")
    private String id = Accounts.FIRST_ACCOUNT;

    public String id() {
        return id;
    }
}
