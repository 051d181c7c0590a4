package org.orderevidence.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.orderevidence.bench.process.Postgres;
import org.orderevidence.bench.process.Scratch;

/**
 * The benchmark. It measures the service on each store in one run, and prints Markdown. In the same run it measures two
 * others for comparison: pgbench with the same rows one by one, and the Spring Boot version. {@code bench/run} starts it
 * with {@code ROOT [OPTIONS]}.
 */
final class Bench {
    private static final int WRONG_USAGE = 2;

    private Bench() {}

    public static void main(String[] args) {
        Path root = Path.of(args[0]);
        try {
            run(root, Options.parse(List.of(args).subList(1, args.length)));
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
        if (postgres == null && options.storesNamed() && options.measures(Options.POSTGRESQL)) {
            throw new IOException("PostgreSQL is not installed (Debian: apt-get install postgresql)");
        }
        if (postgres == null) {
            System.err.println("bench: PostgreSQL is not installed: nothing that needs it is measured");
        }
        try (Scratch scratch = Scratch.below(root.resolve("bench/target"))) {
            String machine = Machine.describe(scratch, postgres, options);
            System.err.println("bench: " + machine);
            String report = machine + "\n\n";
            try {
                report += options.budget().isEmpty()
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
            Files.writeString(options.report(), report);
            System.out.print(report);
            System.err.println("bench: also in " + options.report());
        }
    }
}
