package org.orderevidence;

import java.io.IOException;
import java.util.List;

/** The options that the launcher {@code ./evidence} gives to the JVM of {@code serve}, as the launcher itself computes them. */
final class LauncherOptions {
    private LauncherOptions() {}

    /** Runs a copy of the launcher with a {@code java} that prints its arguments. The options then have one source. */
    static List<String> ofServe() throws IOException, InterruptedException {
        try (LauncherCopy launcher = LauncherCopy.ofSourceTree()) {
            LauncherCopy.Run run = launcher.run("serve");
            List<String> options =
                    run.out().stream().filter(LauncherOptions::isNotOfCache).toList();
            if (options.stream().noneMatch(option -> option.startsWith("-Xmx"))) {
                throw new IllegalStateException("the launcher printed no -Xmx for serve, but: " + run);
            }
            return options;
        }
    }

    /** The cache is one of the copy. */
    private static boolean isNotOfCache(String option) {
        return option.startsWith("-X")
                && !option.startsWith("-XX:AOT")
                && !option.equals("-XX:+VerifySharedSpaces")
                && !option.startsWith("-Xlog");
    }
}
