package org.orderevidence.cli;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orderevidence.App;
import org.orderevidence.account.Actor;
import org.orderevidence.account.KeyAdministration;
import org.orderevidence.account.KeyChange;
import org.orderevidence.account.KeyInfo;
import org.orderevidence.cli.terminal.AccountOption;
import org.orderevidence.cli.terminal.AdministrationOptions;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.installation.Administration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Replaces a key. */
@Command(
        name = "rotate",
        description = {
            "Replace a key by a new one with the same label, scopes and expiry.",
            "The old key stays valid for a grace period."
        },
        footer = {
            "%nExamples:",
            "  ./evidence key rotate key_abcdefghij --account acme --grace 7d",
            "  ./evidence key rotate key_abcdefghij --url https://evidence.example"
        })
public final class KeyRotateCommand implements Callable<Integer> {
    private static final Pattern GRACE = Pattern.compile("(\\d{1,7})([smhd])");

    private final Terminal terminal;

    @Mixin
    private AdministrationOptions where = new AdministrationOptions();

    @Parameters(paramLabel = "KEY_ID", description = "ID of the key from key list, not the key itself")
    private String keyId = "";

    @Mixin
    private AccountOption account = new AccountOption();

    @Option(
            names = "--grace",
            paramLabel = "TIME",
            defaultValue = "24h",
            description = "how long the old key stays valid, such as 15m or 7d, at most 30d; 0s ends it now"
                    + " (default: ${DEFAULT-VALUE})")
    private String grace = "24h";

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    public KeyRotateCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
        Duration time = grace();
        JsonNode made;
        try (Client client = where.client(terminal, account.isGiven())) {
            byte[] body = Json.bytes(Map.of("graceSeconds", time.toSeconds()));
            made = client == null
                    ? inStore(time)
                    : client.ask("POST", "/api/v2/keys/" + Client.encoded(keyId) + "/rotate", body);
        }
        KeyText.printNew(terminal, made, json);
        return ExitCode.OK;
    }

    private JsonNode inStore(Duration time) {
        try (Administration administration = App.openAccounts(where.config(terminal))) {
            KeyAdministration keys = administration.accounts().keys();
            KeyInfo old = keys.key(account.id(), keyId).orElseThrow(() -> KeyText.refusal(KeyChange.Reason.NO_KEY));
            return switch (keys.rotate(Actor.operator(), old.space(), keyId, time)) {
                case KeyChange.Made(var made, var replaced) -> KeyText.json(made, replaced, Instant.now());
                case KeyChange.Refused(var reason) -> throw KeyText.refusal(reason);
                case KeyChange.Ended _ -> throw new IllegalStateException("no key was ended");
            };
        }
    }

    private Duration grace() {
        Matcher form = GRACE.matcher(grace);
        if (form.matches()) {
            long number = Long.parseLong(form.group(1));
            Duration time = switch (form.group(2)) {
                case "s" -> Duration.ofSeconds(number);
                case "m" -> Duration.ofMinutes(number);
                case "h" -> Duration.ofHours(number);
                default -> Duration.ofDays(number);
            };
            if (time.compareTo(KeyAdministration.MAX_GRACE) <= 0) {
                return time;
            }
        }
        throw new Failure(ExitCode.USAGE, "--grace is a time from 0s to 30d, such as 15m, 24h or 7d");
    }
}
