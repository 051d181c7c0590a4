package org.orderevidence.cli;

import java.util.concurrent.Callable;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.SettingOptions;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.settings.Config;
import org.orderevidence.transfer.SecretTasks;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Seals all records again. */
@Command(
        name = "reseal",
        description = {
            "Seal all records again with the newest sealing key that is in use, without pauses. A running service does the"
                    + " same in the background, slowly. After an interruption, both continue where they were.",
            "Use it to be done sooner, or if a machine got the secret file too late: store verify shows whether records are"
                    + " under older keys. The service may run at the same time."
        },
        footer = {"%nExample: ./evidence secret reseal"})
final class SecretResealCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private SettingOptions settings = new SettingOptions();

    SecretResealCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        Config config = settings.config(terminal);
        SecretTasks.Resealed done;
        try (StoreProgress progress = new StoreProgress(terminal)) {
            done = SecretTasks.reseal(config, progress);
        }
        terminal.out().println("sealed " + done.resealed() + " records again with sealing key " + done.key());
        if (done.unreadable() > 0) {
            terminal.err()
                    .println(done.unreadable()
                            + " records with older keys cannot be opened; ./evidence store verify lists them");
        }
        if (!done.isDone()) {
            terminal.err()
                    .println(
                            "records with older keys keep appearing: a service has an old secret file; copy the newest one"
                                    + " to all machines and run the same command again");
        }
        return done.isDone() && done.unreadable() == 0 ? ExitCode.OK : ExitCode.FAILED;
    }
}
