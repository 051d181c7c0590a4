package org.orderevidence.cli;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.App;
import org.orderevidence.account.Actor;
import org.orderevidence.account.KeyChange;
import org.orderevidence.account.KeySpec;
import org.orderevidence.account.Scope;
import org.orderevidence.cli.terminal.AcceptedBody;
import org.orderevidence.cli.terminal.AdministrationOptions;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.installation.Administration;
import org.orderevidence.wire.KeyReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Creates a key. */
@Command(
        name = "create",
        description = "Create an API key and print it. It cannot be shown again.",
        footer = {
            "%nExamples:",
            "  ./evidence key create --account acme --scope read --expires 90d",
            "  ./evidence key create --account acme --test",
            "  ./evidence key create --url https://evidence.example --label till-4"
        })
public final class KeyCreateCommand implements Callable<Integer> {
    private static final Pattern DAYS = Pattern.compile("([1-9]\\d{0,4})d");

    private final Terminal terminal;

    @Mixin
    private AdministrationOptions where = new AdministrationOptions();

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
    public Integer call() throws InterruptedException {
        Instant now = Instant.now();
        KeySpec spec = options.spec(expiresAt(now));
        JsonNode made;
        try (Client client = where.client(terminal, options.accountIsGiven())) {
            made = client == null ? inStore(spec, now) : client.ask("POST", "/api/v2/keys", Json.bytes(body(spec)));
        }
        KeyText.printNew(terminal, made, options.json());
        return ExitCode.OK;
    }

    private JsonNode inStore(KeySpec spec, Instant now) {
        AcceptedBody.of(Json.bytes(body(spec)), body -> KeyReader.newKey(body, now));
        try (Administration administration = App.openAccounts(where.config(terminal))) {
            return switch (administration.accounts().keys().create(Actor.operator(), spec)) {
                case KeyChange.Made(var made, var replaced) -> KeyText.json(made, replaced, now);
                case KeyChange.Refused(var reason) -> throw options.refusal(reason);
                case KeyChange.Ended _ -> throw new IllegalStateException("no key was ended");
            };
        }
    }

    private static Map<String, Object> body(KeySpec spec) {
        Map<String, Object> body = new LinkedHashMap<>();
        if (spec.label() != null) {
            body.put("label", spec.label());
        }
        body.put("scopes", spec.scopes().stream().map(Scope::wireName).toList());
        if (spec.expiresAt() != null) {
            body.put("expiresAt", spec.expiresAt().toString());
        }
        return body;
    }

    private @Nullable Instant expiresAt(Instant now) {
        if (expires == null) {
            return null;
        }
        Matcher form = DAYS.matcher(expires);
        if (!form.matches()) {
            throw new Failure(ExitCode.USAGE, "--expires is a number of days, such as 90d");
        }
        return now.plus(Duration.ofDays(Long.parseLong(form.group(1)))).truncatedTo(ChronoUnit.SECONDS);
    }
}
