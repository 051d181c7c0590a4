package org.orderevidence.bench;

import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** This build compared with another one, which did the same rounds by turns. */
final class BeforeAfter {
    private static final String SUFFIX = ", before";

    private final Findings findings;
    private final StringBuilder rows = new StringBuilder();

    BeforeAfter(Findings findings) {
        this.findings = findings;
    }

    /** The name of a contestant's other build. */
    static String before(String contestant) {
        return contestant + SUFFIX;
    }

    /** The ratios as Markdown; empty when there is no other build. */
    String table() {
        for (Series now : findings.contest().all()) {
            Series.Key key = now.key();
            findings.contest()
                    .find(before(key.contestant()), key.operation(), key.connections())
                    .ifPresent(before -> row(now, before));
        }
        if (rows.isEmpty()) {
            return "";
        }
        return """
                | now ÷ before | on | connections | per second (turns: min, max) | p50 | p99 | processor time of the service |
                |---|---|---|---|---|---|---|
                """ + rows + "\n" + single() + "\n";
    }

    private void row(Series now, Series before) {
        rows.append("| %s | %s | %d | %s | %s | %s | %s |%n"
                .formatted(
                        now.key().operation().title(),
                        now.key().contestant(),
                        now.key().connections(),
                        text(now.ratiosTo(before)),
                        Report.number(
                                now.ratiosTo(before, round -> round.answers().p50Millis())
                                        .median()),
                        Report.number(
                                now.ratiosTo(before, round -> round.answers().p99Millis())
                                        .median()),
                        Report.number(
                                now.ratiosTo(before, round -> round.usage().serverMicros())
                                        .median())));
    }

    /** The table of ratios that were measured once. */
    private String single() {
        StringBuilder lines = new StringBuilder("""
                | now ÷ before, measured once each | on | ratio |
                |---|---|---|
                """);
        once(lines, "orders per second of `orders upload`", findings.fillSeconds(), seconds -> 1 / seconds);
        once(lines, "resident memory under fetch", findings.memory(), Findings.Memory::underFetch);
        once(lines, "first answer after start", findings.startMillis(), millis -> millis);
        return lines.toString();
    }

    private static <T> void once(StringBuilder lines, String what, Map<String, T> found, ToDoubleFunction<T> value) {
        found.forEach((on, now) -> Optional.ofNullable(found.get(before(on))).ifPresent(before -> {
            double ratio = value.applyAsDouble(now) / value.applyAsDouble(before);
            lines.append("| %s | %s | %s |%n".formatted(what, on, Report.number(ratio)));
        }));
    }

    private static String text(Series.Ratios ratios) {
        return "%s (%s, %s)"
                .formatted(Report.number(ratios.median()), Report.number(ratios.least()), Report.number(ratios.most()));
    }
}
