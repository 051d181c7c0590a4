package org.orderevidence.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.App;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Logging;
import tools.jackson.databind.JsonNode;

/** A service with an account, for tests of the commands that import files while it runs. */
abstract class ImportSteps {
    @TempDir
    Path folder;

    private App app;
    TestTerminal terminal = new TestTerminal();

    /** Further settings of the service and the commands. */
    Map<String, String> settings() {
        return Map.of();
    }

    @BeforeEach
    void start() {
        Map<String, String> flags = new java.util.HashMap<>(settings());
        flags.put("data", folder.resolve("data").toString());
        flags.put("port", "0");
        Config config = Call.accepted(Config.read(null, Map.of(), flags));
        Logging.start(false, "error", System.err);
        app = App.start(config);
    }

    @AfterEach
    void stop() {
        app.close();
    }

    TestTerminal terminal() {
        TestTerminal made = new TestTerminal()
                .with("EVIDENCE_URL", "http://127.0.0.1:" + app.port())
                .with("EVIDENCE_DATA", folder.resolve("data").toString())
                .with("EVIDENCE_API_KEY", app.firstKey().orElseThrow().key().text());
        settings().forEach((name, value) -> made.with("EVIDENCE_" + name.toUpperCase(java.util.Locale.ROOT), value));
        return made;
    }

    /** Runs a command that must end with this code. */
    TestTerminal run(int code, String... args) {
        terminal = terminal();
        assertEquals(code, terminal.run(args), () -> terminal.err() + terminal.out());
        return terminal;
    }

    /** Connects a platform and returns the ID of the integration. */
    String connect(String platform) throws IOException {
        List<String> args = new ArrayList<>(List.of("integration", "add", platform, "--json"));
        if (platform.equals("adyen")) {
            Path password = Files.writeString(folder.resolve("password"), "a password");
            args.addAll(List.of("--basic-user", "adyen", "--basic-password-file", password.toString()));
        }
        TestTerminal add =
                terminal().reading(platform.equals("adyen") ? "44782DEF547AAA06" : "whsec_" + folder.getFileName());
        assertEquals(0, add.run(args.toArray(String[]::new)), add::err);
        return Json.read(add.out().getBytes(StandardCharsets.UTF_8)).path("id").asString();
    }

    Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    /** Returns the answer of the service about an order. */
    JsonNode order(String id) {
        return Json.read(run(0, "order", "get", id, "--json").out().getBytes(StandardCharsets.UTF_8));
    }
}
