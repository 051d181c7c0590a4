package org.orderevidence.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.SettingOptions;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.installation.Config;
import org.orderevidence.transfer.StoreTasks;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Backs up the embedded store. */
@Command(
        name = "backup",
        description = {
            "Back up the embedded store to a new folder, also while the service runs. The backup contains the database at"
                    + " one moment, the secret, and the first key if it is still in the data folder.",
            "The backup is a data folder. To check it, run store verify --data FOLDER. To restore it, replace the data folder"
                    + " with it. Back up other stores with their own tools: see docs/operations.md."
        },
        footer = {
            "%nExamples:",
            "  ./evidence store backup --to backups/monday",
            "  ./evidence store verify --data backups/monday"
        })
final class StoreBackupCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private SettingOptions settings = new SettingOptions();

    @Option(names = "--to", paramLabel = "FOLDER", required = true, description = "new folder for the backup")
    private Path to = Path.of("");

    StoreBackupCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        Config config = settings.config(terminal);
        StoreTasks.BackedUp backup = StoreTasks.backup(config, to);
        terminal.out()
                .println(to + ": the database, " + backup.databaseBytes() + " bytes, "
                        + (backup.hasFirstKey() ? "the secret and the first key" : "and the secret"));
        return ExitCode.OK;
    }
}
