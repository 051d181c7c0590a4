package org.orderevidence.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orderevidence.bench.process.Child;
import org.orderevidence.bench.process.Scratch;

/** How much a JVM allocates, from its own list of threads: what virtual threads allocate counts for their carriers. */
final class Allocation {
    private static final Pattern ALLOCATED = Pattern.compile(" allocated=(\\d+)([BKMG]) ");
    private static final String UNITS = "BKMG";
    private static final int UNIT_BITS = 10;
    private static final long COMMAND_SECONDS = 60;

    private Allocation() {}

    /** Bytes that a server allocates for a request of an operation, to within a few of a hundred. */
    static double bytesARequest(
            Scratch scratch, Path java, HttpContestant contestant, Operation operation, int connections, int seconds)
            throws IOException {
        long before = total(scratch, java, contestant);
        Round round = contestant.run(operation, connections, seconds);
        return (total(scratch, java, contestant) - before) / (double) Math.max(1, round.requests());
    }

    /** Of all threads that live; the JVM rounds each to a whole unit, of which it has at least 100. */
    private static long total(Scratch scratch, Path java, HttpContestant contestant) throws IOException {
        String pid = String.valueOf(contestant.server().pid());
        String threads = Child.run(
                scratch,
                List.of(java.resolveSibling("jcmd").toString(), pid, "Thread.print", "-e"),
                Map.of(),
                COMMAND_SECONDS);
        long total = 0;
        Matcher allocated = ALLOCATED.matcher(threads);
        while (allocated.find()) {
            total += Long.parseLong(allocated.group(1)) << (UNIT_BITS * UNITS.indexOf(allocated.group(2)));
        }
        return total;
    }
}
