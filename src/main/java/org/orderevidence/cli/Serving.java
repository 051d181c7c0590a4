package org.orderevidence.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.orderevidence.App;
import org.orderevidence.cli.terminal.AtExit;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.cli.terminal.CliCommand;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Param;
import org.orderevidence.cli.terminal.SettingOptions;
import org.orderevidence.cli.terminal.Table;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.installation.CannotStart;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Logging;
import org.orderevidence.installation.Logging.LogBuffer;
import org.orderevidence.installation.Setting;
import org.orderevidence.process.FatalErrors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

/** Runs the service until the process receives a stop signal, and shows its settings. */
final class Serving {
    private static final Logger LOG = LoggerFactory.getLogger(Serving.class);

    /** The options for settings that only a running service needs. */
    private static final Param[] OPTIONS = {
        Param.option("--host", "ADDRESS", "address to listen on, 0.0.0.0 for all (default: 127.0.0.1)")
                .field(Setting.HOST.key()),
        Param.option("--port", "PORT", "TCP port, 0 selects a free port (default: 8080)")
                .field(Setting.PORT.key()),
        Param.option("--log-format", "FORMAT", "text or json (default: text)").field(Setting.LOG_FORMAT.key()),
        Param.option("--log-level", "LEVEL", "error, warn, info or debug (default: info)")
                .field(Setting.LOG_LEVEL.key())
    };

    private Serving() {}

    static CommandLine command(Terminal terminal) {
        return CliCommand.named(
                        terminal,
                        "serve",
                        "Run the service until SIGTERM or Ctrl-C. Requests that have started are finished first.",
                        "With --log-format json, all output is JSON and goes to standard error. Settings are logged at the level"
                                + " debug; check-config prints them, too.",
                        "The first start creates the account \"default\" with an admin key, and writes the key to <data>/first-key."
                                + " The key is printed only to a terminal.")
                .footer(
                        "%nExamples:",
                        "  ./evidence serve",
                        "  ./evidence serve --port 0 --data /var/lib/evidence --log-format json",
                        "  EVIDENCE_HOST=0.0.0.0 ./evidence serve")
                .exits(
                        "  0:stopped by SIGTERM or Ctrl-C",
                        "  1:the start failed",
                        "  2:wrong usage or settings; nothing was done",
                        "  3:out of memory",
                        "134:out of memory outside the heap, or a vital thread died")
                .onInstallation()
                .takes(OPTIONS)
                .does(call -> call.exit(serve(terminal, call.settings(call.fields()))));
    }

    static CommandLine checkConfig(Terminal terminal) {
        return CliCommand.named(
                        terminal,
                        "check-config",
                        "Print all settings in effect with their source, and all errors in them.")
                .footer(
                        "%nExample: ./evidence check-config --config evidence.properties",
                        "%nLater sources win: defaults, the file, the environment (EVIDENCE_PORT for port, EVIDENCE_LOG_FORMAT for"
                                + " log.format), the flags.")
                .onInstallation()
                .takes(OPTIONS)
                .takes(Param.JSON)
                .does(call -> {
                    switch (call.settings(call.fields())) {
                        case Config.Accepted(Config config) -> print(call, config.effective());
                        case Config.Refused refused -> {
                            if (call.flag("--json")) {
                                call.printJson(Map.of("faults", refused.faults()));
                            } else {
                                refused.faults().forEach(fault -> terminal.err().println(Terminal.printable(fault)));
                            }
                            call.exit(ExitCode.USAGE);
                        }
                    }
                });
    }

    private static void print(Call call, List<Config.Effective> settings) {
        if (call.flag("--json")) {
            Map<String, Object> byKey = new LinkedHashMap<>();
            for (Config.Effective e : settings) {
                Map<String, Object> setting = new LinkedHashMap<>();
                setting.put("value", e.shown());
                setting.put("source", e.source());
                byKey.put(e.setting().key(), setting);
            }
            call.printJson(Map.of("settings", byKey));
            return;
        }
        Table table = new Table("SETTING", "VALUE", "FROM", "MEANING").drop(List.of("MEANING"));
        for (Config.Effective e : settings) {
            table.row(e.setting().key(), e.shown(), e.source(), e.setting().meaning());
        }
        table.print(call.terminal());
    }

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
