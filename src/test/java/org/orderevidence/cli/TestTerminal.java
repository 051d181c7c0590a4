package org.orderevidence.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** A terminal that a test reads back. */
final class TestTerminal {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Map<String, String> environment = new HashMap<>();
    private String in = "";

    TestTerminal with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    TestTerminal reading(String text) {
        in = text;
        return this;
    }

    /** Runs a command; answers its exit code. */
    int run(String... args) {
        return Main.run(terminal(), args);
    }

    Terminal terminal() {
        return new Terminal(
                new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                environment,
                false,
                false);
    }

    String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
