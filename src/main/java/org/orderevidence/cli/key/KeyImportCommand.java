package org.orderevidence.cli.key;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.Callable;
import org.orderevidence.App;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.ApiKey;
import org.orderevidence.account.Scope;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.SettingOptions;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.installation.Administration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Takes over a key. */
@Command(
        name = "import",
        description = {
            "Import an existing key, so that clients can keep using it.",
            "The key is read from standard input, because other processes of the machine can see arguments."
        },
        footer = {"%nExample: ./evidence key import --account acme < old-key.txt"})
public final class KeyImportCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private SettingOptions settings = new SettingOptions();

    @Mixin
    private KeyOptions options = new KeyOptions();

    public KeyImportCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        Set<Scope> scopes = options.scopes();
        if (terminal.errIsTerminal()) {
            terminal.err().println("reading the key from standard input");
        }
        // One line may end the key; more than that is not a key.
        byte[] read = terminal.in().readNBytes(ApiKey.MAX_LENGTH + 3);
        ApiKey key = new ApiKey(new String(read, StandardCharsets.UTF_8).strip());
        try (Administration administration = App.openAccounts(settings.config(terminal))) {
            Accounts accounts = administration.accounts();
            switch (accounts.importKey(key, options.account(), options.mode(), scopes)) {
                case Accounts.Import.Imported(var info) -> {
                    if (options.json()) {
                        terminal.out().println(Json.pretty(KeyOptions.shown(info)));
                    } else {
                        terminal.out().println(info.id());
                    }
                }
                case Accounts.Import.InUse() -> throw new Failure(ExitCode.FAILED, "this key is in use already");
                case Accounts.Import.NoAccount() -> throw options.noAccount();
                case Accounts.Import.Refused() ->
                    throw new Failure(
                            ExitCode.FAILED,
                            "a key is " + ApiKey.MIN_IMPORTED_LENGTH + " to " + ApiKey.MAX_LENGTH
                                    + " printable ASCII characters without blanks, and no broken key of ours (oe_)");
            }
        }
        return ExitCode.OK;
    }
}
