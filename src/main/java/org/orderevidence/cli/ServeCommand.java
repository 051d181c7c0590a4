package org.orderevidence.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.orderevidence.App;
import org.orderevidence.Config;
import org.orderevidence.account.NewKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs the service until it is told to stop. */
@Command(
        name = "serve",
        description = {
            "Runs the service until SIGTERM or Ctrl-C; then the requests under way are finished.",
            "At the first start it makes the account \"default\" with an admin key, prints the key once, and writes it"
                    + " to <data>/first-key."
        },
        footer = {
            "%nExamples:",
            "  ./evidence serve",
            "  ./evidence serve --port 0 --data /var/lib/evidence --log-format json",
            "  EVIDENCE_HOST=0.0.0.0 ./evidence serve"
        })
final class ServeCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private SettingOptions settings = new SettingOptions();

    @Mixin
    private ServerOptions server = new ServerOptions();

    ServeCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        Config config = SettingOptions.accepted(settings.read(terminal, server.flags()));
        try (LogBuffer lines = new LogBuffer(terminal.err())) {
            Logging.start(config.jsonLogs(), config.logLevel(), lines);
            serve(config, lines);
        }
        return ExitCode.OK;
    }

    private void serve(Config config, LogBuffer lines) throws InterruptedException {
        Logger log = LoggerFactory.getLogger(ServeCommand.class);
        log.info("settings: {}", config);
        // The process ends, with the code that belongs to the signal, when the hook has returned.
        try (App app = App.start(config);
                AtExit _ = AtExit.run(() -> end(app, lines))) {
            app.firstKey().ifPresent(key -> tellFirstKey(config, key));
            terminal.out().println("listening on http://" + hostForUrl(config.host()) + ':' + app.port());
            terminal.out().flush();
            new CountDownLatch(1).await();
        }
    }

    /** Ends the service, and then sees to it that the log tells of all of it. */
    private static void end(App app, LogBuffer lines) {
        app.close();
        try {
            lines.close();
        } catch (IOException nowhereToSayIt) {
            // Standard error itself is gone.
        }
    }

    /** An IPv6 address needs brackets in a URL. */
    static String hostForUrl(String host) {
        return host.contains(":") ? '[' + host + ']' : host;
    }

    private void tellFirstKey(Config config, NewKey key) {
        Path file = FirstKey.file(config.data());
        terminal.out().println("account " + key.info().space().account() + " made; its admin key, shown only now:");
        terminal.out().println("  " + key.key().text());
        try {
            FirstKey.write(file, key.key());
            terminal.out().println("also written to " + file);
        } catch (IOException unwritable) {
            boolean exists = Files.exists(file);
            terminal.err().println(exists ? file + " exists and was left as it is" : "cannot write " + file);
        }
    }
}
