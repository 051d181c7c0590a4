package org.orderevidence.cli;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.SettingOptions;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.SettingKind;
import org.orderevidence.transfer.SecretTasks;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Adds a sealing key. */
@Command(
        name = "rotate",
        description = {
            "Add a sealing key to the secret file. Running services read it automatically. They seal with it after a delay,"
                    + " and then seal all older records again in the background. The index key and old keys stay.",
            "If services run on several machines, copy the secret file to all of them during the delay. Then back up the"
                    + " secret file."
        },
        footer = {
            "%nExamples:",
            "  ./evidence secret rotate",
            "  ./evidence secret rotate --delay 1h",
            "  ./evidence secret status"
        })
final class SecretRotateCommand implements Callable<Integer> {
    private static final Duration LONGEST = Duration.ofDays(30);

    private final Terminal terminal;

    @Mixin
    private SettingOptions settings = new SettingOptions();

    @Option(
            names = "--delay",
            paramLabel = "TIME",
            defaultValue = "10m",
            description = "time until the key is used, 10s to 30d (default: ${DEFAULT-VALUE})")
    private String delay = "";

    SecretRotateCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        Duration time = delay();
        Config config = settings.config(terminal);
        SecretTasks.Rotated rotated = SecretTasks.rotate(config, time);
        if (!rotated.isAdded()) {
            terminal.err()
                    .println("an earlier run added sealing key " + rotated.key()
                            + " and was interrupted; this run finishes it and adds no other key");
        }
        terminal.out()
                .println("sealing key " + rotated.key() + " is in " + config.secretFile() + "; it is used from "
                        + rotated.from() + " on");
        terminal.tell("if services run on several machines, copy " + config.secretFile()
                + " to all of them before that time; then back it up");
        if (!rotated.isNoted()) {
            terminal.tell("the store failed, so that services without the new key do not log a warning; run the same"
                    + " command again before that time: it finishes this run and adds no other key");
            return ExitCode.FAILED;
        }
        return ExitCode.OK;
    }

    private Duration delay() {
        Duration time;
        try {
            time = new SettingKind.Time().parse(delay);
        } catch (IllegalArgumentException malformed) {
            throw new Failure(ExitCode.USAGE, "--delay " + malformed.getMessage());
        }
        if (time.compareTo(SecretTasks.SHORTEST_DELAY) < 0 || time.compareTo(LONGEST) > 0) {
            throw new Failure(ExitCode.USAGE, "--delay must be 10s to 30d, not " + delay);
        }
        return time;
    }
}
