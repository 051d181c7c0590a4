package org.orderevidence.cli;

import java.util.concurrent.Callable;
import org.orderevidence.App;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.SettingOptions;
import org.orderevidence.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prints the schema of the store. */
@Command(
        name = "schema",
        description = "Print the current schema of the store: its version and its statements.",
        footer = {"%nExample: ./evidence schema --data /var/lib/evidence"})
final class SchemaCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private SettingOptions settings = new SettingOptions();

    SchemaCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        terminal.out().println(App.schema(settings.config(terminal)));
        return ExitCode.OK;
    }
}
