package org.orderevidence.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.orderevidence.App;
import org.orderevidence.account.Actor;
import org.orderevidence.account.ApiKey;
import org.orderevidence.account.KeyChange;
import org.orderevidence.account.KeyInfo;
import org.orderevidence.account.KeySpec;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.SettingOptions;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.installation.Administration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Imports a key. */
@Command(
        name = "import",
        description = {
            "Import an existing key so that clients can continue to use it.",
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
        KeySpec spec = options.spec(null);
        if (terminal.errIsTerminal()) {
            terminal.err().println("reading the key from standard input");
        }
        // One line may end the key; more than that is not a key.
        byte[] read = terminal.in().readNBytes(ApiKey.MAX_LENGTH + 3);
        ApiKey key = new ApiKey(new String(read, StandardCharsets.UTF_8).strip());
        try (Administration administration = App.openAccounts(settings.config(terminal))) {
            switch (administration.accounts().keys().importKey(Actor.operator(), key, spec)) {
                case KeyChange.Made(var made, var _) -> print(made.info());
                case KeyChange.Refused(var reason) -> throw refusal(reason);
                case KeyChange.Ended _ -> throw new IllegalStateException("no key was ended");
            }
        }
        return ExitCode.OK;
    }

    private void print(KeyInfo key) {
        if (options.json()) {
            terminal.out().println(Json.pretty(KeyText.json(key, Instant.now())));
        } else {
            terminal.out().println(key.id());
        }
    }

    private Failure refusal(KeyChange.Reason reason) {
        if (reason == KeyChange.Reason.NOT_IMPORTABLE) {
            return new Failure(
                    ExitCode.FAILED,
                    "a key is " + ApiKey.MIN_IMPORTED_LENGTH + " to " + ApiKey.MAX_LENGTH
                            + " printable ASCII characters without spaces, and no broken key of this service (oe_)");
        }
        if (reason == KeyChange.Reason.WRONG_MODE) {
            return new Failure(
                    ExitCode.FAILED,
                    options.isTest()
                            ? "this is a live key (oe_live_); import it without --test"
                            : "this is a test key (oe_test_); import it with --test");
        }
        return options.refusal(reason);
    }
}
