package org.orderevidence.bench;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** The rounds of one contestant, operation and number of connections. */
final class Series {
    /** The key of a series: contestant, operation and number of connections. */
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
        return median(rounds.stream().mapToDouble(value));
    }

    /** The median of a value that the generator tells. */
    double latency(ToDoubleFunction<Round.Answers> value) {
        return median(round -> value.applyAsDouble(round.answers()));
    }

    /** The median of what each request used. */
    double usage(ToDoubleFunction<Round.Usage> value) {
        return median(round -> value.applyAsDouble(round.usage()));
    }

    /** The median of values; NaN when there are none. */
    static double median(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        if (sorted.length == 0) {
            return Double.NaN;
        }
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    /**
     * Returns the ratio of the requests per second of this contestant to those of another, turn by turn. Both did the
     * rounds of one turn within the same seconds. An hour in which the machine is slow therefore affects both.
     */
    Ratios ratiosTo(Series other) {
        return ratiosTo(other, Round::perSecond);
    }

    /** The ratio of another value of the rounds, turn by turn. */
    Ratios ratiosTo(Series other, ToDoubleFunction<Round> value) {
        return Ratios.of(IntStream.range(0, Math.min(rounds.size(), other.rounds.size()))
                .mapToDouble(
                        turn -> value.applyAsDouble(rounds.get(turn)) / value.applyAsDouble(other.rounds.get(turn)))
                .toArray());
    }

    /** Of the turns of two contestants. */
    record Ratios(double median, double least, double most) {
        static Ratios of(double[] turns) {
            DoubleSummaryStatistics all = DoubleStream.of(turns).summaryStatistics();
            return new Ratios(Series.median(DoubleStream.of(turns)), all.getMin(), all.getMax());
        }
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
        return rounds.stream().mapToLong(round -> round.answers().failures()).sum();
    }
}
