package org.orderevidence.cli.key;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.App;
import org.orderevidence.account.NewKey;
import org.orderevidence.account.Scope;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.SettingOptions;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.installation.Administration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes a key. */
@Command(
        name = "create",
        description = "Create an API key and print it. It cannot be shown again.",
        footer = {
            "%nExamples:",
            "  ./evidence key create --account acme --scope read,write --expires 90d",
            "  ./evidence key create --account acme --test"
        })
public final class KeyCreateCommand implements Callable<Integer> {
    private static final Pattern DAYS = Pattern.compile("([1-9]\\d{0,4})d");

    private final Terminal terminal;

    @Mixin
    private SettingOptions settings = new SettingOptions();

    @Mixin
    private KeyOptions options = new KeyOptions();

    @Option(
            names = "--expires",
            paramLabel = "DAYS",
            description = "lifetime in days, such as 90d (default: never expires)")
    private @Nullable String expires;

    public KeyCreateCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        Instant endsAt = endsAt(Instant.now());
        Set<Scope> scopes = options.scopes();
        NewKey made;
        try (Administration administration = App.openAccounts(settings.config(terminal))) {
            made = administration
                    .accounts()
                    .createKey(options.account(), options.mode(), scopes, endsAt)
                    .orElseThrow(options::noAccount);
        }
        if (options.json()) {
            Map<String, @Nullable Object> shown = KeyOptions.shown(made.info());
            shown.put("key", made.key().text());
            terminal.out().println(Json.pretty(shown));
        } else {
            terminal.err().println(made.info().id() + " created; the key is shown only once:");
            terminal.out().println(made.key().text());
        }
        return ExitCode.OK;
    }

    private @Nullable Instant endsAt(Instant now) {
        if (expires == null) {
            return null;
        }
        Matcher form = DAYS.matcher(expires);
        if (!form.matches()) {
            throw new Failure(ExitCode.USAGE, "--expires is a number of days, such as 90d");
        }
        return now.plus(Duration.ofDays(Long.parseLong(form.group(1))));
    }
}
