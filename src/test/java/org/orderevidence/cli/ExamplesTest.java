package org.orderevidence.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.App;
import org.orderevidence.http.Bodies;
import org.orderevidence.integration.Exports;
import picocli.CommandLine;

/** Runs the examples of every help text, one after the other, against a real service. */
@Tag("slow")
class ExamplesTest {
    /** What runs until it is stopped. */
    private static final Pattern ENDLESS = Pattern.compile("serve( .*)?|demo");

    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|\\S+");

    private static final String ORDERS =
            """
            {"id":"A-1001","amount":2500,"currency":"USD","transactionDate":"2026-11-10T12:00:00Z","brand":"visa","bin":"424242",\
            "last4":"4242","gatewayTransactionId":"ch_3P9x2L","receipt":{"description":"Teapot","customerEmail":"ann@example.com"}}
            {"id":"A-1002","amount":2500,"currency":"USD","transactionDate":"2026-11-10T12:00:00Z"}
            """ + ofBob("A-1003", "2026-11-10") + ofBob("A-901", "2026-05-10") + ofBob("A-902", "2026-04-10");

    /** An order with which others of the same customer are evidence. */
    private static String ofBob(String id, String day) {
        return """
                {"id":"%1$s","amount":2500,"currency":"USD","transactionDate":"%2$s","cardFingerprint":"fp_of_bob","brand":"visa",\
                "ip":"203.0.113.9","customerAccountId":"bob","gatewayTransactionId":"ch_%1$s","merchandiseOrServices":"services",\
                "receipt":{"description":"Teapot"}}
                """.formatted(id, day);
    }

    private static final String SIGHTINGS = """
            {"email":"ann@example.com","ip":"203.0.113.7","observedAt":"2026-11-10T11:56:00Z"}
            """;

    private static final String CSV = """
            id,amount,currency,transactionDate,Till,Notes
            B-1,1999,USD,2026-11-10,4,gift
            """;

    @TempDir
    private Path folder;

    private int integrations;

    @Test
    void everyExampleRuns() throws IOException {
        Files.writeString(folder.resolve("orders.ndjson"), ORDERS);
        Files.write(folder.resolve("orders.ndjson.gz"), Bodies.gzip(ORDERS));
        Files.writeString(folder.resolve("orders.csv"), CSV);
        Files.writeString(folder.resolve("sightings.ndjson"), SIGHTINGS);
        Files.writeString(folder.resolve("disputes.csv"), "disputeId,openedAt,orderId\nD-1,2026-11-12,A-1002\n");
        Files.writeString(
                folder.resolve("report.csv"), "disputeId,openedAt,Reference\nD-2,2026-11-12T10:00:00,A-1002\n");
        Files.writeString(folder.resolve("payments.csv"), Exports.text("stripe").replace("\"1,500\"", "1500"));
        Files.writeString(folder.resolve("shop.csv"), Exports.text("shopify"));
        Files.writeString(folder.resolve("received.csv"), Exports.text("adyen"));
        Files.writeString(folder.resolve("evidence.properties"), "");
        Files.createDirectories(folder.resolve("backups"));
        Files.writeString(folder.resolve("stripe-secret"), "whsec_of_stripe");
        Files.writeString(folder.resolve("shopify-secret"), "a secret of Shopify");
        Files.writeString(folder.resolve("adyen-hmac"), "44782DEF547AAA06C910C43932B1EB0C");
        Files.writeString(folder.resolve("adyen-password"), "a password");
        Files.writeString(folder.resolve("new-secret"), "whsec_new");
        try (App app = TestTerminal.serve(folder.resolve("data"))) {
            assertEquals(
                    0,
                    terminal(app)
                            .run(
                                    "orders",
                                    "upload",
                                    folder.resolve("orders.ndjson").toString()));
            Files.writeString(
                    folder.resolve("admin-key"),
                    app.firstKey().orElseThrow().key().text());
            Map<String, Executable> runs = new LinkedHashMap<>();
            leaves(Commands.commandLine(new TestTerminal().terminal())).forEach(command -> {
                List<String> examples = examples(command);
                String name = command.getCommandSpec().qualifiedName();
                runs.put(name, () -> assertFalse(examples.isEmpty(), name + " has no example"));
                examples.stream()
                        .filter(example -> !ENDLESS.matcher(example).matches())
                        .forEach(example -> runs.put(example, () -> run(app, example)));
            });
            assertAll(runs.values().stream());
        }
    }

    private void run(App app, String example) {
        TestTerminal terminal = terminal(app).reading(example.contains("<") ? "legacy-key-0123456789\n" : ORDERS);
        String command = example.replaceFirst(" [<>] .*", "");
        String[] args = WORD.matcher(command)
                .results()
                .map(word -> word.group(1) == null ? word.group() : word.group(1))
                .map(word -> here(app, word, command))
                .toArray(String[]::new);
        int code = terminal.run(args);

        assertEquals(0, code, () -> example + "\n" + terminal.err() + terminal.out());
    }

    /** Names of files and of a key, as they are in this test. */
    private String here(App app, String word, String command) {
        String data = folder.resolve("data").toString();
        String text = word.replace("/var/lib/evidence", data)
                .replace("sqlite:data/", "sqlite:" + data + "/")
                .replace("/mnt/new", folder.toString())
                .replace("sqlite:new.db", "sqlite:" + folder.resolve("new.db"))
                .replaceFirst("^(backups/|[a-z]+\\.(ndjson|csv|properties))", folder + "/$1")
                .replace("https://evidence.example", "http://127.0.0.1:" + app.port())
                .replaceFirst("^(admin-key|new-secret|(stripe|shopify)-secret|adyen-.+)$", folder + "/$1");
        if (text.equals("a1b2c3d4e5f6")) {
            return newIntegration(app);
        }
        if (text.equals("20261120-120000-k3x9q2")) {
            TestTerminal terminal = terminal(app).reading(ORDERS);
            assertEquals(0, terminal.run("orders", "upload", "-", "--json"), terminal::err);
            return terminal.json().path("upload").asString();
        }
        return text.equals("key_abcdefghij") ? newKey(app, command.contains("--url")) : text;
    }

    /** A key of the account that the example is about: that of the environment's key if it is sent to a service. */
    private String newKey(App app, boolean ofService) {
        String[] account = ofService
                ? new String[] {"--url", "http://127.0.0.1:" + app.port(), "--json"}
                : new String[] {"--account", "acme", "--json"};
        TestTerminal terminal = terminal(app);
        assertEquals(0, terminal.run(words("create", account)), terminal::err);
        TestTerminal list = terminal(app);
        assertEquals(0, list.run(words("list", account)), list::err);
        return list.json()
                .path("keys")
                .valueStream()
                .toList()
                .getLast()
                .path("id")
                .asString();
    }

    /** An integration of the first account. */
    private String newIntegration(App app) {
        TestTerminal add = terminal(app).reading("whsec_" + integrations++);
        assertEquals(0, add.run("integration", "add", "stripe", "--json"), add::err);
        var made = add.json();
        return made.path("id").asString();
    }

    private static String[] words(String verb, String... options) {
        return Stream.concat(Stream.of("key", verb), Arrays.stream(options)).toArray(String[]::new);
    }

    private TestTerminal terminal(App app) {
        return TestTerminal.of(app).with("EVIDENCE_DATA", folder.resolve("data").toString());
    }

    /** The examples of a help text, without {@code ./evidence}; a backslash at the end of a line continues it. */
    static List<String> examples(CommandLine command) {
        String footer =
                String.join("\n", command.getCommandSpec().usageMessage().footer());
        return footer.replaceAll("\\\\\n *", "")
                .lines()
                .filter(line -> line.contains("./evidence "))
                .map(line -> line.substring(line.indexOf("./evidence ") + "./evidence ".length()))
                .toList();
    }

    private static List<CommandLine> leaves(CommandLine command) {
        if (command.getSubcommands().isEmpty()) {
            return List.of(command);
        }
        List<CommandLine> leaves = new ArrayList<>();
        command.getSubcommands().values().forEach(sub -> leaves.addAll(leaves(sub)));
        return leaves;
    }
}
