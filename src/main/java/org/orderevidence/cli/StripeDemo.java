package org.orderevidence.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.orderevidence.OpenInstallation;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.Actor;
import org.orderevidence.account.ApiKey;
import org.orderevidence.account.KeyChange;
import org.orderevidence.account.KeySpec;
import org.orderevidence.account.Scope;
import org.orderevidence.cli.order.OrderAnswer;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Retry;
import org.orderevidence.cli.terminal.Shell;
import org.orderevidence.cli.terminal.Table;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.FirstKey;
import org.orderevidence.integration.Scenario;
import org.orderevidence.integration.Script;
import org.orderevidence.integration.ScriptWriter;
import org.orderevidence.integration.Signer;
import org.orderevidence.integration.SigningSecret;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.part.Platform;
import tools.jackson.databind.JsonNode;

/** The part of the demo about webhooks: connects Stripe to the test data, sends events, and shows their orders. */
final class StripeDemo {
    /** Signs only in a service that ends with the demo. */
    private static final String SECRET = "whsec_demo";

    private static final String ORDER_ID_KEY = "order_id";
    private static final long SEED = 2_026;
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final Terminal terminal;
    private final String url;
    private final ApiKey key;
    private final Path keyFile;

    private StripeDemo(Terminal terminal, String url, ApiKey key, Path keyFile) {
        this.terminal = terminal;
        this.url = url;
        this.key = key;
        this.keyFile = keyFile;
    }

    /**
     * Makes a key of the test data of the first account, and writes it to the data folder.
     *
     * @param url of the service
     */
    static StripeDemo of(Terminal terminal, Config config, String url) throws IOException {
        AccountSpace space = new AccountSpace(Accounts.FIRST_ACCOUNT, AccountSpace.Mode.TEST);
        KeyChange change;
        try (OpenInstallation installation = OpenInstallation.open(config)) {
            change = installation
                    .accounts()
                    .keys()
                    .create(Actor.operator(), new KeySpec(space, "demo", Set.of(Scope.ADMIN), null));
        }
        if (!(change instanceof KeyChange.Made(var made, var _))) {
            throw new IllegalStateException("an operator can make a key of the first account");
        }
        Path keyFile = config.data().resolve("test-key");
        FirstKey.write(keyFile, made.key());
        return new StripeDemo(terminal, url, made.key(), keyFile);
    }

    /** Connects, tracks, sends, waits, prints. */
    void show() throws InterruptedException {
        PrintStream out = terminal.out();
        Table table = new Table("SCENARIO", "WEBHOOKS", "ORDER", "EVIDENCE").right("WEBHOOKS");
        String disputed = "";
        try (Client client = new Client(URI.create(url), key)) {
            JsonNode integration = client.ask(
                    "POST",
                    "/api/v2/integrations",
                    Json.bytes(Map.of("platform", Platform.STRIPE.wireName(), "secret", SECRET)));
            Retry retry = new Retry(client, Thread::sleep, RandomGenerator.getDefault(), terminal.err()::println);
            String path = integration.path("path").asString("");
            ScenarioRun run = new ScenarioRun(client, retry, path, new Signer.OfStripe(SigningSecret.ofText(SECRET)));
            out.println("Stripe, connected to the test data: its webhooks go to " + path + ".");
            out.println("It does not send IP addresses, so the demo tracks the customers, as your server would.");
            out.println();
            Instant now = Instant.now();
            long seed = SEED;
            for (Scenario scenario : Scenario.values()) {
                Script script = new ScriptWriter(Platform.STRIPE, ORDER_ID_KEY).script(scenario, seed++, now);
                run.track(script.sightings());
                int sent = run.send(script.events(), Duration.ZERO, now).size();
                ScenarioRun.Outcome outcome = run.await(script, "", LONGEST);
                JsonNode answer = outcome.order();
                if (answer == null || !outcome.isComplete()) {
                    throw new Failure(ExitCode.FAILED, "the webhooks of the demo became no order in time");
                }
                OrderAnswer order = new OrderAnswer(answer);
                table.row(scenario.wireName(), Integer.toString(sent), order.id(), order.verdict());
                if (scenario == Scenario.DISPUTE) {
                    disputed = order.id();
                }
            }
            table.print(terminal);
            out.println();
            out.println("  " + Shell.command("explain", disputed, "--url", url, "--key-file", keyFile.toString()));
            out.println("  "
                    + Shell.command(
                            "integration",
                            "status",
                            integration.path("id").asString(""),
                            "--url",
                            url,
                            "--key-file",
                            keyFile.toString()));
            out.println();
        }
    }
}
