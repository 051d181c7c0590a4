package org.orderevidence.cli;

import java.io.PrintStream;
import java.nio.file.FileSystemException;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.file.FileError;
import org.orderevidence.installation.CannotStart;

/** Tells why a command failed. */
final class FailedCommand {
    private FailedCommand() {}

    /** Expected failures are told in their message; any other is a bug, and its trace helps to find it. */
    static int tell(Exception failure, PrintStream err) {
        int code = ExitCode.FAILED;
        switch (failure) {
            case Failure expected -> {
                err.println(printableLines(expected.getMessage()));
                code = expected.exitCode();
            }
            case CannotStart expected -> err.println(printableLines(expected.getMessage()));
            case FileSystemException file when file.getFile() != null ->
                err.println(Terminal.printable("cannot use " + file.getFile() + ": " + FileError.cause(file)));
            default -> failure.printStackTrace(err);
        }
        err.flush();
        return code;
    }

    private static String printableLines(@Nullable String text) {
        return String.valueOf(text)
                .lines()
                .map(Terminal::printable)
                .reduce((above, below) -> above + System.lineSeparator() + below)
                .orElse("");
    }
}
