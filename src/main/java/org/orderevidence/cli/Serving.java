package org.orderevidence.cli;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.orderevidence.App;
import org.orderevidence.cli.terminal.AtExit;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.SettingOptions;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.installation.CannotStart;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.LogBuffer;
import org.orderevidence.installation.Logging;
import org.orderevidence.process.FatalErrors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the service until the process receives a stop signal. */
final class Serving {
    private static final Logger LOG = LoggerFactory.getLogger(Serving.class);

    private Serving() {}

    /**
     * Serves until the process receives a stop signal. With the log format JSON, a failure is logged as an event.
     *
     * @throws Failure if a setting is wrong; the message lists all faults
     */
    static int serve(Terminal terminal, Config.Reading reading) throws InterruptedException, IOException {
        if (reading instanceof Config.Refused refused && refused.jsonLogs()) {
            Logging.start(true, "error", terminal.err());
            refused.faults().forEach(LOG::error);
            return ExitCode.USAGE;
        }
        Config config = SettingOptions.accepted(reading);
        try (LogBuffer lines = new LogBuffer(terminal.err())) {
            Logging.start(config.jsonLogs(), config.logLevel(), lines);
            serve(terminal, config, lines);
        } catch (RuntimeException failure) {
            if (!config.jsonLogs()) {
                throw failure;
            }
            if (failure instanceof CannotStart) {
                LOG.error(failure.getMessage());
            } else {
                LOG.error("the service failed", failure);
            }
            return ExitCode.FAILED;
        }
        return ExitCode.OK;
    }

    private static void serve(Terminal terminal, Config config, LogBuffer lines) throws InterruptedException {
        FatalErrors.haltOnUncaught();
        StartReport report = new StartReport(terminal, config.jsonLogs());
        report.starting(config);
        try (App app = App.start(config);
                AtExit _ = AtExit.run(() -> end(app, lines, terminal))) {
            app.firstKey().ifPresent(key -> report.firstKey(config.data(), key));
            report.listening(config.host(), app.port());
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
            // Standard error is closed: there is nowhere to report it.
        }
        if (terminal.ownsProcess()) {
            Runtime.getRuntime().halt(ExitCode.OK);
        }
    }
}
