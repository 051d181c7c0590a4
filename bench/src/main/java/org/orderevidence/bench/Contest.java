package org.orderevidence.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Measures contestants by turns at the same operation. First each one warms up, then each does one round, then each the
 * next. A disturbance of the machine therefore affects all of them. All pending writes are flushed before the first
 * round. Before each round, the files of the contestant are read into memory. Stores the results.
 */
final class Contest {
    /** How many times as long a round of large requests is. */
    private static final int LONGER = 2;

    private final Options options;
    private final Scratch scratch;
    private final Map<Series.Key, Series> measured = new LinkedHashMap<>();

    Contest(Options options, Scratch scratch) {
        this.options = options;
        this.scratch = scratch;
    }

    /**
     * Measures.
     *
     * @param warmUp seconds of the same before the first round; 0 for none
     */
    void measure(Operation operation, int connections, int warmUp, List<Contestant> contestants) throws IOException {
        if (!options.measures(operation)) {
            return;
        }
        // A request that is in progress when a round ends does not count. A round must therefore be long compared with
        // one request.
        int longer = operation == Operation.UPLOAD_100 ? LONGER : 1;
        PageCache.flush(scratch);
        for (Contestant contestant : contestants) {
            if (warmUp > 0) {
                run(contestant, operation, connections, warmUp * longer);
            }
        }
        int seconds = options.seconds * longer;
        List<Series> all = new ArrayList<>();
        for (Contestant contestant : contestants) {
            Series.Key key = new Series.Key(contestant.name(), operation, connections);
            all.add(measured.computeIfAbsent(key, Series::new));
        }
        for (int round = 0; round < options.rounds; round++) {
            for (int i = 0; i < all.size(); i++) {
                // Every other turn in reverse, so that the same neighbour is not always the one before.
                int next = round % 2 == 0 ? i : all.size() - 1 - i;
                all.get(next).add(run(contestants.get(next), operation, connections, seconds));
            }
        }
        all.forEach(Contest::tell);
    }

    /** While the others had their turns, the system may have dropped its files. */
    private Round run(Contestant contestant, Operation operation, int connections, int seconds) throws IOException {
        PageCache.fill(scratch, contestant.data());
        return Round.of(contestant, operation, connections, seconds);
    }

    /** All series, in the order in which they were measured. */
    List<Series> all() {
        return List.copyOf(measured.values());
    }

    /** A series; empty when it was not measured. */
    Optional<Series> find(String contestant, Operation operation, int connections) {
        return Optional.ofNullable(measured.get(new Series.Key(contestant, operation, connections)));
    }

    private static void tell(Series series) {
        System.err.printf(
                Locale.ROOT,
                "bench: %s, %s, %d connections: %.0f/s, p50 %s ms, p95 %s ms, p99 %s ms%s%n",
                series.key().operation().title(),
                series.key().contestant(),
                series.key().connections(),
                series.perSecond(),
                Report.number(series.latency(Round.Answers::p50Millis)),
                Report.number(series.latency(Round.Answers::p95Millis)),
                Report.number(series.latency(Round.Answers::p99Millis)),
                series.failures() == 0 ? "" : ", " + series.failures() + " FAILED");
    }
}
