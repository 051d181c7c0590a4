package org.orderevidence.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The benchmark. It measures the service on each store in one run, and prints Markdown. In the same run it measures two
 * others for comparison: pgbench with the same rows one by one, and the Spring Boot version. {@code bench/run} starts it
 * with {@code ROOT [OPTIONS]}.
 */
final class Bench {
    private static final int WRONG_USAGE = 2;
    private static final double GIGABYTE = 1 << 30;
    private static final long VERSION_SECONDS = 30;

    private Bench() {}

    public static void main(String[] args) {
        Path root = Path.of(args[0]);
        try {
            run(root, new Options(List.of(args).subList(1, args.length)));
        } catch (Options.WrongUsage wrong) {
            System.err.println(wrong.getMessage());
            System.exit(WRONG_USAGE);
        } catch (IOException failed) {
            String message = failed.getMessage();
            System.err.println("bench: " + (message == null ? failed : message));
            System.exit(1);
        }
    }

    private static void run(Path root, Options options) throws IOException {
        Path postgres = Postgres.installed().orElse(null);
        if (postgres == null && options.storesNamed && options.measures(Options.POSTGRESQL)) {
            throw new IOException("PostgreSQL is not installed (Debian: apt-get install postgresql)");
        }
        if (postgres == null) {
            System.err.println("bench: PostgreSQL is not installed: nothing that needs it is measured");
        }
        try (Scratch scratch = Scratch.below(root.resolve("bench/target"))) {
            String machine = machine(scratch, postgres, options);
            System.err.println("bench: " + machine);
            String report = machine + "\n\n";
            try {
                report += options.budget.isEmpty()
                        ? new Report(new Course(root, options, scratch, postgres).run(), options).markdown()
                        : new Budget(root, options, scratch).run();
            } catch (IOException | RuntimeException failed) {
                if (scratch.isClosed()) {
                    // The process ends, and has said why.
                    return;
                }
                System.err.print(scratch.logs());
                throw failed;
            }
            Files.writeString(options.report, report);
            System.out.print(report);
            System.err.println("bench: also in " + options.report);
        }
    }

    /** The machine and the form of a run in one line. */
    private static String machine(Scratch scratch, @Nullable Path postgres, Options options) throws IOException {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        String database = "no PostgreSQL";
        if (postgres != null) {
            String program = postgres.resolve("postgres").toString();
            database = Child.run(scratch, List.of(program, "--version"), VERSION_SECONDS)
                    .strip();
        }
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
        return options.budget.isEmpty()
                ? "%s; %d orders stored; %d rounds of %d s, in turns, after %d s of warm-up."
                        .formatted(line, options.orders, options.rounds, options.seconds, options.warmUp)
                : "%s; %d s after %d s of warm-up.".formatted(line, options.seconds, options.warmUp);
    }
}
