package org.orderevidence.bench;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The ratios of a run to what it is compared with. */
final class Reach {
    private static final int USUAL = 64;
    private static final int MANY = 256;
    private static final double MEGABYTE = 1e6;

    private final Findings findings;
    private final long orders;
    private final StringBuilder rows = new StringBuilder();

    /**
     * @param orders how many were held
     */
    Reach(Findings findings, long orders) {
        this.findings = findings;
        this.orders = orders;
    }

    /** The table; what was not measured is not in it. */
    String table() {
        for (String store : List.of(Options.SQLITE, Options.POSTGRESQL)) {
            compare("track, " + store + " ÷ pgbench upsert", store, PgBench.NAME, Operation.TRACK, USUAL);
            compare("track, " + store + " ÷ pgbench upsert, at 256", store, PgBench.NAME, Operation.TRACK, MANY);
            compare("order upload, " + store + " ÷ pgbench order", store, PgBench.NAME, Operation.UPLOAD, USUAL);
            compareApart(
                    "orders per second in uploads of 100 ÷ single uploads, " + store,
                    Operation.UPLOAD_100.orders(),
                    find(store, Operation.UPLOAD_100, USUAL),
                    find(store, Operation.UPLOAD, USUAL));
            for (Operation operation :
                    List.of(Operation.TRACK, Operation.UPLOAD, Operation.UPLOAD_100, Operation.FETCH)) {
                String what = operation.title() + ", " + store + " ÷ " + SpringServer.NAME;
                compare(what, store, SpringServer.NAME, operation, USUAL);
            }
        }
        embedded();
        return """
                | ratio | reached (turns: min, max) |
                |---|---|
                """ + rows;
    }

    private void embedded() {
        compareApart(
                "fetch of a card with 10,000 orders ÷ with 10, sqlite",
                1,
                find(Options.SQLITE, Operation.FETCH_10000, USUAL),
                find(Options.SQLITE, Operation.FETCH_10, USUAL));
        find(Options.SQLITE, Operation.TRACK, USUAL)
                .map(s -> s.latency(Round.Answers::p99Millis) / s.latency(Round.Answers::p50Millis))
                .ifPresent(ratio -> row("p99 of track ÷ its p50, sqlite", ratio, ""));
        compareOnce(
                "`orders upload` of " + orders + " orders ÷ COPY of the same rows, sqlite",
                findings.fillSeconds().get(PgBench.NAME),
                findings.fillSeconds().get(Options.SQLITE));
        compareOnce(
                "first answer after start, AOT cache ÷ plain JVM",
                findings.startMillis().get(Options.SQLITE),
                findings.plainStartMillis().get(Options.SQLITE));
        Optional.ofNullable(findings.memory().get(Options.SQLITE))
                .ifPresent(memory ->
                        row("resident memory under full fetch load, sqlite, MB", memory.underFetch() / MEGABYTE, ""));
    }

    private void compare(String what, String one, String other, Operation operation, int connections) {
        Optional<Series> measured = find(one, operation, connections);
        Optional<Series> beside = find(other, operation, connections);
        if (measured.isPresent() && beside.isPresent()) {
            Series.Ratios found = measured.get().ratiosTo(beside.get());
            row(what, found.median(), " (%s, %s)".formatted(text(found.least()), text(found.most())));
        }
    }

    /** Of two measurements that did not take turns: the ratio of their medians, times a factor. */
    private void compareApart(String what, double times, Optional<Series> one, Optional<Series> other) {
        if (one.isPresent() && other.isPresent()) {
            row(what, times * one.get().perSecond() / other.get().perSecond(), "");
        }
    }

    private void compareOnce(String what, @Nullable Double one, @Nullable Double other) {
        if (one != null && other != null) {
            row(what, one / other, "");
        }
    }

    private void row(String what, double reached, String turns) {
        rows.append("| %s | %s%s |%n".formatted(what, text(reached), turns));
    }

    private static String text(double number) {
        String form = number >= 20 ? "%.0f" : number >= 2 ? "%.1f" : number >= 0.1 ? "%.2f" : "%.3f";
        return String.format(Locale.ROOT, form, number);
    }

    private Optional<Series> find(String contestant, Operation operation, int connections) {
        return findings.contest().find(contestant, operation, connections);
    }
}
