package org.orderevidence.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The load generator: wrk, a C program. It has one thread, because it must leave most of a small machine to the server.
 * For a request of 5 KB it needs 10 µs of processor time. A generator in the JVM, with blocking sockets on virtual
 * threads, needed 18 µs. The latencies are corrected for requests that a stalled connection did not send ("coordinated
 * omission"). A stall therefore counts in the upper percentiles.
 */
final class Wrk {
    private static final String PROGRAM = "wrk";
    private static final int TIMEOUT_SECONDS = 30;
    private static final int ENDS_WITHIN_SECONDS = 120;
    private static final Pattern RESULT =
            Pattern.compile("RESULT requests=(\\d+) micros=(\\d+) mean=([0-9.]+) p50=(\\d+)"
                    + " p95=(\\d+) p99=(\\d+) p999=(\\d+) failures=(\\d+)");

    /** Numbers of nine digits for new orders: each run of wrk takes the next part of them. */
    private static final long FIRST_NUMBER = 100_000_000L;

    private static final long NUMBERS_A_RUN = 2_000_000L;
    private static final long LAST_NUMBER = 1_000_000_000L;

    private final Scratch scratch;
    private final Path workload;
    private final Random seeds = new Random(Workload.SEED);
    private long nextNumber = FIRST_NUMBER;

    /**
     * @param workload the folder that {@link Workload} wrote
     */
    Wrk(Scratch scratch, Path workload) throws IOException {
        this.scratch = scratch;
        this.workload = workload;
        String done = resource("done.lua");
        for (Operation operation : Operation.values()) {
            Files.writeString(scratch.file(operation.script()), done + resource(operation.script()));
        }
    }

    /** Loads a server with an operation. */
    Round.Answers run(int port, String key, Operation operation, int connections, int seconds) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                PROGRAM,
                "--threads=1",
                "--connections=" + connections,
                "--duration=" + seconds + "s",
                "--timeout=" + TIMEOUT_SECONDS + "s",
                "--script=" + scratch.file(operation.script()),
                "http://127.0.0.1:" + port + "/",
                "--",
                key));
        command.addAll(arguments(operation));
        String said = Child.run(scratch, command, seconds + ENDS_WITHIN_SECONDS);
        Matcher result = RESULT.matcher(said);
        if (!result.find()) {
            throw new IOException("wrk said something else: " + said);
        }
        return new Round.Answers(
                Long.parseLong(result.group(1)),
                Long.parseLong(result.group(2)) / 1e6,
                Double.parseDouble(result.group(3)) / 1e3,
                Long.parseLong(result.group(4)) / 1e3,
                Long.parseLong(result.group(5)) / 1e3,
                Long.parseLong(result.group(6)) / 1e3,
                Long.parseLong(result.group(7)) / 1e3,
                Long.parseLong(result.group(8)));
    }

    private List<String> arguments(Operation operation) {
        return switch (operation) {
            case TRACK -> List.of(seed());
            case UPLOAD, UPLOAD_100 ->
                List.of(number(), Workload.template(workload).toString(), String.valueOf(operation.orders()));
            case FETCH, FETCH_10, FETCH_10000 ->
                List.of(seed(), Workload.ids(workload, operation).toString());
        };
    }

    private String seed() {
        return String.valueOf(seeds.nextInt(1_000_000));
    }

    /** The first of the numbers for the new orders of one run. */
    private String number() {
        long number = nextNumber;
        nextNumber += NUMBERS_A_RUN;
        if (nextNumber > LAST_NUMBER) {
            throw new IllegalStateException("too many runs: no numbers are left for new orders");
        }
        return String.valueOf(number);
    }

    private static String resource(String name) throws IOException {
        try (InputStream stream = Wrk.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IOException("no " + name);
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
