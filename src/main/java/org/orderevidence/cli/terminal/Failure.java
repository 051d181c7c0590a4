package org.orderevidence.cli.terminal;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** An expected failure that ends a command. It is printed as its message, without a stack trace. */
public final class Failure extends RuntimeException {
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

    /** Returns a failure because of wrong usage or settings: nothing was done. */
    public static Failure usage(String message) {
        return new Failure(ExitCode.USAGE, message);
    }

    /** Returns any other failure. The command may be partly done. */
    public static Failure failed(String message) {
        return new Failure(ExitCode.FAILED, message);
    }

    public int exitCode() {
        return exitCode;
    }

    /** The exit codes of all commands but {@code serve}. */
    public static final class ExitCode {
        public static final int OK = 0;
        public static final int FAILED = 1;
        public static final int USAGE = 2;

        static final int UNREACHABLE = 3;
        static final int REFUSED = 4;

        private ExitCode() {}

        /** Returns the meaning of each code, as the help lists them. */
        public static Map<String, String> meanings() {
            Map<String, String> meanings = new LinkedHashMap<>();
            meanings.put(" " + OK, "success");
            meanings.put(" " + FAILED, "failed or partly done");
            meanings.put(" " + USAGE, "wrong usage or settings; nothing was done");
            meanings.put(" " + UNREACHABLE, "the service at the URL does not answer");
            meanings.put(" " + REFUSED, "the service refused the request");
            return Collections.unmodifiableMap(meanings);
        }
    }
}
