package org.orderevidence.bench;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.bench.process.Child;
import org.orderevidence.bench.process.PageCache;
import org.orderevidence.bench.process.Postgres;
import org.orderevidence.bench.process.ProcessStats;
import org.orderevidence.bench.process.Scratch;

/** Compares the fetches of one account alone with the same fetches while another account uploads without a pause. */
final class Fairness {
    private static final String UPLOADER = "uploader";
    private static final int FETCHING_CONNECTIONS = 4;
    private static final int UPLOADING_CONNECTIONS = 4;

    /** Seconds from the start of an upload until fetches are measured. */
    private static final int HEAD_START = 2;

    /** More than the service accepts, so that a file lasts until the fetches were measured. */
    private static final int ORDERS_A_SECOND = 40_000;

    private final Scratch scratch;
    private final Path workload;
    private final @Nullable Postgres postgres;
    private final int turns;
    private final int seconds;

    /** How the other account uploads. */
    enum Load {
        FILE("`orders upload`"),
        BODIES("4 parallel uploads of 1,000 orders");

        private final String title;

        Load(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }
    }

    /** A service, as contestant and with its commands. */
    record Measured(HttpContestant contestant, Service service) {}

    /**
     * The fetches of one turn.
     *
     * @param otherPrograms part of the machine's processors that programs outside this run used, from 0 to 1
     */
    record Fetches(Round round, double otherPrograms) {}

    /**
     * One turn: the fetches alone, and under a load.
     *
     * @param uploaded orders a second; NaN where it is not known
     */
    record Turn(Fetches alone, Fetches loaded, double uploaded) {
        double ratio() {
            return loaded.round.p99Millis() / alone.round.p99Millis();
        }
    }

    /** The turns of a service under a load. */
    record Finding(String service, Load load, List<Turn> turns) {
        /** Returns p99 under load ÷ alone. */
        Series.Ratios ratios() {
            return Series.Ratios.of(turns.stream().mapToDouble(Turn::ratio).toArray());
        }
    }

    /**
     * @param workload the folder that {@link Workload} wrote
     * @param postgres the database server of this run, if there is one
     */
    Fairness(Scratch scratch, Path workload, @Nullable Postgres postgres, int turns, int seconds) {
        this.scratch = scratch;
        this.workload = workload;
        this.postgres = postgres;
        this.turns = turns;
        this.seconds = seconds;
    }

    /** Measures services by turns. */
    List<Finding> measure(List<Measured> services) throws IOException {
        List<Path> keyFiles = new ArrayList<>();
        List<Map<Load, List<Turn>>> found = new ArrayList<>();
        for (Measured measured : services) {
            keyFiles.add(measured.service.createAccount(UPLOADER));
            found.add(new EnumMap<>(Load.class));
        }
        for (int turn = 0; turn < turns; turn++) {
            for (Load load : Load.values()) {
                for (int i = 0; i < services.size(); i++) {
                    Measured measured = services.get(i);
                    Turn one = turn(measured, keyFiles.get(i), load);
                    found.get(i).computeIfAbsent(load, _ -> new ArrayList<>()).add(one);
                    System.err.printf(
                            "bench: fairness, %s, %s: p99 of fetch %.1f ms alone, %.1f ms loaded%n",
                            measured.contestant.name(),
                            load.title,
                            one.alone.round.p99Millis(),
                            one.loaded.round.p99Millis());
                }
            }
        }
        return IntStream.range(0, services.size())
                .boxed()
                .flatMap(i -> found.get(i).entrySet().stream()
                        .map(e -> new Finding(services.get(i).contestant.name(), e.getKey(), e.getValue())))
                .toList();
    }

    private Turn turn(Measured measured, Path keyFile, Load load) throws IOException {
        PageCache.fill(measured.contestant.data());
        return switch (load) {
            case FILE -> underFile(measured, keyFile);
            case BODIES -> underBodies(measured, keyFile);
        };
    }

    private Turn underFile(Measured measured, Path keyFile) throws IOException {
        Path file = scratch.file("fairness.ndjson");
        write(file, measured.contestant.wrk().nextNumbers());
        Fetches alone = fetch(measured.contestant);
        try (Child upload = measured.service.startUpload(file, keyFile)) {
            sleep(HEAD_START);
            if (!upload.isRunning()) {
                throw new IOException("the upload ended at once:\n" + Child.end(scratch.file("upload.log")));
            }
            Fetches loaded = fetch(measured.contestant);
            if (!upload.isRunning()) {
                throw new IOException("the upload ended before the fetches; its file was too short");
            }
            return new Turn(alone, loaded, Double.NaN);
        } finally {
            Files.delete(file);
        }
    }

    private Turn underBodies(Measured measured, Path keyFile) throws IOException {
        HttpContestant uploader = measured.contestant.withKey(Files.readString(keyFile));
        Fetches alone = fetch(measured.contestant);
        CompletableFuture<Double> upload = CompletableFuture.supplyAsync(() -> uploadBodies(uploader));
        sleep(HEAD_START);
        Fetches loaded = fetch(measured.contestant);
        return new Turn(alone, loaded, upload.join());
    }

    /** Returns the orders accepted a second. A service may refuse some uploads to protect itself. */
    private double uploadBodies(HttpContestant uploader) {
        try {
            Round round = uploader.run(Operation.UPLOAD_1000, UPLOADING_CONNECTIONS, HEAD_START + seconds + 1);
            long accepted = round.requests() - round.failures();
            return accepted * Operation.UPLOAD_1000.orders() / round.seconds();
        } catch (IOException failed) {
            System.err.println("bench: fairness: no upload was answered: " + failed.getMessage());
            return 0;
        }
    }

    private Fetches fetch(HttpContestant contestant) throws IOException {
        double machine = ProcessStats.machineCpuMicros();
        double own = ownMicros();
        long start = System.nanoTime();
        Round round = contestant.run(Operation.FETCH, FETCHING_CONNECTIONS, seconds);
        double others = ProcessStats.machineCpuMicros() - machine - (ownMicros() - own);
        double all = (System.nanoTime() - start) / 1e3 * Runtime.getRuntime().availableProcessors();
        return new Fetches(round, Math.max(0, others / all));
    }

    private double ownMicros() throws IOException {
        double family = ProcessStats.familyCpuMicros(ProcessHandle.current().pid());
        return postgres == null ? family : family + postgres.cpuMicros();
    }

    private void write(Path file, long first) throws IOException {
        String template = Files.readString(Workload.template(workload));
        long orders = (long) (HEAD_START + seconds + 1) * ORDERS_A_SECOND;
        try (BufferedWriter lines = Files.newBufferedWriter(file)) {
            for (long number = first; number < first + orders; number++) {
                lines.append(template.replace("#", String.valueOf(number)).replace("$", "203.100.100.100"))
                        .append('\n');
            }
        }
    }

    private static void sleep(int seconds) throws IOException {
        try {
            Thread.sleep(1_000L * seconds);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** The findings as Markdown; empty when there are none. */
    static String table(List<Finding> findings) {
        if (findings.isEmpty()) {
            return "";
        }
        StringBuilder table = new StringBuilder("""
                | fetch at 4 connections while another account uploads | on | alone: p50, p99 ms | loaded: p50, p99 ms | \
                fetches/s alone, loaded | orders/s uploaded | p99 loaded ÷ alone (min, max) | other programs, alone, loaded |
                |---|---|---|---|---|---|---|---|
                """);
        for (Finding finding : findings) {
            List<Fetches> alone = finding.turns.stream().map(Turn::alone).toList();
            List<Fetches> loaded = finding.turns.stream().map(Turn::loaded).toList();
            Series.Ratios ratios = finding.ratios();
            table.append("| %s | %s | %s, %s | %s, %s | %s, %s | %s | %s (%s, %s) | %s %%, %s %% |%n"
                    .formatted(
                            finding.load.title,
                            finding.service,
                            median(alone, Round::p50Millis),
                            median(alone, Round::p99Millis),
                            median(loaded, Round::p50Millis),
                            median(loaded, Round::p99Millis),
                            median(alone, Round::perSecond),
                            median(loaded, Round::perSecond),
                            Report.number(Series.median(finding.turns.stream().mapToDouble(Turn::uploaded))),
                            Report.number(ratios.median()),
                            Report.number(ratios.least()),
                            Report.number(ratios.most()),
                            others(alone),
                            others(loaded)));
        }
        return table.append('\n').toString();
    }

    private static String median(List<Fetches> fetches, ToDoubleFunction<Round> value) {
        return Report.number(Series.median(fetches.stream().map(Fetches::round).mapToDouble(value)));
    }

    private static String others(List<Fetches> fetches) {
        return Report.number(100 * Series.median(fetches.stream().mapToDouble(Fetches::otherPrograms)));
    }
}
