package org.orderevidence.cli;

/** Ends a command: an expected failure, told in a message without a stack trace. */
final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    /**
     * @param exitCode see {@link ExitCode}
     * @param message what went wrong and what to do, without secrets
     */
    Failure(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }
}
