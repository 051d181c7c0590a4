package org.orderevidence.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.orderevidence.cli.terminal.SettingOptions;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.installation.Config;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs the service until the process receives a stop signal. */
@Command(
        name = "serve",
        description = {
            "Run the service until SIGTERM or Ctrl-C. Requests that have started are finished first.",
            "With --log-format json, all output is JSON and goes to standard error. Settings are logged at the level"
                    + " debug; check-config prints them, too.",
            "The first start creates the account \"default\" with an admin key, and writes the key to <data>/first-key."
                    + " The key is printed only to a terminal."
        },
        footer = {
            "%nExamples:",
            "  ./evidence serve",
            "  ./evidence serve --port 0 --data /var/lib/evidence --log-format json",
            "  EVIDENCE_HOST=0.0.0.0 ./evidence serve"
        },
        exitCodeList = {
            "  0:stopped by SIGTERM or Ctrl-C",
            "  1:the start failed",
            "  2:wrong usage or settings; nothing was done",
            "  3:out of memory",
            "134:out of memory outside the heap, or a vital thread died"
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
        return Serving.serve(terminal, reading());
    }

    /** Returns the settings, or the errors in them. */
    Config.Reading reading() {
        return settings.read(terminal, server.flags());
    }
}
