package org.orderevidence.bench;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The part of a server to which a sample of processor time belongs. The innermost frame of a known part decides. */
enum TimePart {
    SQLITE("SQLite itself"),
    DRIVER("database driver"),
    STORE("store"),
    RULE("rule"),
    JSON("JSON"),
    SERVICE("service, keys, limits"),
    HTTP("HTTP server, sockets"),
    OTHER("JVM, threads");

    private final String title;

    TimePart(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /**
     * The part that a sample belongs to.
     *
     * @param frames class and method, outermost first
     */
    static TimePart of(List<String> frames) {
        for (int i = frames.size() - 1; i >= 0; i--) {
            TimePart part = of(frames.get(i), i == frames.size() - 1);
            if (part != null) {
                return part;
            }
        }
        return OTHER;
    }

    private static @Nullable TimePart of(String frame, boolean innermost) {
        if (frame.startsWith("org.sqlite.core.NativeDB.") && innermost) {
            return SQLITE;
        }
        if (frame.startsWith("org.sqlite.")
                || frame.startsWith("org.postgresql.")
                || frame.startsWith("com.datastax.")) {
            return DRIVER;
        }
        if (frame.startsWith("org.orderevidence.store.")) {
            return STORE;
        }
        if (frame.startsWith("org.orderevidence.evidence.")) {
            return RULE;
        }
        if (frame.matches("org\\.orderevidence\\.http\\.(Json\\w+|\\w+(Writer|Reader))[.$].*")
                || frame.startsWith("tools.jackson.")) {
            return JSON;
        }
        if (frame.startsWith("io.helidon.") || frame.startsWith("org.eclipse.jetty.")) {
            return HTTP;
        }
        return frame.startsWith("org.orderevidence.") ? SERVICE : null;
    }
}
