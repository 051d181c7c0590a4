package org.orderevidence.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.settings.Config;
import picocli.CommandLine;

class PlainServeTest {
    private static final Map<String, String> ENVIRONMENT = Map.of("EVIDENCE_HOST", "127.0.0.2");

    private final TestTerminal terminal = new TestTerminal().with("EVIDENCE_HOST", "127.0.0.2");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "serve",
                "serve --port 0",
                "serve --port=0 --data /tmp/d --secret-file /tmp/s",
                "serve --host 0.0.0.0 --log-format json --log-level warn",
                "serve --store postgresql://user@db/orders?ssl=true --data=d=e",
                "serve --store=sqlite:/tmp/a.db",
                "serve --port 99999 --log-format xml"
            })
    void readsWhatTheLibraryReads(String line) {
        String[] args = line.split(" ");
        CommandLine library = Commands.commandLine(terminal.terminal());
        CommandLine asked = library.parseArgs(args).subcommand().commandSpec().commandLine();
        ServeCommand serve = asked.getCommand();

        assertEquals(Optional.of(serve.reading()), PlainServe.read(args, ENVIRONMENT));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "demo",
                "demo serve",
                "serve --help",
                "serve -h",
                "serve --port",
                "serve --port=",
                "serve --port 1 --port 2",
                "serve --port -1",
                "serve --data @file",
                "serve --data \"quoted\"",
                "serve @file",
                "serve more",
                "serve --prot 1",
                "serve --set port=1",
                "serve --config file"
            })
    void leavesTheRestToTheLibrary(String line) {
        assertEquals(Optional.empty(), PlainServe.read(line.split(" "), ENVIRONMENT));
    }

    @Test
    void leavesAFileOfSettingsThatTheEnvironmentNamesToTheLibrary() {
        Optional<Config.Reading> read =
                PlainServe.read(new String[] {"serve"}, Map.of("EVIDENCE_CONFIG", "evidence.properties"));

        assertEquals(Optional.empty(), read);
    }

    @Test
    void tellsAWrongSettingAsTheLibraryDoes() {
        int code = terminal.run("serve", "--port", "99999");
        String plain = terminal.err();
        TestTerminal other = new TestTerminal().with("EVIDENCE_HOST", "127.0.0.2");

        assertEquals(ExitCode.USAGE, code);
        assertTrue(plain.contains("port (flag) must be a whole number from 0 to 65535"), plain);
        assertEquals(code, other.run("serve", "--set", "port=99999"));
        assertEquals(plain, other.err());
    }
}
