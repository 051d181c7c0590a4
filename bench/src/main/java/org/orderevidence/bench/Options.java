package org.orderevidence.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The options of a run. */
final class Options {
    static final String SQLITE = "sqlite";
    static final String POSTGRESQL = "postgresql";
    static final String CASSANDRA = "cassandra";

    static final String USAGE = """
            Usage: bench/run [OPTIONS]
              --quick            less than 2 minutes, for a check by hand: sqlite and postgresql without Spring Boot,
                                 20,000 orders, 2 s of warm-up, 2 rounds of 1 s
              --orders N         how many orders are stored (default 100,000; published: 1,000,000)
              --stores LIST      of sqlite, postgresql, cassandra (default: all that can be started)
              --operations LIST  of track, upload, upload-100, fetch, fetch-10, fetch-10000
                                 (default: all)
              --no-spring        leaves the Spring Boot version out
              --budget LIST      only this: the latencies of 2,000 fetches and 2,000 uploads a second on an embedded
                                 store of these sizes, the smallest first, such as 1000000,10000000; 10 minutes each
              --data FOLDER      keeps the store of --budget, for the next run
              --baseline FOLDER  compares with another build in the same rounds: its checkout, or the target folder of it
              --seconds N        length of a round (default 4)
              --rounds N         rounds of each measurement (default 5)
              --warmup N         seconds of load before the first round (default 15)
              --report FILE      where the report goes too (default bench/target/report.md)
            """;

    private static final int BUDGET_SECONDS = 600;
    private static final List<String> STORES = List.of(SQLITE, POSTGRESQL, CASSANDRA);

    /** Whether this is the short form. */
    final boolean quick;

    /** How many orders are stored. */
    long orders;

    /** Length of a round. */
    int seconds;

    /** Rounds of each measurement. */
    int rounds;

    /** Seconds of the same before the first round. */
    int warmUp;

    /** Whether the Spring Boot version is measured too. */
    boolean spring;

    /** Whether stores were asked for, so that one that cannot be had is an error. */
    boolean storesNamed;

    /** Sizes of the store in the budget run; empty to measure everything else. */
    List<Long> budget = new ArrayList<>();

    /** Folder of the store of the budget run. */
    Optional<Path> data = Optional.empty();

    /** Launcher of the build to compare with; empty for none. */
    Optional<Path> baseline = Optional.empty();

    /** File that the report goes to. */
    Path report = Path.of("bench/target/report.md");

    private List<String> stores;
    private Set<Operation> operations = EnumSet.allOf(Operation.class);

    /** A wrong command line; the message says how it would be right. */
    static final class WrongUsage extends Exception {
        private static final long serialVersionUID = 1;

        WrongUsage(String message) {
            super(message);
        }
    }

    /** Reads a command line. */
    Options(List<String> args) throws WrongUsage {
        quick = args.contains("--quick");
        orders = quick ? 20_000 : 100_000;
        seconds = args.contains("--budget") ? BUDGET_SECONDS : quick ? 1 : 4;
        rounds = quick ? 2 : 5;
        warmUp = quick ? 2 : 15;
        stores = quick ? List.of(SQLITE, POSTGRESQL) : STORES;
        if (quick) {
            operations.removeAll(Set.of(Operation.FETCH_10, Operation.FETCH_10000));
        }
        spring = !quick;
        Deque<String> rest = new ArrayDeque<>();
        for (String arg : args) {
            rest.addAll(List.of(arg.split("=", 2)));
        }
        while (!rest.isEmpty()) {
            take(rest.pop(), rest);
        }
    }

    private void take(String option, Deque<String> rest) throws WrongUsage {
        switch (option) {
            case "--quick" -> {
                // seen above
            }
            case "--orders" -> orders = number(option, value(option, rest), 20_000, 100_000_000);
            case "--seconds" -> seconds = (int) number(option, value(option, rest), 1, 600);
            case "--rounds" -> rounds = (int) number(option, value(option, rest), 1, 100);
            case "--warmup" -> warmUp = (int) number(option, value(option, rest), 0, 600);
            case "--stores" -> {
                stores = List.of(value(option, rest).split(","));
                storesNamed = true;
                if (!STORES.containsAll(stores)) {
                    throw new WrongUsage("--stores takes some of " + String.join(",", STORES));
                }
            }
            case "--operations" -> operations = operations(value(option, rest));
            case "--no-spring" -> spring = false;
            case "--budget" -> {
                for (String size : value(option, rest).split(",", -1)) {
                    budget.add(number(option, size, 20_000, 100_000_000));
                }
            }
            case "--data" -> data = Optional.of(Path.of(value(option, rest)).toAbsolutePath());
            case "--baseline" -> baseline = Optional.of(launcher(value(option, rest)));
            case "--report" -> report = Path.of(value(option, rest));
            default -> throw new WrongUsage("there is no option " + option + "\n" + USAGE);
        }
    }

    boolean measures(Operation operation) {
        return operations.contains(operation);
    }

    boolean measures(String store) {
        return stores.contains(store);
    }

    /** The launcher of a checkout, given the checkout or its target folder: it sets the options of the JVM. */
    private static Path launcher(String folder) throws WrongUsage {
        Path checkout = Path.of(folder).toAbsolutePath().normalize();
        if (checkout.endsWith("target")) {
            checkout = checkout.resolveSibling("");
        }
        Path launcher = checkout.resolve("evidence");
        if (!Files.isRegularFile(launcher) || !Files.isExecutable(launcher)) {
            throw new WrongUsage(
                    "--baseline takes a checkout of the project or its target folder; there is no launcher "
                            + launcher);
        }
        return launcher;
    }

    private static Set<Operation> operations(String list) throws WrongUsage {
        Set<Operation> some = EnumSet.noneOf(Operation.class);
        for (String name : list.split(",", -1)) {
            some.add(EnumSet.allOf(Operation.class).stream()
                    .filter(operation -> operation.fileName().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new WrongUsage("there is no operation " + name + "\n" + USAGE)));
        }
        return some;
    }

    private static String value(String option, Deque<String> rest) throws WrongUsage {
        if (rest.isEmpty() || rest.peek().startsWith("--")) {
            throw new WrongUsage(option + " takes a value");
        }
        return rest.pop();
    }

    private static long number(String option, String value, long least, long most) throws WrongUsage {
        String text = value.replaceAll("[_,]", "");
        long number = text.matches("\\d{1,9}") ? Long.parseLong(text) : -1;
        if (number < least || number > most) {
            throw new WrongUsage(option + " takes a whole number from " + least + " to " + most);
        }
        return number;
    }
}
