package org.orderevidence.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The rounds of one contestant, operation and number of connections. */
final class Series {
    /** What was measured. */
    record Key(String contestant, Operation operation, int connections) {}

    private final Key key;
    private final List<Round> rounds = new ArrayList<>();

    Series(Key key) {
        this.key = key;
    }

    Key key() {
        return key;
    }

    void add(Round round) {
        rounds.add(round);
    }

    /** The median of the rounds; of an even number the mean of the two in the middle. */
    double median(ToDoubleFunction<Round> value) {
        double[] sorted = rounds.stream().mapToDouble(value).sorted().toArray();
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    double perSecond() {
        return median(Round::perSecond);
    }

    double least() {
        return rounds.stream().mapToDouble(Round::perSecond).min().orElse(Double.NaN);
    }

    double most() {
        return rounds.stream().mapToDouble(Round::perSecond).max().orElse(Double.NaN);
    }

    long failures() {
        return rounds.stream().mapToLong(Round::failures).sum();
    }
}
