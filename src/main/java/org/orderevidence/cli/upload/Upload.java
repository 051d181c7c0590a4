package org.orderevidence.cli.upload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.AtExit;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Plural;
import org.orderevidence.cli.terminal.Progress;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.process.FileError;
import org.orderevidence.upload.CsvColumns;
import org.orderevidence.upload.CsvFormat;
import org.orderevidence.upload.Item;
import org.orderevidence.upload.Outcome;
import org.orderevidence.upload.RecordReader;

/** Uploads one input: continues an interrupted run, reports progress, and prints a summary. Used once. */
public final class Upload implements Conveyor.Ledger {
    private static final String REJECTED = "rejected";

    /** Among the counts, but no outcome: how many warnings the accepted records have. */
    private static final String WARNINGS = "warnings";

    private static final long SAVE_EVERY_NANOS = Duration.ofSeconds(1).toNanos();

    private final Terminal terminal;
    private final UploadOptions options;
    private final @Nullable CsvFormat csv;
    private final Rejections.Opening rejections;
    private final String target;
    private final String sameCommand;

    private UploadState state;
    private String unit = "line";
    private long savedAt = System.nanoTime() - SAVE_EVERY_NANOS;
    private @Nullable Path progressFile;
    private @Nullable CsvColumns columns;
    private @Nullable Rejections rejectedRecords;
    private final FirstFaults firstRejections = new FirstFaults(REJECTED);
    private final FirstFaults firstWarnings = new FirstFaults(WARNINGS);
    private @Nullable Progress progress;
    private volatile @Nullable Conveyor conveyor;

    /**
     * @param csv how CSV is read; null if the records cannot be CSV
     * @param rejections opens the file of rejected records
     * @param target identifies where the records go, so that a run does not continue one that went elsewhere
     * @param sameCommand the command line that continues the upload
     */
    public Upload(
            Terminal terminal,
            UploadOptions options,
            @Nullable CsvFormat csv,
            Rejections.Opening rejections,
            String target,
            String sameCommand) {
        this.terminal = terminal;
        this.options = options;
        this.csv = csv;
        this.rejections = rejections;
        this.target = target;
        this.sameCommand = sameCommand;
        this.progressFile = options.progressFile();
        state = new UploadState(target, "", -1, -1, 0, 0, Map.of(), 0);
    }

    /**
     * Uploads all of it.
     *
     * @param atOnce maximum number of batches that are sent at a time
     * @param senders makes the sender, which reports each pause
     * @return the exit code
     * @throws Failure if the input cannot be opened
     */
    public int run(int atOnce, Function<Consumer<String>, Sender> senders) throws InterruptedException, IOException {
        Sender sender = senders.apply(this::notice);
        try (RecordReader reader = start()) {
            long startedAt = state.number();
            try (AtExit _ = AtExit.run(() -> ended(sender.noun()));
                    Rejections rejected = openRejected();
                    Progress shown = Progress.of(terminal, sender.noun() + "s", state.size())) {
                rejectedRecords = rejected;
                progress = shown;
                shown.at(reader.place().bytesRead(), settled(), count(REJECTED));
                Conveyor started = new Conveyor(reader, sender, atOnce, this);
                conveyor = started;
                started.run();
            } catch (RuntimeException | IOException | InterruptedException failed) {
                if (state.number() > 0) {
                    interrupted(sender.noun(), 0);
                }
                throw failed;
            }
            Path done = options.progressFile();
            if (done != null) {
                Files.deleteIfExists(done);
            }
            sumUp(sender.noun(), startedAt);
        }
        return count(REJECTED) > 0 ? ExitCode.FAILED : ExitCode.OK;
    }

    @Override
    public synchronized void settled(List<Item> items, List<Outcome> outcomes) throws IOException {
        Map<String, Long> counts = new TreeMap<>(state.counts());
        for (int i = 0; i < items.size(); i++) {
            switch (outcomes.get(i)) {
                case Outcome.Taken taken -> {
                    counts.merge(taken.word(), 1L, Long::sum);
                    warn(items.get(i), taken, counts);
                }
                case Outcome.Rejected rejected -> {
                    counts.merge(REJECTED, 1L, Long::sum);
                    if (rejectedRecords == null) {
                        firstRejections.add(place(items.get(i)), rejected.id(), rejected.errors(), "");
                    } else {
                        rejectedRecords.add(unit, items.get(i), rejected);
                    }
                }
            }
        }
        Item.Place end = items.getLast().end();
        state = state.reached(
                end.number(), end.offset(), counts, rejectedRecords == null ? 0 : rejectedRecords.length());
        if (progress != null) {
            progress.at(end.bytesRead(), settled(), count(REJECTED));
        }
        if (System.nanoTime() - savedAt >= SAVE_EVERY_NANOS) {
            save();
        }
    }

    private void warn(Item item, Outcome.Taken taken, Map<String, Long> counts) throws IOException {
        if (taken.warnings().isEmpty()) {
            return;
        }
        counts.merge(WARNINGS, (long) taken.warnings().size(), Long::sum);
        if (rejectedRecords == null) {
            firstWarnings.add(place(item), taken.id(), taken.warnings(), "warning");
        } else {
            rejectedRecords.warn(unit, item, taken);
        }
    }

    private String place(Item item) {
        return unit + " " + item.end().number();
    }

    /** Opens the input, recognises its format, and skips the records that an earlier run has settled. */
    private RecordReader start() {
        try {
            RecordReader reader = options.open(terminal, csv);
            unit = reader.unit();
            CsvColumns found = reader.columns();
            columns = found;
            state = UploadState.start(target, reading(found), options.file());
            if (found != null) {
                tell(found);
            }
            Optional<UploadState> earlier = earlier();
            return earlier.isEmpty() ? reader : continued(reader, earlier.get());
        } catch (IOException unreadable) {
            throw new Failure(ExitCode.FAILED, "cannot read the input: " + FileError.cause(unreadable));
        }
    }

    private RecordReader continued(RecordReader reader, UploadState earlier) throws IOException {
        Item.Place end = new Item.Place(earlier.number(), earlier.offset(), 0);
        if (state.canContinue(earlier) && reader.skipTo(end)) {
            state = state.continuing(earlier);
            terminal.tell("an earlier run was interrupted after " + unit + " " + end.number()
                    + "; continuing there (--restart starts again)");
            return reader;
        }
        reader.close();
        terminal.tell("the input has changed since an earlier run was interrupted; starting again");
        return options.open(terminal, csv);
    }

    /** Identifies how records are made of the input: a hash of the columns of CSV; empty for JSON. */
    private static String reading(@Nullable CsvColumns columns) {
        return columns == null ? "" : Client.digest(columns.identity());
    }

    private void tell(CsvColumns mapping) {
        mapping.notes().forEach(terminal::tell);
        if (terminal.errIsTerminal()) {
            terminal.tell("CSV: " + mapping.summary());
        }
        if (!mapping.ignored().isEmpty()) {
            terminal.tell("ignored columns: " + mapping.ignored());
        }
    }

    private Optional<UploadState> earlier() throws IOException {
        if (progressFile == null || options.file() == null) {
            return Optional.empty();
        }
        if (options.restart()) {
            Files.deleteIfExists(progressFile);
            return Optional.empty();
        }
        Optional<UploadState> earlier = UploadState.load(progressFile).filter(found -> found.number() > 0);
        if (earlier.isPresent() && !earlier.get().target().equals(state.target())) {
            terminal.tell("the interrupted run went to another service or used another key; starting again");
            return Optional.empty();
        }
        if (earlier.isPresent() && !state.reading().equals(earlier.get().reading())) {
            terminal.tell("the interrupted run had other columns or --amounts; starting again");
            return Optional.empty();
        }
        return earlier;
    }

    private @Nullable Rejections openRejected() throws IOException {
        Path path = options.errorsOut();
        return path == null ? null : rejections.open(path, state.errorsBytes(), columns);
    }

    private void notice(String message) {
        Progress shown = progress;
        if (shown != null) {
            shown.notice(message);
        }
    }

    /** Saves the state, unless it could not be saved before. */
    private synchronized void save() {
        if (progressFile == null) {
            return;
        }
        try {
            state.save(progressFile);
            savedAt = System.nanoTime();
        } catch (IOException unwritable) {
            terminal.tell("cannot write " + progressFile + ": " + FileError.cause(unwritable)
                    + "; after an interruption, the upload starts again");
            progressFile = null;
        }
    }

    /** Prints how to continue when a signal ends the process: the service may store the batches that are being sent. */
    private void ended(String noun) {
        Conveyor started = conveyor;
        interrupted(noun, started == null ? 0 : started.stop());
    }

    /**
     * Saves the state, and prints how to continue. Ends the progress bar before, which would overwrite the message.
     *
     * @param underWay maximum number of records that may be stored, but are not settled
     */
    private synchronized void interrupted(String noun, int underWay) {
        if (progress != null) {
            progress.close();
        }
        if (state.number() > 0) {
            save();
        }
        long rejected = count(REJECTED);
        String place = state.number() == 0 ? "" : " after " + unit + " " + state.number();
        String stored = state.number() == 0 && underWay > 0
                ? ""
                : Plural.of(settled() - rejected, noun) + " stored"
                        + (rejected == 0 ? "" : ", " + rejected + " rejected");
        terminal.tell("interrupted" + place + (stored.isEmpty() ? "" : ": " + stored));
        if (underWay > 0) {
            terminal.tell("at most " + Plural.of(underWay, (stored.isEmpty() ? "" : "more ") + noun)
                    + " under way may be stored");
        }
        if (options.errorsOut() == null) {
            firstRejections.print(terminal, rejected);
            firstWarnings.print(terminal, count(WARNINGS));
        }
        if (options.file() == null) {
            terminal.tell("upload the whole input again; " + noun + "s that are stored stay unchanged");
        } else {
            boolean continues = progressFile != null && state.number() > 0;
            // Not wrapped: a command with a line end in it cannot be copied.
            terminal.err().println((continues ? "to continue there: " : "to start again: ") + sameCommand);
        }
    }

    private long settled() {
        return state.counts().values().stream().mapToLong(Long::longValue).sum() - count(WARNINGS);
    }

    private long count(String word) {
        return state.counts().getOrDefault(word, 0L);
    }

    private void sumUp(String noun, long startedAt) {
        Map<String, Long> counts = new TreeMap<>(state.counts());
        counts.remove(WARNINGS);
        long warnings = count(WARNINGS);
        if (options.json()) {
            Map<String, Object> summary = new LinkedHashMap<>();
            summary.put(noun + "s", settled());
            summary.put("outcomes", counts);
            summary.put(WARNINGS, warnings);
            terminal.out().println(Json.pretty(summary));
            return;
        }
        String outcomes = counts.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", "));
        terminal.out()
                .println(Plural.of(settled(), noun)
                        + (outcomes.isEmpty() ? "" : ": " + outcomes)
                        + (warnings == 0 ? "" : ", " + Plural.of(warnings, "warning"))
                        + (startedAt == 0 ? "" : " (both runs together)"));
        Path errorsOut = options.errorsOut();
        if (errorsOut == null) {
            firstRejections.print(terminal, count(REJECTED));
            firstWarnings.print(terminal, warnings);
        } else if (count(REJECTED) + warnings > 0) {
            String what = count(REJECTED) == 0 ? "warnings about " : "errors of rejected ";
            terminal.tell(what + noun + "s: " + errorsOut);
        }
    }
}
