package org.orderevidence.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.bench.process.Child;
import org.orderevidence.bench.process.Scratch;

/** The machine of a run. */
final class Machine {
    private static final double GIGABYTE = 1 << 30;
    private static final long SECONDS = 30;

    private Machine() {}

    /**
     * In one line.
     *
     * @param postgres where PostgreSQL is installed; null when it is not
     */
    static String describe(Scratch scratch, @Nullable Path postgres, Options options) throws IOException {
        com.sun.management.OperatingSystemMXBean system =
                ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
        String database = postgres == null
                ? "no PostgreSQL"
                : Child.run(scratch, List.of(postgres.resolve("postgres").toString(), "--version"), Map.of(), SECONDS)
                        .strip();
        String line = String.format(
                Locale.ROOT,
                "%s: %d cores (shared with the load generator), %.0f GiB, %s %s, Java %s, %s",
                Workload.today(),
                system.getAvailableProcessors(),
                system.getTotalMemorySize() / GIGABYTE,
                system.getName(),
                system.getVersion(),
                Runtime.version(),
                database);
        return options.budget().isEmpty()
                ? "%s; %d orders stored; %d rounds of %d s, in turns, after %d s of warm-up."
                        .formatted(line, options.orders(), options.rounds(), options.seconds(), options.warmUp())
                : "%s; %d s after %d s of warm-up.".formatted(line, options.seconds(), options.warmUp());
    }
}
