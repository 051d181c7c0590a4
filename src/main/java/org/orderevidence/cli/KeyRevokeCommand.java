package org.orderevidence.cli;

import java.util.concurrent.Callable;
import org.orderevidence.App;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.Actor;
import org.orderevidence.account.KeyAdministration;
import org.orderevidence.account.KeyChange;
import org.orderevidence.account.KeyInfo;
import org.orderevidence.cli.terminal.AccountOption;
import org.orderevidence.cli.terminal.AdministrationOptions;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.installation.Administration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Ends a key. */
@Command(
        name = "revoke",
        description = "Revoke a key. A running service refuses it within 5 seconds.",
        footer = {
            "%nExamples:",
            "  ./evidence key revoke key_abcdefghij --account acme",
            "  ./evidence key revoke key_abcdefghij --url https://evidence.example"
        })
public final class KeyRevokeCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private AdministrationOptions where = new AdministrationOptions();

    @Parameters(paramLabel = "KEY_ID", description = "ID of the key from key list, not the key itself")
    private String keyId = "";

    @Mixin
    private AccountOption account = new AccountOption();

    public KeyRevokeCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
        try (Client client = where.client(terminal, account.isGiven())) {
            if (client == null) {
                revokeInStore();
            } else {
                client.ask("DELETE", "/api/v2/keys/" + Client.encoded(keyId), null);
            }
        }
        terminal.err()
                .println("revoked; a running service refuses it within " + Accounts.SEEN_WITHIN.toSeconds() + " s");
        return ExitCode.OK;
    }

    private void revokeInStore() {
        try (Administration administration = App.openAccounts(where.config(terminal))) {
            KeyAdministration keys = administration.accounts().keys();
            KeyInfo key = keys.key(account.id(), keyId).orElseThrow(() -> KeyText.refusal(KeyChange.Reason.NO_KEY));
            if (keys.revoke(Actor.operator(), key.space(), keyId) instanceof KeyChange.Refused(var reason)) {
                throw KeyText.refusal(reason);
            }
        }
    }
}
