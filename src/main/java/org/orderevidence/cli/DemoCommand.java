package org.orderevidence.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.orderevidence.App;
import org.orderevidence.account.ApiKey;
import org.orderevidence.cli.terminal.AtExit;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.SettingOptions;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Logging;
import org.orderevidence.installation.PrivateFile.FirstKey;
import org.orderevidence.installation.Setting;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows on the bundled sample what the service does. */
@Command(
        name = "demo",
        description = {
            "Start a service in a temporary folder, upload the bundled sample, and show three orders: one that is"
                    + " eligible, one that needs an action, and one that is neither. Run until Ctrl-C.",
            "The demo reads no settings and deletes its folder at the end."
        },
        footer = {"%nExamples:", "  ./evidence demo", "  ./evidence demo --once"})
final class DemoCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Option(names = "--once", description = "exit after the three orders")
    private boolean once;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "TCP port on 127.0.0.1; 0 selects a free port (default: ${DEFAULT-VALUE})")
    private String port = "0";

    DemoCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("evidence-demo");
        Map<String, String> flags = new LinkedHashMap<>();
        flags.put(Setting.DATA.key(), folder.toString());
        flags.put(Setting.PORT.key(), port);
        try {
            Config config = SettingOptions.accepted(Config.read(null, Map.of(), flags));
            Logging.start(config.jsonLogs(), "warn", terminal.err());
            try (App app = App.start(config);
                    AtExit _ = AtExit.run(() -> end(app, folder))) {
                show(config, app);
                if (!once) {
                    new CountDownLatch(1).await();
                }
            }
        } finally {
            delete(folder);
        }
        return ExitCode.OK;
    }

    private void show(Config config, App app) throws IOException, InterruptedException {
        ApiKey key = app.firstKey()
                .orElseThrow(() -> new IllegalStateException("an empty folder has no account yet"))
                .key();
        Path keyFile = FirstKey.file(config.data());
        FirstKey.write(keyFile, key);
        Demo.describeMerchant(config);
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        String url = "http://127.0.0.1:" + app.port();
        new Demo(terminal, url, key, keyFile, SampleData.load(today)).show();
        if (!once) {
            // The code is a secret for five minutes: it is printed here, and never logged.
            app.signInLink(key).ifPresent(link -> {
                terminal.out()
                        .println("Look at the orders in a browser. This link signs in once, in the next five minutes:");
                terminal.out().println();
                terminal.out().println("  " + link);
                terminal.out().println();
            });
        }
        terminal.out()
                .println(
                        once
                                ? "Stopped. Without --once, the service keeps running for the commands above."
                                : "The service runs until Ctrl-C. Then its folder is deleted.");
        terminal.out().flush();
    }

    private static void end(App app, Path folder) {
        app.close();
        delete(folder);
    }

    private static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> content = Files.walk(folder)) {
            for (Path path : content.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException left) {
            // The file stays in the system's folder for temporary files.
        }
    }
}
