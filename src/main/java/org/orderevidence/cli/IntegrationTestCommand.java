package org.orderevidence.cli;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.order.OrderAnswer;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Plural;
import org.orderevidence.cli.terminal.Retry;
import org.orderevidence.cli.terminal.ServiceOptions;
import org.orderevidence.cli.terminal.Table;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.integration.Deliveries;
import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.integration.Scenario;
import org.orderevidence.integration.Script;
import org.orderevidence.integration.ScriptWriter;
import org.orderevidence.integration.Signer;
import org.orderevidence.integration.SigningSecret;
import org.orderevidence.order.part.Platform;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Sends test webhooks to an integration of test data. */
@Command(
        name = "test",
        description = {
            "Send the webhooks of a purchase to a test integration, like the platform does, and show the resulting"
                    + " order.",
            "The key must be an admin key of the test data. Live integrations are refused. Stripe does not send IP addresses,"
                    + " so the command also tracks the customer."
        },
        footer = {
            "%nExamples:",
            "  ./evidence integration test stripe --scenario dispute \\",
            "      --integration a1b2c3d4e5f6 --secret-file test-secret --key-file test-key",
            "  ./evidence integration test stripe --scenario refund --shuffle --duplicates \\",
            "      --integration a1b2c3d4e5f6 --secret-file test-secret --key-file test-key"
        })
public final class IntegrationTestCommand implements Callable<Integer> {
    /** An event that arrives before its order is retried later. */
    private static final int USUAL_WAIT = 90;

    private static final int LONGEST_WAIT = 600;
    private static final int MOST_SEEDS = 1_000_000;

    private final Terminal terminal;

    @Mixin
    private PlatformSecretOptions platform = new PlatformSecretOptions();

    @Mixin
    private ServiceOptions service = new ServiceOptions();

    @Option(
            names = "--integration",
            paramLabel = "ID",
            required = true,
            description = "ID of the integration, which was added with --test")
    private String integration = "";

    @Option(
            names = "--scenario",
            paramLabel = "NAME",
            defaultValue = "checkout",
            description = "checkout, refund, dispute or fraud-warning (default: ${DEFAULT-VALUE})")
    private String scenario = "checkout";

    @Option(names = "--shuffle", description = "send the events in a random order")
    private boolean shuffle;

    @Option(names = "--duplicates", description = "send each event twice")
    private boolean duplicates;

    @Option(
            names = "--seed",
            paramLabel = "NUMBER",
            description = "makes the customer, the order IDs and the random order (default: a new one each time)")
    private @Nullable Long seed;

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            defaultValue = "" + USUAL_WAIT,
            description = "how long to wait for the order (default: ${DEFAULT-VALUE})")
    private int wait = USUAL_WAIT;

    @Option(names = "--remote", description = "allow a service that is not on this machine")
    private boolean remote;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    public IntegrationTestCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
        Platform of = platform.platform();
        Scenario chosen = scenario(of);
        if (wait < 0 || wait > LONGEST_WAIT) {
            throw new Failure(ExitCode.USAGE, "--wait must be 0 to " + LONGEST_WAIT);
        }
        Signer signer = signer(of);
        try (Client client = service.client(terminal)) {
            if (!remote && !client.isOnThisMachine()) {
                throw new Failure(
                        ExitCode.USAGE,
                        client.base().getHost() + " is not this machine: to send test webhooks to it, add --remote");
            }
            return run(client, integration(client, of), of, chosen, signer);
        }
    }

    private int run(Client client, JsonNode target, Platform of, Scenario chosen, Signer signer)
            throws InterruptedException {
        long number = seed == null ? RandomGenerator.getDefault().nextLong(MOST_SEEDS) : seed;
        Instant now = Instant.now();
        Script script =
                new ScriptWriter(of, target.path("orderIdKey").asString("order_id")).script(chosen, number, now);
        Retry retry = new Retry(client, Thread::sleep, RandomGenerator.getDefault(), terminal.err()::println);
        ScenarioRun run = new ScenarioRun(client, retry, target.path("path").asString(""), signer);

        run.track(script.sightings());
        List<ScenarioRun.Sent> sent = run.send(
                Deliveries.of(script.events(), duplicates, shuffle, number),
                shuffle ? Duration.ZERO : ScenarioRun.USUAL_PAUSE,
                now);
        if (!json) {
            print(sent, script, number);
        }
        ScenarioRun.Outcome outcome =
                run.await(script, target.path("orderIdPrefix").asString(""), Duration.ofSeconds(wait));
        JsonNode order = outcome.order();
        if (json) {
            terminal.out().println(Json.pretty(answer(sent, script, number, outcome)));
        } else if (order != null) {
            terminal.out().println();
            new OrderAnswer(order).print(terminal);
        }
        if (!outcome.isComplete()) {
            terminal.tell("the order is not complete after " + wait
                    + " s; events that changed nothing: ./evidence integration status " + integration);
        }
        return outcome.isComplete() ? ExitCode.OK : ExitCode.FAILED;
    }

    private void print(List<ScenarioRun.Sent> sent, Script script, long number) {
        Table table = new Table("EVENT", "TYPE", "ANSWER").right("ANSWER").drop(List.of("EVENT"));
        sent.forEach(each -> table.row(each.id(), each.type(), Integer.toString(each.status())));
        table.print(terminal);
        String tracked = script.sightings().isEmpty()
                ? ""
                : ", " + Plural.of(script.sightings().size(), "sighting");
        terminal.out().println("Sent: " + Plural.of(sent.size(), "webhook") + tracked + ". Seed: " + number + ".");
        terminal.out().flush();
    }

    private static Map<String, Object> answer(
            List<ScenarioRun.Sent> sent, Script script, long number, ScenarioRun.Outcome outcome) {
        List<Map<String, Object>> events = new ArrayList<>();
        for (ScenarioRun.Sent each : sent) {
            Map<String, Object> event = new LinkedHashMap<>();
            event.put("id", each.id());
            event.put("type", each.type());
            event.put("answer", each.status());
            events.add(event);
        }
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("seed", number);
        answer.put("sent", events);
        answer.put("sightings", script.sightings().size());
        answer.put("complete", outcome.isComplete());
        if (outcome.order() != null) {
            answer.put("order", outcome.order());
        }
        return answer;
    }

    /** Returns the integration, if it is of the platform and takes test events. */
    private JsonNode integration(Client client, Platform of) throws InterruptedException {
        JsonNode found = client.ask("GET", IntegrationCommands.path(integration), null);
        if (!"test".equals(found.path("mode").asString(""))) {
            throw new Failure(
                    ExitCode.USAGE,
                    "integration " + integration + " takes live events: test webhooks are only sent to one that was"
                            + " added with --test");
        }
        if (!of.wireName().equals(found.path("platform").asString(""))) {
            throw new Failure(
                    ExitCode.USAGE,
                    "integration " + integration + " is one of "
                            + found.path("platform").asString(""));
        }
        return found;
    }

    private Scenario scenario(Platform of) {
        ScriptWriter writer = new ScriptWriter(of, "order_id");
        return Scenario.parse(scenario)
                .filter(writer::knows)
                .orElseThrow(() -> new Failure(
                        ExitCode.USAGE,
                        "a scenario of " + of.wireName() + " is "
                                + Arrays.stream(Scenario.values())
                                        .filter(writer::knows)
                                        .map(Scenario::wireName)
                                        .collect(Collectors.joining(", "))
                                + "; not " + scenario));
    }

    private Signer signer(Platform of) {
        IntegrationSecrets secrets = platform.secrets(terminal);
        String secret = secrets.signing().value();
        IntegrationSecrets.Basic basic = secrets.basic();
        return switch (of) {
            case STRIPE -> new Signer.OfStripe(SigningSecret.ofText(secret));
            case SHOPIFY -> new Signer.OfShopify(SigningSecret.ofText(secret));
            case ADYEN ->
                new Signer.OfAdyen(
                        SigningSecret.ofHex(secret),
                        Objects.requireNonNull(basic).user(),
                        basic.password().value());
        };
    }
}
