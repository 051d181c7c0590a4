package org.orderevidence.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The ratios that the service is to reach, each with what is the least and what is aimed at, and what a run reached. */
final class Reach {
    static final String CONSTANT = "constant";
    static final String LARGE = "sqlite, large";
    static final String BESIDE_LARGE = "sqlite, beside the large one";

    private static final int USUAL = 64;
    private static final int MANY = 256;
    private static final double MEGABYTE = 1e6;

    /**
     * One of them.
     *
     * @param turns the least and the most of one turn; empty where it is no matter of turns
     * @param more true when more is better
     * @param of whose rate it is that is compared; empty for what is no rate of requests
     */
    record Ratio(
            String what, double reached, String turns, double least, double aim, boolean more, Optional<Series> of) {
        boolean isAtLeast() {
            return more ? reached >= least : reached <= least;
        }

        String row() {
            boolean atAim = more ? reached >= aim : reached <= aim;
            String verdict = atAim ? "aim" : isAtLeast() ? "least" : "**below**";
            return "| %s | %s%s | %s | %s | %s |%n"
                    .formatted(what, text(reached), turns, text(least), text(aim), verdict);
        }

        private static String text(double number) {
            String form = number >= 20 ? "%.0f" : number >= 2 ? "%.1f" : number >= 0.1 ? "%.2f" : "%.3f";
            return String.format(Locale.ROOT, form, number);
        }
    }

    private final Findings findings;
    private final long orders;
    private final List<Ratio> ratios = new ArrayList<>();

    /**
     * @param orders how many were held
     */
    Reach(Findings findings, long orders) {
        this.findings = findings;
        this.orders = orders;
    }

    /** The table, and what was missed by how much; what was not measured is not in it. */
    String table() {
        ceiling();
        pgbench();
        batches();
        spring();
        embedded();
        StringBuilder table = new StringBuilder("""
                | ratio | reached (turns: min, max) | least | aim | |
                |---|---|---|---|---|
                """);
        ratios.forEach(ratio -> table.append(ratio.row()));
        return table + new Floors(findings.parts()).table(ratios);
    }

    private void ceiling() {
        compare("fetch, sqlite ÷ constant answer", Options.SQLITE, CONSTANT, Operation.FETCH, USUAL, 0.45, 0.65);
        compare(
                "fetch, postgresql ÷ constant answer",
                Options.POSTGRESQL,
                CONSTANT,
                Operation.FETCH,
                USUAL,
                0.25,
                0.33);
    }

    private void pgbench() {
        String upsert = " ÷ pgbench upsert";
        compare("track, sqlite" + upsert, Options.SQLITE, PgBench.NAME, Operation.TRACK, USUAL, 1.8, 3.5);
        compare("track, sqlite" + upsert + ", at 256", Options.SQLITE, PgBench.NAME, Operation.TRACK, MANY, 1.8, 3.5);
        compare("track, postgresql" + upsert, Options.POSTGRESQL, PgBench.NAME, Operation.TRACK, USUAL, 2.3, 3.4);
        compare(
                "track, postgresql" + upsert + ", at 256",
                Options.POSTGRESQL,
                PgBench.NAME,
                Operation.TRACK,
                MANY,
                3.0,
                3.4);
        String order = "order upload, %s ÷ pgbench order";
        compare(order.formatted("sqlite"), Options.SQLITE, PgBench.NAME, Operation.UPLOAD, USUAL, 1.0, 3.0);
        compare(order.formatted("postgresql"), Options.POSTGRESQL, PgBench.NAME, Operation.UPLOAD, USUAL, 1.3, 2.5);
    }

    private void batches() {
        for (String store : List.of(Options.SQLITE, Options.POSTGRESQL)) {
            compareApart(
                    "orders per second in uploads of 100 ÷ single uploads, " + store,
                    Operation.UPLOAD_100.orders(),
                    find(store, Operation.UPLOAD_100, USUAL),
                    find(store, Operation.UPLOAD, USUAL),
                    3,
                    6);
        }
    }

    private void spring() {
        for (String store : List.of(Options.SQLITE, Options.POSTGRESQL)) {
            for (Operation operation :
                    List.of(Operation.TRACK, Operation.UPLOAD, Operation.UPLOAD_100, Operation.FETCH)) {
                String what = operation.title() + ", " + store + " ÷ " + SpringServer.NAME;
                compare(what, store, SpringServer.NAME, operation, USUAL, 4, 8);
            }
        }
    }

    private void embedded() {
        compare(
                "fetch of the large embedded store ÷ of the other",
                LARGE,
                BESIDE_LARGE,
                Operation.FETCH,
                USUAL,
                0.85,
                0.95);
        compareApart(
                "fetch of a card with 10,000 orders ÷ with 10, sqlite",
                1,
                find(Options.SQLITE, Operation.FETCH_10000, USUAL),
                find(Options.SQLITE, Operation.FETCH_10, USUAL),
                0.03,
                0.1);
        find(Options.SQLITE, Operation.TRACK, USUAL)
                .map(s -> s.median(Round::p99Millis) / s.median(Round::p50Millis))
                .ifPresent(ratio -> ratios.add(
                        new Ratio("p99 of track ÷ its p50, sqlite", ratio, "", 12, 4, false, Optional.empty())));
        Double fill = findings.fillSeconds().get(Options.SQLITE);
        if (fill != null && findings.copySeconds().isPresent()) {
            String what = "`orders upload` of " + orders + " orders ÷ COPY of the same rows, sqlite";
            double copy = findings.copySeconds().getAsDouble();
            ratios.add(new Ratio(what, copy / fill, "", 0.5, 1, true, Optional.empty()));
        }
        findings.startTime()
                .ifPresent(start -> ratios.add(new Ratio(
                        "first answer after start, AOT cache ÷ plain JVM",
                        start.withCache() / start.without(),
                        "",
                        0.5,
                        0.4,
                        false,
                        Optional.empty())));
        for (Fairness.Finding finding : findings.fairness()) {
            if (List.of(Options.SQLITE, Options.POSTGRESQL).contains(finding.service())) {
                Series.Ratios found = finding.ratios();
                String turns = " (%s, %s)".formatted(Ratio.text(found.least()), Ratio.text(found.most()));
                String what = "p99 of fetch during " + finding.load().title() + " ÷ alone, " + finding.service();
                ratios.add(new Ratio(what, found.median(), turns, 3, 2, false, Optional.empty()));
            }
        }
        Optional.ofNullable(findings.memory().get(Options.SQLITE))
                .ifPresent(memory -> ratios.add(new Ratio(
                        "resident memory under full fetch load, sqlite, MB",
                        memory.underFetch() / MEGABYTE,
                        "",
                        512,
                        256,
                        false,
                        Optional.empty())));
    }

    private void compare(
            String what, String one, String other, Operation operation, int connections, double least, double aim) {
        Optional<Series> measured = find(one, operation, connections);
        Optional<Series> beside = find(other, operation, connections);
        if (measured.isPresent() && beside.isPresent()) {
            Series.Ratios found = measured.get().ratiosTo(beside.get());
            String turns = " (%s, %s)".formatted(Ratio.text(found.least()), Ratio.text(found.most()));
            ratios.add(new Ratio(what, found.median(), turns, least, aim, true, measured));
        }
    }

    /** Of two measurements that did not take turns: the ratio of their medians, times a factor. */
    private void compareApart(
            String what, double times, Optional<Series> one, Optional<Series> other, double least, double aim) {
        if (one.isPresent() && other.isPresent()) {
            double reached = times * one.get().perSecond() / other.get().perSecond();
            ratios.add(new Ratio(what, reached, "", least, aim, true, one));
        }
    }

    private Optional<Series> find(String contestant, Operation operation, int connections) {
        return findings.contest().find(contestant, operation, connections);
    }
}
