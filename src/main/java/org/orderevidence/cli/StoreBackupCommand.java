package org.orderevidence.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.SettingOptions;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.settings.Config;
import org.orderevidence.transfer.StoreTasks;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Backs up the embedded store. */
@Command(
        name = "backup",
        description = {
            "Writes a backup of the embedded store, also while the service runs: a new folder with the database as it is"
                    + " at one moment, the secret, and the first key if it is still in the data folder.",
            "It is a data folder: check it with verify --data, restore it by putting it in the place of the old one."
                    + " Other stores are backed up with their own tools: see docs/operations.md."
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

    @Option(names = "--to", paramLabel = "FOLDER", required = true, description = "a folder that does not exist yet")
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
