package org.orderevidence.cli;

import org.orderevidence.cli.terminal.Failure.ExitCode;
import org.orderevidence.cli.terminal.Terminal;

public final class Main {
    private Main() {}

    /** Returns the name, version and commit of this program in one line, as the manifest of its jar has them. */
    static String version() {
        String version = Main.class.getPackage().getImplementationVersion();
        return "Order Evidence " + (version == null ? "(not packaged)" : version);
    }

    /** Runs one command and exits with its code. */
    public static void main(String[] args) {
        System.exit(run(Terminal.ofProcess(), args));
    }

    static int run(Terminal terminal, String... args) {
        int code = Commands.run(terminal, args);
        terminal.out().flush();
        return terminal.out().checkError() ? ExitCode.FAILED : code;
    }
}
