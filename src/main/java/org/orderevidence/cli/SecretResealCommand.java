package org.orderevidence.cli;

import java.util.concurrent.Callable;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Plural;
import org.orderevidence.cli.terminal.SettingOptions;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.installation.Config;
import org.orderevidence.transfer.RenewalEnd;
import org.orderevidence.transfer.SecretTasks;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Seals all records again. */
@Command(
        name = "reseal",
        description = {
            "Seal all records again with the newest sealing key that is in use, without pauses. A running service does the"
                    + " same in the background, slowly. After an interruption, run the command again: it starts at the"
                    + " beginning, and only reads the records that have the newest key.",
            "Use it to finish sooner, or after a machine got the secret file too late: store verify counts the records"
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
        terminal.out()
                .println("sealed " + Plural.of(done.resealed(), "record") + " again with sealing key " + done.key());
        if (done.unreadable() > 0) {
            terminal.tell(Plural.of(done.unreadable(), "record")
                    + " under older keys cannot be opened because of damage; ./evidence store verify lists them");
        }
        done.missing()
                .forEach((key, records) -> terminal.tell(Plural.of(records, "record") + (records == 1 ? " is" : " are")
                        + " sealed with sealing key " + key + ", which is not in " + config.secretFile()
                        + "; restore the secret file that has it and run the same command again"));
        switch (done.end()) {
            case DONE, KEY_MISSING -> {}
            case EARLY ->
                terminal.tell(
                        "no record has an older key, but a service may have used one less than a minute ago and may still"
                                + " write with it; run the same command again in two minutes");
            case RENEWED ->
                terminal.tell(
                        "records under older keys keep appearing: a service has an old secret file; copy the newest"
                                + " one to all machines and run the same command again");
        }
        return done.end() == RenewalEnd.DONE && done.unreadable() == 0 ? ExitCode.OK : ExitCode.FAILED;
    }
}
