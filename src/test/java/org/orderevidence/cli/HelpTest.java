package org.orderevidence.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.account.ApiKey;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.Failure.ExitCode;
import picocli.CommandLine;

/** The help texts of all commands, and what a command says about wrong use. */
class HelpTest {

    @ParameterizedTest
    @MethodSource("commands")
    void everyHelpHasADescriptionAnExampleAndTheExitCodes(String command) {
        TestTerminal terminal = new TestTerminal();
        List<String> args = new ArrayList<>(List.of(command.split(" ")));
        args.removeFirst();
        args.add("--help");

        int code = terminal.run(args.toArray(String[]::new));

        String help = terminal.out();
        assertAll(
                () -> assertEquals(0, code),
                () -> assertEquals("", terminal.err()),
                () -> assertTrue(help.contains("Example"), help),
                () -> assertTrue(help.contains("./" + command + " ") || help.contains("./" + command + "\n"), help),
                () -> assertTrue(help.contains("Exit codes:"), help),
                () -> assertTrue(
                        help.contains(
                                command.equals("evidence serve")
                                        ? "3   out of memory"
                                        : "3   the service at the URL does not answer"),
                        help));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyHelpFitsTheTerminalAndKeepsItsExamplesAndNamesInOnePiece(String command) {
        List<String> args = new ArrayList<>(List.of(command.split(" ")));
        args.set(0, "help");
        CommandLine.Model.CommandSpec spec = find(args.subList(1, args.size())).getCommandSpec();
        // picocli breaks lines after a slash, but the names of files and URLs must stay in one piece.
        List<String> names = Stream.concat(
                        Stream.of(spec.usageMessage().description()),
                        spec.args().stream().flatMap(argument -> Stream.of(argument.description())))
                .flatMap(text -> Stream.of(text.split(" ", -1)))
                .filter(word -> word.contains("/"))
                .toList();
        for (int columns : List.of(80, 100)) {
            TestTerminal terminal = new TestTerminal().asTerminal(columns).with("NO_COLOR", "1");
            assertEquals(0, terminal.run(args.toArray(String[]::new)));
            String out = terminal.out();

            List<String> help = terminal.outLines();
            assertTrue(help.stream().allMatch(line -> line.length() <= columns), out);
            assertTrue(out.chars().allMatch(c -> c == '\n' || (c >= ' ' && c < 0x7f)), "only ASCII");
            assertTrue(names.stream().allMatch(out::contains), out);
            for (String footer : spec.usageMessage().footer()) {
                String line = footer.replace("%n", "");
                assertTrue(!line.startsWith("  ") || help.contains(line), line);
            }
        }
    }

    @Test
    void withoutACommandTheHelpIsPrinted() {
        TestTerminal terminal = new TestTerminal();

        assertEquals(2, terminal.run());
        assertTrue(terminal.err().contains("\nUsage: evidence "), terminal.err());
        assertTrue(terminal.err().contains("orders upload orders.ndjson"), terminal.err());
    }

    @Test
    void wrongUsageNamesTheHelpOfTheCommand() {
        TestTerminal terminal = new TestTerminal();

        assertEquals(2, terminal.run("order", "list", "--pge", "1"));
        assertEquals("See ./evidence order list --help", terminal.errLines().getLast());
    }

    @Test
    void aWideTerminalHasHelpOf100Columns() {
        TestTerminal terminal = new TestTerminal().asTerminal(200).with("NO_COLOR", "1");

        terminal.run("help", "store", "verify");

        int longest = terminal.out().lines().mapToInt(String::length).max().orElse(0);
        assertTrue(longest > 80 && longest <= 100, terminal.out());
    }

    @Test
    void completionIsAScriptThatNamesAllCommands() {
        TestTerminal terminal = new TestTerminal();

        assertEquals(0, terminal.run("completion", "bash"));

        assertTrue(terminal.out().contains("complete -F _complete_evidence"), terminal.out());
        assertTrue(terminal.out().contains("fraud-report"), terminal.out());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                            | Name one of these commands.",
                "account                       | Name one of these commands.",
                "frobnicate                    | Unknown command: frobnicate; the commands are serve, demo,",
                "ordr list                     | Unknown command: ordr; did you mean order?",
                "order lst                     | Unknown command: lst; did you mean list?",
                "upload a.csv                  | Unknown command: upload; did you mean disputes upload or orders upload or sightings upload?",
                "verify                        | Unknown command: verify; did you mean store verify?",
                "order search                  | name what to search for: --email, --bin with --last4, --charge-id",
                "help order lst                | Unknown command: lst; did you mean list?",
                "completion fish               | SHELL must be bash or zsh",
                "order list --page x           | Invalid value for option '--page'",
                "order list --pge 1            | Unknown option: --pge; did you mean --page?",
                "order list --colour=red --size 3 | Unknown options: --colour, --size",
                "order list --key abc          | Unknown option: --key; use --key-file with a file that contains the key",
                "order list --last4 4242 | --last4 needs --email, or --from and --to",
                "track jenny@example.com       | Missing required parameter: 'IP'",
                "sightings upload x --concurrency 65 --key-file pom.xml | --concurrency must be 1 to 64",
                "account create Acme           | an account ID has 1 to 64 characters of a-z, 0-9, - and _",
                "account create _installation   | an account ID has 1 to 64 characters of a-z, 0-9, - and _",
                "key create --scope all        | no such scope: all; there are read, write, lookup, admin",
                "key create --expires 3        | --expires is a number of days, such as 90d",
                "key rotate k --grace 31d      | --grace is a time from 0s to 30d, such as 15m, 24h or 7d",
                "key rotate k --grace 1w       | --grace is a time from 0s to 30d",
                "integration add paypal --account a --secret-file x | a platform is stripe, shopify or adyen",
                "integration add adyen --account a | --basic-user and --basic-password-file are for Adyen",
                "key list --key-file pom.xml   | --key-file needs --url",
                "key list --account a --url http://x | with --url, the key decides the account and the mode",
                "key create --test --url http://x | with --url, the key decides the account and the mode",
                "account profile show a --url http://x | with --url, the key decides the account and the mode",
                "account profile set           | name at least one field to set or to clear",
                "track a b --url ftp://x       | the URL of the service must be an http or https URL such as http://127.0.0.1:8080",
                "track a b --key-file none     | no such file: none",
                "track a b --data target/none  | no API key: name a file with --key-file, or set EVIDENCE_API_KEY",
                "store copy --from sqlite:a    | Missing required option: '--to=URL'",
                "store copy --from a --to sqlite:b | --from must be ",
                "store copy --from sqlite:a --to sqlite:./a | --from and --to name the same store",
                "store verify --store a        | store (flag) must be ",
                "serve --port x --config none  | file none: no such file"
            })
    void wrongUsageIsToldInOneLineAndExitsWith2(String line, String message) {
        TestTerminal terminal = new TestTerminal();

        int code = terminal.run(line.isEmpty() ? new String[0] : line.split(" "));

        assertEquals(2, code);
        assertTrue(terminal.err().startsWith(message), terminal.err());
        assertEquals("", terminal.out());
    }

    @Test
    void nobodyAtTheUrlIsToldWithoutATraceAndExitsWith3() {
        TestTerminal terminal = new TestTerminal().with("EVIDENCE_API_KEY", "key-of-somebody");

        int code = terminal.run("track", "jenny@example.com", "203.0.113.7", "--url", "http://127.0.0.1:1");

        assertEquals(3, code);
        assertEquals(
                "no service at http://127.0.0.1:1; start one with ./evidence serve, or name one with --url"
                        + System.lineSeparator(),
                terminal.err());
    }

    @Test
    void aFileThatCannotBeReadIsNamedWithTheCauseAndWithoutATrace() {
        TestTerminal terminal = new TestTerminal().with("EVIDENCE_API_KEY", "key-of-somebody");

        int code = terminal.run("orders", "upload", "target/none.ndjson");

        assertTrue(code == 1 || code == 2, terminal.err());
        assertEquals(1, terminal.err().lines().count(), terminal.err());
        assertTrue(terminal.err().contains("target/none.ndjson"), terminal.err());
        assertTrue(terminal.err().contains("no such file"), terminal.err());
    }

    @Test
    void checkConfigTellsAllFaultsAndExitsWith2() {
        TestTerminal terminal = new TestTerminal().with("EVIDENCE_PROT", "1");

        int code = terminal.run("check-config", "--port", "70000");

        assertEquals(2, code);
        assertEquals(
                List.of(
                        "environment EVIDENCE_PROT: no such setting; did you mean EVIDENCE_PORT?",
                        "port (flag) must be a whole number from 0 to 65535, not \"70000\""),
                terminal.errLines());
    }

    @Test
    void checkConfigPrintsEverySettingAndItsSource() {
        TestTerminal terminal = new TestTerminal().with("EVIDENCE_PORT", "0");

        int code = terminal.run("check-config", "--json", "--set", "log.level=warn");

        assertEquals(0, code);
        var settings = terminal.json().path("settings");
        assertEquals("{\"source\":\"environment EVIDENCE_PORT\",\"value\":\"0\"}", sorted(settings.path("port")));
        assertEquals("{\"source\":\"flag\",\"value\":\"warn\"}", sorted(settings.path("log.level")));
        assertEquals(org.orderevidence.installation.Setting.values().length, settings.size());
    }

    @Test
    void checkConfigPrintsAFileThatSetsNothing() {
        TestTerminal template = new TestTerminal();
        assertEquals(0, template.run("check-config", "--template"));
        List<String> lines = template.outLines();
        assertEquals(2 * org.orderevidence.installation.Setting.values().length, lines.size());
        assertTrue(lines.contains("#port=8080"), lines::toString);
        assertTrue(lines.stream().allMatch(line -> line.startsWith("#")), lines::toString);
    }

    private static String sorted(tools.jackson.databind.JsonNode node) {
        return "{\"source\":\"" + node.path("source").asString() + "\",\"value\":\""
                + node.path("value").asString() + "\"}";
    }

    private static CommandLine find(List<String> words) {
        CommandLine found = Commands.commandLine(new TestTerminal().terminal());
        for (String word : words) {
            found = Objects.requireNonNull(found.getSubcommands().get(word), word);
        }
        return found;
    }

    static Stream<String> commands() {
        return walk(Commands.commandLine(new TestTerminal().terminal()));
    }

    private static Stream<String> walk(CommandLine commandLine) {
        return Stream.concat(
                Stream.of(commandLine.getCommandSpec().qualifiedName()),
                commandLine.getSubcommands().values().stream().flatMap(HelpTest::walk));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "order get A-1 --key oe_live_SECRET1234567890",
                "order get A-1 --key=oe_live_SECRET1234567890",
                "order get A-1 --key SECRET_of_another_format",
                "order get A-1 --key=SECRET_of_another_format",
                "order get A-1 --api-key SECRET_of_another_format",
                "order get A-1 -kSECRET_of_another_format",
                "order get A-1 SECRET_of_another_format",
                "--key SECRET_of_another_format order get A-1",
                "--key=SECRET_of_another_format order get A-1",
                "key import SECRET_of_another_format",
                "serve --key oe_live_SECRET1234567890",
                "order oe_live_SECRET1234567890",
                "oe_live_SECRET1234567890",
            })
    void aSecretIsNeverRepeated(String line) {
        TestTerminal terminal = new TestTerminal();

        assertEquals(ExitCode.USAGE, terminal.run(line.split(" ", -1)));

        String printed = terminal.out() + terminal.err();
        assertFalse(printed.contains("SECRET"), printed);
        assertTrue(printed.contains("--help"), printed);
    }

    @Test
    void theMessageTellsWhatToDo() {
        try (Client client = new Client(URI.create("https://example.com"), new ApiKey("some-key-0123456789"))) {
            assertEquals(
                    "https://example.com does not speak TLS; write http:// in --url, or the address of its proxy",
                    client.unreachable(new SSLException("not a TLS record")).getMessage());
            assertEquals(
                    "the connection to https://example.com ended without a response; check that the address in --url is"
                            + " that of Order Evidence, and whether it starts with http:// or https://",
                    client.unreachable(new EOFException()).getMessage());
        }
    }

    /** A server without TLS is reported as one, or as an end of the connection: what the client sees first. */
    @ParameterizedTest
    @CsvSource({"https, HTTP/1.1 400 Bad Request", "http, ''"})
    void anotherServerIsReportedWithItsAddress(String scheme, String answer) throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> answerAll(other, answer));
            URI base = URI.create(scheme + "://127.0.0.1:" + other.getLocalPort());
            try (Client client = new Client(base, new ApiKey("some-key-0123456789"))) {
                IOException failure =
                        assertThrows(IOException.class, () -> client.post("/livez", "application/json", new byte[0]));

                String said = String.valueOf(client.unreachable(failure).getMessage());
                assertTrue(said.contains(base + " ") && said.contains("http://"), said);
            }
        }
    }

    /** Answers every connection, because the client tries again after one that ended without an answer. */
    private static void answerAll(ServerSocket server, String answer) {
        try {
            while (true) {
                answerOne(server, answer);
            }
        } catch (IOException closed) {
            return;
        }
    }

    private static void answerOne(ServerSocket server, String answer) throws IOException {
        try (Socket connection = server.accept()) {
            if (connection.getInputStream().read(new byte[1024]) > 0) {
                connection.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                connection.shutdownOutput();
                // A connection that is closed with unread data is reset, and the answer is lost.
                connection.getInputStream().transferTo(OutputStream.nullOutputStream());
            }
        }
    }
}
