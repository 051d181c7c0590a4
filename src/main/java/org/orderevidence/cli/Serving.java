package org.orderevidence.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.orderevidence.App;
import org.orderevidence.account.NewKey;
import org.orderevidence.cli.terminal.AtExit;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.SettingOptions;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.installation.FirstKey;
import org.orderevidence.log.LogBuffer;
import org.orderevidence.log.Logging;
import org.orderevidence.process.FatalErrors;
import org.orderevidence.settings.Config;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the service until the process receives a stop signal. */
final class Serving {
    private Serving() {}

    /**
     * Serves until the process receives a stop signal.
     *
     * @throws Failure if a setting is wrong; the message lists all faults
     */
    static int serve(Terminal terminal, Config.Reading reading) throws InterruptedException, IOException {
        Config config = SettingOptions.accepted(reading);
        try (LogBuffer lines = new LogBuffer(terminal.err())) {
            Logging.start(config.jsonLogs(), config.logLevel(), lines);
            serve(terminal, config, lines);
        }
        return ExitCode.OK;
    }

    private static void serve(Terminal terminal, Config config, LogBuffer lines) throws InterruptedException {
        FatalErrors.haltOnUncaught();
        Logger log = LoggerFactory.getLogger(Serving.class);
        log.info("settings: {}", config);
        try (App app = App.start(config);
                AtExit _ = AtExit.run(() -> end(app, lines, terminal))) {
            app.firstKey().ifPresent(key -> tellFirstKey(terminal, config.data(), key));
            terminal.out().println("listening on http://" + hostForUrl(config.host()) + ':' + app.port());
            terminal.out().flush();
            new CountDownLatch(1).await();
        }
    }

    /**
     * Stops the service, then writes the rest of the log. A stop by a signal is not a failure. Without the halt, the
     * JVM would exit with 128 plus the signal number.
     */
    private static void end(App app, LogBuffer lines, Terminal terminal) {
        try {
            app.close();
        } finally {
            end(lines, terminal);
        }
    }

    private static void end(LogBuffer lines, Terminal terminal) {
        try {
            lines.close();
        } catch (IOException noStandardError) {
            // Standard error itself is gone.
        }
        if (terminal.ownsProcess()) {
            Runtime.getRuntime().halt(ExitCode.OK);
        }
    }

    /** An IPv6 address needs brackets in a URL. */
    static String hostForUrl(String host) {
        return host.contains(":") ? '[' + host + ']' : host;
    }

    /** Prints the key only to a terminal. Any other output may be a log that many people can read. */
    static void tellFirstKey(Terminal terminal, Path data, NewKey key) {
        Path file = FirstKey.file(data);
        String account = key.info().space().account();
        boolean isWritten = false;
        try {
            FirstKey.write(file, key.key());
            isWritten = true;
        } catch (IOException unwritable) {
            boolean exists = Files.exists(file);
            terminal.err().println(exists ? file + " exists and was left as it is" : "cannot write " + file);
        }
        if (terminal.outIsTerminal()) {
            terminal.out().println("account " + account + " created; its admin key, shown only once:");
            terminal.out().println("  " + key.key().text());
            if (isWritten) {
                terminal.out().println("also written to " + file);
            }
        } else if (isWritten) {
            terminal.out().println("account " + account + " created; its admin key is in " + file);
        } else {
            terminal.out()
                    .println("account " + account
                            + " created; its admin key is not shown because this is not a terminal; create"
                            + " another one: ./evidence key create --account " + account + " --scope admin");
        }
    }
}
