package org.orderevidence.cli;

import java.util.Optional;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.settings.Config;

/** The program's beginning. It does not touch the library for command lines unless that is needed: see {@link PlainServe}. */
public final class Main {
    private Main() {}

    /** Runs one command and exits with its code. */
    public static void main(String[] args) {
        System.exit(run(Terminal.ofProcess(), args));
    }

    /** Runs one command; answers its exit code. */
    static int run(Terminal terminal, String... args) {
        Optional<Config.Reading> plain = PlainServe.read(args, terminal.environment());
        int code = plain.isPresent() ? serve(terminal, plain.get()) : Commands.run(terminal, args);
        terminal.out().flush();
        if (terminal.out().checkError()) {
            return ExitCode.FAILED;
        }
        return code;
    }

    private static int serve(Terminal terminal, Config.Reading reading) {
        try {
            return Serving.serve(terminal, reading);
        } catch (Exception failure) {
            return FailedCommand.tell(failure, terminal.err());
        }
    }
}
