package org.orderevidence.cli;

import java.nio.file.FileSystemException;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.installation.CannotStart;
import org.orderevidence.process.FileError;
import org.orderevidence.upload.UnusableInput;

/** Prints why a command failed. */
final class FailedCommand {
    private FailedCommand() {}

    /**
     * Prints the failure and returns the exit code. An expected failure is printed as its message. Any other is a bug, and
     * is printed with its stack trace.
     */
    static int tell(Exception failure, Terminal terminal) {
        int code = ExitCode.FAILED;
        switch (failure) {
            case Failure expected -> {
                terminal.tell(String.valueOf(expected.getMessage()));
                code = expected.exitCode();
            }
            case UnusableInput expected -> {
                terminal.tell(String.valueOf(expected.getMessage()));
                code = expected.isStarted() ? ExitCode.FAILED : ExitCode.USAGE;
            }
            case CannotStart expected -> terminal.tell(String.valueOf(expected.getMessage()));
            case FileSystemException file
            when file.getFile() != null -> terminal.tell("cannot use " + file.getFile() + ": " + FileError.cause(file));
            default -> failure.printStackTrace(terminal.err());
        }
        terminal.err().flush();
        return code;
    }
}
