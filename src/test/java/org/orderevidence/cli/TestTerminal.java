package org.orderevidence.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.orderevidence.App;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Logging;
import tools.jackson.databind.JsonNode;

/** A terminal that a test reads back. */
public final class TestTerminal {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Map<String, String> environment = new HashMap<>();
    private String in = "";
    private boolean isTerminal;
    private int columns;

    /** Starts the service with its data in a folder. */
    public static App serve(Path data) {
        Logging.start(false, "error", System.err);
        return App.start(Call.accepted(Config.read(null, Map.of(), Map.of("data", data.toString(), "port", "0"))));
    }

    /** Returns a terminal whose environment names a service and its first key. */
    public static TestTerminal of(App app) {
        return new TestTerminal()
                .with("EVIDENCE_URL", "http://127.0.0.1:" + app.port())
                .with("EVIDENCE_API_KEY", app.firstKey().orElseThrow().key().text());
    }

    public TestTerminal with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    public TestTerminal reading(String text) {
        in = text;
        return this;
    }

    /** Lets its output be a terminal; without this it is a file or a pipe. */
    public TestTerminal asTerminal() {
        isTerminal = true;
        return this;
    }

    /** Lets its output be a terminal of this width. */
    public TestTerminal asTerminal(int width) {
        columns = width;
        return asTerminal();
    }

    /** Runs a command; answers its exit code. */
    public int run(String... args) {
        return Main.run(terminal(), args);
    }

    /** The words of a command as it is typed; words with blanks are in single quotes. */
    static List<String> words(String command) {
        return Pattern.compile("'([^']*)'|\\S+")
                .matcher(command)
                .results()
                .map(word -> word.group().startsWith("'") ? word.group(1) : word.group())
                .toList();
    }

    public Terminal terminal() {
        return new Terminal(
                new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                environment,
                isTerminal,
                isTerminal,
                columns);
    }

    public String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    public String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    public List<String> outLines() {
        return out().lines().toList();
    }

    public List<String> errLines() {
        return err().lines().toList();
    }

    /** What was printed, as JSON. */
    public JsonNode json() {
        return Json.read(out.toByteArray());
    }
}
