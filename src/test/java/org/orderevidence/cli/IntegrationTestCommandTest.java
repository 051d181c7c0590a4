package org.orderevidence.cli;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.App;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.SettingOptions;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Logging;
import tools.jackson.databind.JsonNode;

/** {@code integration test}: its webhooks go through the receiver of a service that runs. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IntegrationTestCommandTest {
    private static final Map<String, String> SECRETS = Map.of(
            "stripe", "whsec_of_the_sender", "shopify", "the sender's secret", "adyen", "44782DEF547AAA06C910C43932");

    private Path folder;
    private final Map<String, String> integrations = new HashMap<>();
    private App app;
    private Path keyFile;

    @BeforeAll
    void start(@TempDir Path ofAll) throws IOException {
        folder = ofAll;
        Map<String, String> flags = Map.of("data", folder.resolve("data").toString(), "port", "0");
        Config config = SettingOptions.accepted(Config.read(null, Map.of(), flags));
        Logging.start(false, "error", System.err);
        Files.writeString(folder.resolve("password"), "a password");
        try (App first = App.start(config)) {
            Files.writeString(
                    folder.resolve("live-key"),
                    first.firstKey().orElseThrow().key().text());
            JsonNode key = json(ran(0, "", "key", "create", "--test", "--scope", "admin", "--json", "--data", data()));
            keyFile = Files.writeString(
                    folder.resolve("test-key"), key.path("key").asString() + "\n");
            for (Map.Entry<String, String> secret : SECRETS.entrySet()) {
                Files.writeString(folder.resolve(secret.getKey()), secret.getValue());
                String platform = secret.getKey();
                integrations.put(platform, added(platform, secret.getValue(), "--test", "--order-id-prefix", "P-"));
            }
        }
        // A service that starts now knows them at once. One that runs learns of an integration seconds later.
        app = App.start(config);
    }

    @AfterAll
    void stop() {
        app.close();
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    private static TestTerminal ran(int code, String input, String... args) {
        TestTerminal terminal = new TestTerminal().reading(input);
        assertEquals(code, terminal.run(args), () -> List.of(args) + "\n" + terminal.err() + terminal.out());
        return terminal;
    }

    private static JsonNode json(TestTerminal terminal) {
        return Json.read(terminal.out().getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the id of the integration that all scenarios of a platform use. */
    private String integration(String platform) {
        return Objects.requireNonNull(integrations.get(platform));
    }

    /** Adds an integration, and returns its id. */
    private String added(String platform, String secret, String... options) {
        List<String> args = new ArrayList<>(List.of("integration", "add", platform, "--json", "--data", data()));
        args.addAll(List.of(options));
        if (platform.equals("adyen")) {
            args.addAll(List.of("--basic-user", "adyen", "--basic-password-file", file("password")));
        }
        return json(ran(0, secret, args.toArray(String[]::new))).path("id").asString();
    }

    /** The command with options that replace the usual ones of the same name. */
    private TestTerminal sent(int code, String platform, String id, String... options) {
        List<String> args = new ArrayList<>(List.of("integration", "test", platform, "--integration", id));
        Map<String, String> usual = new LinkedHashMap<>();
        usual.put("--secret-file", file(platform));
        usual.put("--url", "http://127.0.0.1:" + app.port());
        usual.put("--key-file", keyFile.toString());
        if (platform.equals("adyen")) {
            usual.put("--basic-user", "adyen");
            usual.put("--basic-password-file", file("password"));
        }
        List<String> given = List.of(options);
        usual.forEach((name, value) -> {
            if (!given.contains(name)) {
                args.addAll(List.of(name, value));
            }
        });
        args.addAll(given);
        return ran(code, "", args.toArray(String[]::new));
    }

    /** The order of each scenario, as the receiver made it. */
    @ParameterizedTest
    @CsvSource({
        "stripe,  checkout,      2, not_qualified",
        "stripe,  refund,        5, not_qualified",
        "stripe,  dispute,       7, qualified",
        "stripe,  fraud-warning, 7, qualified",
        "shopify, checkout,      4, not_qualified",
        "shopify, refund,        5, not_qualified",
        "shopify, dispute,      13, qualified",
        "adyen,   checkout,      2, not_qualified",
        "adyen,   refund,        3, not_qualified",
        "adyen,   dispute,       7, requires_action",
        "adyen,   fraud-warning, 7, requires_action"
    })
    void everyScenarioBecomesItsOrder(String platform, String scenario, int webhooks, String verdict) {
        String id = integration(platform);
        String seed = Integer.toString(Math.floorMod((platform + scenario).hashCode(), 1_000));
        JsonNode answer = json(sent(0, platform, id, "--scenario", scenario, "--seed", seed, "--json"));

        assertEquals(webhooks, answer.path("sent").size());
        assertEquals(seed, answer.path("seed").asString());
        assertTrue(answer.path("complete").asBoolean());
        JsonNode order = answer.path("order");
        assertTrue(order.path("charge").path("id").asString().startsWith("P-test-"), order.toString());
        assertEquals(verdict, order.path("compellingEvidence").path("status").asString(), order::toString);
        assertEquals(
                scenario.equals("dispute") ? "10.4" : "",
                order.path("charge").path("disputes").path(0).path("condition").asString(""));
        assertEquals(
                scenario.equals("fraud-warning") ? 1 : 0,
                order.path("charge").path("fraudReports").size());
    }

    @Test
    void shuffledAndDoubledEventsBecomeTheSameOrder() {
        String id = added("stripe", "whsec_of_another", "--test");
        Path secret = folder.resolve("another");
        assertDoesNotThrow(() -> Files.writeString(secret, "whsec_of_another"));

        JsonNode answer = json(sent(
                0,
                "stripe",
                id,
                "--secret-file",
                secret.toString(),
                "--scenario",
                "dispute",
                "--shuffle",
                "--duplicates",
                "--seed",
                "11",
                "--json"));

        assertEquals(14, answer.path("sent").size());
        List<String> ids = answer.path("sent")
                .valueStream()
                .map(sent -> sent.path("id").asString())
                .toList();
        assertEquals(7, ids.stream().distinct().count());
        assertNotEquals(ids.subList(0, 7), ids.subList(7, 14), "they are shuffled");
        assertEquals(
                "qualified",
                answer.path("order").path("compellingEvidence").path("status").asString());
    }

    @Test
    void theAnswersAndTheCaseFileAreShown() {
        String id = integration("stripe");

        String out = sent(0, "stripe", id, "--seed", "12").out();

        assertTrue(out.contains("charge.succeeded"), out);
        assertTrue(out.contains("Sent: 2 webhooks, 1 sighting. Seed: 12."), out);
        assertTrue(out.contains("NOT ELIGIBLE"), out);
    }

    @Test
    void nothingIsSentToALiveIntegrationOrToAnotherMachine() {
        String live = added("stripe", "whsec_live");
        String test = added("stripe", "whsec_of_a_test", "--test");

        assertTrue(sent(4, "stripe", live).err().contains("has no integration with this ID"), "a test key");
        assertTrue(sent(2, "stripe", live, "--key-file", file("live-key"))
                .err()
                .startsWith("integration " + live + " takes live events"));
        assertTrue(sent(2, "stripe", test, "--url", "http://shop.example")
                .err()
                .startsWith("shop.example is not this machine"));
        assertTrue(sent(2, "stripe", test).err().startsWith("the service refused the signature (401)"));
        assertTrue(sent(2, "shopify", test, "--scenario", "fraud-warning")
                .err()
                .startsWith("a scenario of shopify is checkout, refund, dispute; not fraud-warning"));
        assertTrue(sent(2, "shopify", test).err().startsWith("integration " + test + " is one of stripe"));
    }
}
