package org.orderevidence.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.account.ApiKey;
import org.orderevidence.account.KeyAdministration.KeyChange.NewKey;
import org.orderevidence.cli.Serving.StartReport;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Logging;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.AccountStore.KeyRow;

/** What serve prints, and how its first key is shown. */
class ServeOutputTest {
    @TempDir
    private Path data;

    private final TestTerminal terminal = new TestTerminal();
    private static final ApiKey KEY = ApiKey.generate(AccountSpace.Mode.LIVE, new Random(1));

    private static final NewKey NEW = new NewKey(
            KEY,
            new KeyRow(
                    "k1",
                    KEY.hash(),
                    "default",
                    AccountSpace.Mode.LIVE,
                    null,
                    Set.of("admin"),
                    Instant.EPOCH,
                    null,
                    null,
                    null,
                    null));

    @AfterEach
    void quiet() {
        Logging.start(false, "warn", System.err);
    }

    @Test
    void textHasOneShortLineForEachFactAndNoSettings() {
        start(false, "info", "127.0.0.1");

        assertEquals(
                List.of(
                        "Order Evidence (not packaged)",
                        "store sqlite:" + data.resolve("evidence.db"),
                        "console http://127.0.0.1:8080/console",
                        "listening on http://127.0.0.1:8080"),
                terminal.outLines());
        assertEquals("", terminal.err());
    }

    @Test
    void theSettingsAreLoggedAtTheLevelDebug() {
        start(false, "debug", "127.0.0.1");

        assertEquals(1, terminal.err().lines().count());
        assertTrue(terminal.err().contains("settings: host=127.0.0.1 (flag), port=8080 (default)"), terminal.err());
    }

    @Test
    void jsonIsInTheLogAloneOneEventForEachFact() {
        start(true, "info", "127.0.0.1");

        assertEquals("", terminal.out());
        assertEquals(
                List.of(
                        "Order Evidence (not packaged)",
                        "store sqlite:" + data.resolve("evidence.db"),
                        "console http://127.0.0.1:8080/console",
                        "listening on http://127.0.0.1:8080"),
                messages());
    }

    @Test
    void everyAddressOfTheMachineWithoutTlsIsAWarning() {
        for (String host : List.of("0.0.0.0", "::", "0:0:0:0:0:0:0:0")) {
            TestTerminal other = new TestTerminal();
            Logging.start(false, "info", other.terminal().err());
            new StartReport(other.terminal(), false).listening(host, 8080);

            assertEquals(1, other.err().lines().count());
            assertTrue(
                    other.err().contains("listens on all interfaces without TLS: put a TLS terminator"), other.err());
        }
    }

    @Test
    void aWrongSettingIsJsonIfTheLogFormatIs() {
        int code = terminal.run("serve", "--log-format", "json", "--port", "x", "--set", "unknown=1");

        assertEquals(2, code);
        assertEquals("", terminal.out());
        assertEquals(
                List.of(
                        "flag: no such setting: unknown",
                        "port (flag) must be a whole number from 0 to 65535, not \"x\""),
                messages());
    }

    @Test
    void aFailedStartIsJsonIfTheLogFormatIs() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int code = terminal.run(
                    "serve", "--log-format", "json", "--data", data.toString(), "--port", "" + other.getLocalPort());

            assertEquals(1, code);
            assertEquals("", terminal.out());
            assertEquals(
                    "cannot listen on 127.0.0.1:" + other.getLocalPort() + "; is the port taken?",
                    messages().getLast());
        }
    }

    @Test
    void aDataFolderThatIsAFileIsNamedWithTheCause() throws IOException {
        Path file = Files.createFile(data.resolve("file"));

        int code = terminal.run("serve", "--data", file.toString());

        assertEquals(1, code);
        assertEquals(
                List.of("cannot create the folder " + file + ": a file with this name exists"), terminal.errLines());
    }

    @Test
    void aSettingsFileThatIsAFolderIsNamedWithTheCause() {
        int code = terminal.run("serve", "--config", data.toString());

        assertEquals(2, code);
        assertEquals(List.of("file " + data + ": cannot be read: is a directory"), terminal.errLines());
    }

    private void start(boolean json, String level, String host) {
        Logging.start(json, level, terminal.terminal().err());
        Config.Reading reading = Config.read(null, Map.of(), Map.of("data", data.toString(), "host", host));
        StartReport report = new StartReport(terminal.terminal(), json);
        report.starting(((Config.Accepted) reading).config());
        report.listening(host, 8080);
    }

    private List<String> messages() {
        return terminal.err()
                .lines()
                .map(line -> Json.read(line.getBytes(StandardCharsets.UTF_8))
                        .path("message")
                        .asString())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void onlyATerminalShowsTheKey(boolean isTerminal) throws IOException {
        new StartReport((isTerminal ? terminal.asTerminal() : terminal).terminal(), false).firstKey(data, NEW);

        String shown = ", shown only once:\n  " + KEY.text() + "\nalso written to ";
        assertEquals(
                "account default created; its admin key" + (isTerminal ? shown : " is in ") + data.resolve("first-key")
                        + "\n",
                terminal.out());
        assertEquals("", terminal.err());
        assertEquals(KEY.text() + "\n", Files.readString(data.resolve("first-key")));
    }

    @Test
    void theFirstKeyOfAnotherStoreIsMovedAway() throws IOException {
        Files.writeString(data.resolve("first-key"), "an older key\n");

        new StartReport(terminal.terminal(), false).firstKey(data, NEW);

        assertEquals(KEY.text() + "\n", Files.readString(data.resolve("first-key")));
        assertEquals("an older key\n", Files.readString(data.resolve("first-key.old")));
        assertEquals(
                "the first key of another store is now in " + data.resolve("first-key.old") + "\n", terminal.err());
    }

    @Test
    void anyOtherOutputShowsNoKeyEvenIfTheFileCannotBeWritten() {
        new StartReport(terminal.terminal(), false).firstKey(data.resolve("missing"), NEW);

        assertEquals(
                "account default created; its admin key is not shown because this is not a terminal; create another"
                        + " one: ./evidence key create --account default --scope admin\n",
                terminal.out());
        assertTrue(terminal.err().startsWith("cannot write " + data.resolve("missing/first-key")), terminal.err());
    }
}
