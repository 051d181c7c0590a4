package org.orderevidence.cli.terminal;

/** An expected failure that ends a command. It is printed as its message, without a stack trace. */
public final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    /**
     * @param exitCode see {@link ExitCode}
     * @param message what went wrong and what to do, without secrets
     */
    public Failure(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    public int exitCode() {
        return exitCode;
    }
}
