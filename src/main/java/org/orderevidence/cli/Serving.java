package org.orderevidence.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orderevidence.App;
import org.orderevidence.Doctor;
import org.orderevidence.account.KeyAdministration.KeyChange.NewKey;
import org.orderevidence.cli.terminal.AtExit;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.cli.terminal.CliCommand;
import org.orderevidence.cli.terminal.Failure.ExitCode;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Param;
import org.orderevidence.cli.terminal.Table;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.installation.CannotStart;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Logging;
import org.orderevidence.installation.Logging.LogBuffer;
import org.orderevidence.installation.PrivateFile.FirstKey;
import org.orderevidence.installation.Setting;
import org.orderevidence.installation.Stores;
import org.orderevidence.process.FatalErrors;
import org.orderevidence.process.FileError;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** Runs the service until the process receives a stop signal, and shows its settings. */
final class Serving {
    private static final Logger LOG = LoggerFactory.getLogger(Serving.class);

    /** The options for settings that only a running service needs. */
    private static final Param[] OPTIONS = Param.all("""
            --host ADDRESS @host: address to listen on, 0.0.0.0 for all (default: 127.0.0.1)
            --port PORT @port: TCP port, 0 selects a free port (default: 8080)
            --log-format FORMAT @log.format: text or json (default: text)
            --log-level LEVEL @log.level: error, warn, info or debug (default: info)
            """);

    private Serving() {}

    static CliCommand command() {
        return CliCommand.onInstallation("""
                serve: Run the service until SIGTERM or Ctrl-C. Requests that have started are finished first.
                With --log-format json, all output is JSON and goes to standard error. Settings are logged at the \
                level debug; check-config prints them, too.
                The first start creates the account "default" with an admin key, and writes the key to \
                <data>/first-key. The key is printed only to a terminal.
                $ serve
                $ serve --port 0 --data /var/lib/evidence --log-format json
                  EVIDENCE_HOST=0.0.0.0 ./evidence serve
                """)
                .exits(
                        "  0:stopped by SIGTERM or Ctrl-C",
                        "  1:the start failed",
                        "  2:wrong usage or settings; nothing was done",
                        "  3:out of memory",
                        "134:out of memory outside the heap, or a vital thread died")
                .takes(OPTIONS)
                .does(call -> call.exit(serve(call.terminal(), call.settings())));
    }

    static CliCommand checkConfig() {
        return CliCommand.onInstallation("""
                check-config: Print all settings in effect with their source, and all errors in them.
                $ check-config --config evidence.properties
                --template: print a settings file with all settings and their defaults as comments
                """, Param.JSON)
                .note("Later sources win: defaults, the file, the environment (EVIDENCE_PORT for port,"
                        + " EVIDENCE_LOG_FORMAT for log.format), the flags.")
                .takes(OPTIONS)
                .does(call -> {
                    switch (call.settings()) {
                        case Config.Accepted _ when call.flag("--template") -> printTemplate(call);
                        case Config.Accepted(Config config) -> print(call, config.effective());
                        case Config.Refused refused -> {
                            call.print(
                                    Map.of("faults", refused.faults()),
                                    () -> refused.faults().forEach(call::tell));
                            call.exit(ExitCode.USAGE);
                        }
                    }
                });
    }

    private static void print(Call call, List<Config.Effective> settings) {
        ObjectNode byKey = Json.object();
        Table table = new Table("SETTING, VALUE, FROM, MEANING").drop(List.of("MEANING"));
        for (Config.Effective e : settings) {
            byKey.putObject(e.setting().key()).put("value", e.shown()).put("source", e.source());
            table.row(e.setting().key(), e.shown(), e.source(), e.setting().meaning());
        }
        call.print(Map.of("settings", byKey), () -> call.print(table));
    }

    private static void printTemplate(Call call) {
        for (Setting setting : Setting.values()) {
            call.print("# " + setting.key() + ": " + setting.meaning());
            call.print("#" + setting.key() + '=' + setting.defaultText());
        }
    }

    /** Serves until the process receives a stop signal. With the log format JSON, a failure is logged as an event. */
    static int serve(Terminal terminal, Config.Reading reading) throws InterruptedException, IOException {
        if (reading instanceof Config.Refused refused && refused.jsonLogs()) {
            Logging.start(true, "error", terminal.err());
            refused.faults().forEach(LOG::error);
            return ExitCode.USAGE;
        }
        Config config = Call.accepted(reading);
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
        // The JVM reads this when the first virtual thread starts.
        System.setProperty("jdk.virtualThreadScheduler.parallelism", String.valueOf(Stores.threads(config.store())));
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
        try (lines) {
            app.close();
        } catch (IOException noStandardError) {
            // Standard error is closed: there is nowhere to report it.
        } finally {
            if (terminal.ownsProcess()) {
                Runtime.getRuntime().halt(ExitCode.OK);
            }
        }
    }

    /**
     * The report about a start of the service: one short line for each fact. Text goes to standard output. With the log
     * format JSON, the lines are events of the log, so that all output is JSON.
     *
     * @param json true for events of the log, false for text
     */
    record StartReport(Terminal terminal, boolean json) {
        /** Reports the version of the program and the address of the store. */
        void starting(Config config) {
            print(Main.version());
            print("store " + config.store());
            LOG.debug("settings: {}", config);
        }

        /** Reports the address of the service. Warns if every network interface offers it without TLS. */
        void listening(String host, int port) {
            String address = "http://" + (host.contains(":") ? '[' + host + ']' : host) + ':' + port;
            print("console " + address + "/console");
            print("listening on " + address);
            if (isAnyAddress(host)) {
                LOG.warn("the service listens on all interfaces without TLS: put a TLS terminator in front of it");
            }
            terminal.out().flush();
        }

        /**
         * Writes the first key to its file and reports where it is. Prints the key only to a terminal, and as text: any
         * other output may be a log that many people can read.
         */
        void firstKey(Path data, NewKey key) {
            Path file = FirstKey.file(data);
            String account = "account " + key.info().space().account() + " created; its admin key";
            boolean isWritten = isWritten(file, key);
            if (terminal.outIsTerminal() && !json) {
                print(account + ", shown only once:");
                print("  " + key.key().text());
                if (isWritten) {
                    print("also written to " + file);
                }
            } else if (isWritten) {
                print(account + " is in " + file);
            } else {
                print(account
                        + " is not shown because this is not a terminal; create another one: ./evidence key create"
                        + " --account " + key.info().space().account() + " --scope admin");
            }
        }

        private boolean isWritten(Path file, NewKey key) {
            try {
                FirstKey.write(file, key.key())
                        .ifPresent(moved -> warn("the first key of another store is now in " + moved));
                return true;
            } catch (IOException unwritable) {
                warn("cannot write " + file + ": " + FileError.cause(unwritable));
            }
            return false;
        }

        private void print(String fact) {
            if (json) {
                LOG.info(fact);
            } else {
                terminal.out().println(fact);
            }
        }

        private void warn(String fact) {
            if (json) {
                LOG.warn(fact);
            } else {
                terminal.err().println(fact);
            }
        }

        private static boolean isAnyAddress(String host) {
            try {
                return InetAddress.getByName(host).isAnyLocalAddress();
            } catch (UnknownHostException unknown) {
                return false;
            }
        }
    }

    private static final Pattern HEAP = Pattern.compile("-Xmx(\\d{1,9})([kKmMgG])");

    /** What the launcher gives to the service. */
    private static final String USUAL = "-Xmx256m";

    static CliCommand doctor() {
        return CliCommand.onInstallation("""
                doctor: Check disk, clock, secret, heap, store, keys, backup, integrations and retention. Print what \
                is wrong, and what to do.
                The service may run at the same time. Run it where the service runs, with the same settings and \
                EVIDENCE_JAVA_OPTS. The exit code is 0 only if nothing is wrong.
                $ doctor
                $ doctor --data /var/lib/evidence --json
                --json: print the findings as JSON
                """).does(Serving::examine);
    }

    private static void examine(Call call) {
        String options = System.getenv("EVIDENCE_JAVA_OPTS");
        List<Doctor.Finding> findings =
                Doctor.examine(call.config(), Doctor.Surroundings.of(heap(options == null ? USUAL : options)));
        call.print(
                Map.of("checks", findings),
                () -> findings.forEach(each -> {
                    call.print((each.isFault() ? "FAULT " : "ok    ") + each.name() + ": " + each.found());
                    if (each.cure() != null) {
                        call.print("      " + each.cure());
                    }
                }));
        call.exit(findings.stream().anyMatch(Doctor.Finding::isFault) ? ExitCode.FAILED : ExitCode.OK);
    }

    /** Returns the largest heap that options of a JVM set, in bytes; that of this JVM if they set none. */
    static long heap(String options) {
        Matcher set = HEAP.matcher(options);
        long heap = Runtime.getRuntime().maxMemory();
        while (set.find()) {
            int shift = switch (set.group(2)) {
                case "k", "K" -> 10;
                case "m", "M" -> 20;
                default -> 30;
            };
            heap = Long.parseLong(set.group(1)) << shift;
        }
        return heap;
    }
}
