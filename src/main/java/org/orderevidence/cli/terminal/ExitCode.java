package org.orderevidence.cli.terminal;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The exit codes of all commands but {@code serve}. */
public final class ExitCode {
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
