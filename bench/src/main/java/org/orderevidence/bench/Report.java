package org.orderevidence.bench;

import java.util.Locale;
import java.util.stream.Collectors;

/** The findings of a run as Markdown. */
final class Report {
    private static final double KILOBYTE = 1e3;
    private static final double MEGABYTE = 1e6;

    private final Findings findings;
    private final Options options;

    Report(Findings findings, Options options) {
        this.findings = findings;
        this.options = options;
    }

    String markdown() {
        return rounds() + "\n" + answers() + memory() + times()
                + new BeforeAfter(findings).table()
                + new Reach(findings, options.orders).table() + note();
    }

    private String rounds() {
        StringBuilder table = new StringBuilder("""
                | operation | on | connections | per second (min, max) | p50 ms | p95 ms | p99 ms | p99.9 ms | service µs | \
                PostgreSQL µs | generator µs (share) | disk reads KB |
                |---|---|---|---|---|---|---|---|---|---|---|---|
                """);
        for (Series series : findings.contest().all()) {
            Series.Key key = series.key();
            double p50 = series.latency(Round.Answers::p50Millis);
            String latency = Double.isNaN(p50)
                    ? "mean " + number(series.latency(Round.Answers::meanMillis)) + " | | |"
                    : number(p50) + " | " + number(series.latency(Round.Answers::p95Millis)) + " | "
                            + number(series.latency(Round.Answers::p99Millis)) + " | "
                            + number(series.latency(Round.Answers::p999Millis));
            String failed = series.failures() == 0 ? "" : " **" + series.failures() + " failed**";
            table.append("| %s | %s | %d | %s (%s, %s)%s | %s | %s | %s | %s (%s %%) | %s |%n"
                    .formatted(
                            key.operation().title(),
                            key.contestant(),
                            key.connections(),
                            number(series.perSecond()),
                            number(series.least()),
                            number(series.most()),
                            failed,
                            latency,
                            number(series.usage(Round.Usage::serverMicros)),
                            number(series.usage(Round.Usage::databaseMicros)),
                            number(series.usage(Round.Usage::generatorMicros)),
                            number(100 * series.median(Round::generatorShare)),
                            number(series.usage(Round.Usage::diskBytes) / KILOBYTE)));
        }
        return table.toString();
    }

    private String answers() {
        if (findings.answerBytes().isEmpty()) {
            return "";
        }
        return "Mean bytes of a fetched order: "
                + findings.answerBytes().entrySet().stream()
                        .map(e -> e.getKey() + " " + e.getValue())
                        .collect(Collectors.joining(", "))
                + ".\n\n";
    }

    private String memory() {
        if (findings.memory().isEmpty()) {
            return "";
        }
        StringBuilder table = new StringBuilder("""
                | resident memory, MB | under fetch at 64 | most in the run |
                |---|---|---|
                """);
        findings.memory()
                .forEach((server, memory) -> table.append("| %s | %s | %s |%n"
                        .formatted(server, number(memory.underFetch() / MEGABYTE), number(memory.most() / MEGABYTE))));
        return table.append('\n').toString();
    }

    private String times() {
        StringBuilder lines = new StringBuilder();
        findings.fillSeconds().forEach((store, seconds) -> {
            String what = store.equals(PgBench.NAME)
                    ? "PostgreSQL COPY of the same rows"
                    : "`orders upload` of " + options.orders + " orders, " + store;
            lines.append(
                    "%s: %s s (%s orders/s).%n".formatted(what, number(seconds), number(options.orders / seconds)));
        });
        Double start = findings.startMillis().get(Options.SQLITE);
        Double plain = findings.plainStartMillis().get(Options.SQLITE);
        if (start != null && plain != null) {
            lines.append("First answer after start: %s ms with the AOT cache, %s ms without.%n"
                    .formatted(number(start), number(plain)));
        }
        return lines.isEmpty() ? "" : lines.append('\n').toString();
    }

    private String note() {
        return options.quick
                ? "\nQuick form: hardly warmed up, short rounds, few orders. The JVMs' numbers are lower than they would"
                        + " be, and the whole is good for a check only.\n"
                : "";
    }

    /** Three digits or so; nothing for what was not measured. */
    static String number(double value) {
        if (Double.isNaN(value)) {
            return "";
        }
        String form = value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, form, value);
    }
}
