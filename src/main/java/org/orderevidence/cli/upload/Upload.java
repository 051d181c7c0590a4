package org.orderevidence.cli.upload;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.AtExit;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Failure.ExitCode;
import org.orderevidence.cli.terminal.Format;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Param;
import org.orderevidence.cli.terminal.Progress;
import org.orderevidence.cli.terminal.Shell;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.cli.upload.Conveyor.Sender;
import org.orderevidence.order.UploadId;
import org.orderevidence.process.FileError;
import org.orderevidence.upload.Item;
import org.orderevidence.upload.Outcome;
import org.orderevidence.upload.RecordReader;
import org.orderevidence.upload.Records.CsvColumns;
import org.orderevidence.upload.Records.CsvFormat;
import tools.jackson.databind.node.ObjectNode;

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

    private UploadState state;
    private String unit = "line";
    private long savedAt = System.nanoTime() - SAVE_EVERY_NANOS;
    private @Nullable Path progressFile;
    private @Nullable Rejections rejectedRecords;
    private final FirstFaults firstRejections = new FirstFaults(REJECTED);
    private final FirstFaults firstWarnings = new FirstFaults(WARNINGS);
    private @Nullable Progress progress;
    private volatile @Nullable Conveyor conveyor;

    /**
     * @param csv how CSV is read; null if the records cannot be CSV
     * @param rejections opens the file of rejected records
     * @param target identifies where the records go, so that a run does not continue one that went elsewhere
     */
    public Upload(UploadOptions options, @Nullable CsvFormat csv, Rejections.Opening rejections, String target) {
        this.terminal = options.call().terminal();
        this.options = options;
        this.csv = csv;
        this.rejections = rejections;
        this.target = target;
        this.progressFile = options.progressFile();
        state = new UploadState(target, "", -1, -1, 0, 0, Map.of(), 0, "");
    }

    /**
     * Uploads all of it.
     *
     * @param atOnce maximum number of batches that are sent at a time
     * @param senders makes the sender, which reports each pause, for the ID of the upload
     * @return the exit code
     * @throws Failure if the input cannot be opened
     */
    public int run(int atOnce, BiFunction<Consumer<String>, String, Sender> senders)
            throws InterruptedException, IOException {
        try (RecordReader reader = start()) {
            Sender sender = senders.apply(this::notice, state.upload());
            long startedAt = state.number();
            try (AtExit _ = AtExit.run(() -> ended(sender.noun()));
                    Rejections rejected = openRejected();
                    Progress shown = new Progress(terminal, sender.noun() + "s", state.size())) {
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
                        firstRejections.add(place(items.get(i)), rejected.id(), rejected.errors());
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
            firstWarnings.add(place(item), taken.id(), taken.warnings());
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
            RecordReader reader = options.open(csv);
            unit = reader.unit();
            CsvColumns found = reader.columns();
            state = UploadState.start(target, reading(found), options.file());
            if (found != null) {
                tell(found);
            }
            Optional<UploadState> earlier = earlier();
            return earlier.isEmpty() ? reader : continued(reader, earlier.get());
        } catch (IOException unreadable) {
            throw Failure.failed("cannot read the input: " + FileError.cause(unreadable));
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
        return options.open(csv);
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
        if (options.call().flag("--restart")) {
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
        return path == null ? null : rejections.open(path, state.errorsBytes());
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
                : Format.count(settled() - rejected, noun) + " stored"
                        + (rejected == 0 ? "" : ", " + rejected + " rejected");
        terminal.tell("interrupted" + place + (stored.isEmpty() ? "" : ": " + stored));
        if (underWay > 0) {
            terminal.tell("at most " + Format.count(underWay, (stored.isEmpty() ? "" : "more ") + noun)
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
            terminal.err()
                    .println((continues ? "to continue there: " : "to start again: ")
                            + Shell.again(options.call().arguments()));
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
        boolean isUndoable = noun.equals(UploadCommands.ORDER);
        if (options.call().flag("--json")) {
            ObjectNode summary = Json.object()
                    .put(noun + "s", settled())
                    .putPOJO("outcomes", counts)
                    .put(WARNINGS, warnings);
            options.call().printJson(isUndoable ? summary.put("upload", state.upload()) : summary);
            return;
        }
        String outcomes = counts.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", "));
        terminal.out()
                .println(Format.count(settled(), noun)
                        + (outcomes.isEmpty() ? "" : ": " + outcomes)
                        + (warnings == 0 ? "" : ", " + Format.count(warnings, "warning"))
                        + (startedAt == 0 ? "" : " (both runs together)"));
        if (isUndoable && count("created") > 0 && terminal.errIsTerminal()) {
            terminal.tell("to undo it: ./evidence uploads undo " + state.upload());
        }
        Path errorsOut = options.errorsOut();
        if (errorsOut == null) {
            firstRejections.print(terminal, count(REJECTED));
            firstWarnings.print(terminal, warnings);
        } else if (count(REJECTED) + warnings > 0) {
            String what = count(REJECTED) == 0 ? "warnings about " : "errors of rejected ";
            terminal.tell(what + noun + "s: " + errorsOut);
        }
    }

    /** The first rejected records of a run, or the first with warnings, and why, for runs without a file of them. */
    private static final class FirstFaults {
        private static final int MOST = 5;

        /** As many lines if each has another kind of warning. */
        private static final int MOST_KINDS = 20;

        private final String word;
        private final Set<String> codes = new HashSet<>();
        private final List<String> lines = new ArrayList<>();
        private long listed;

        /** @param word what is counted, such as {@code rejected} */
        FirstFaults(String word) {
            this.word = word;
        }

        /**
         * Adds a record, unless there are enough already.
         *
         * @param place of the record, such as {@code line 12}
         * @param faults at least one
         */
        void add(String place, @Nullable String id, List<Map<String, String>> faults) {
            boolean isWarned = word.equals(WARNINGS);
            boolean isNew = codes.addAll(faults.stream().map(FirstFaults::code).toList()) && isWarned;
            if (lines.size() >= (isNew ? MOST_KINDS : MOST)) {
                return;
            }
            Map<String, String> first = faults.getFirst();
            String pointer = first.getOrDefault("pointer", "");
            String more = faults.stream()
                    .skip(1)
                    .map(fault -> (fault.getOrDefault("pointer", "") + " " + code(fault)).strip())
                    .collect(Collectors.joining(", "));
            listed += isWarned ? faults.size() : 1;
            lines.add(place
                    + (id == null ? "" : " (" + id + ")")
                    + (pointer.isEmpty() ? ": " : ", " + pointer + ": ")
                    + (isWarned ? "warning " + code(first) + ": " : "")
                    + first.getOrDefault("detail", "")
                    + (more.isEmpty() ? "" : " (also " + more + ")"));
        }

        private static String code(Map<String, String> fault) {
            return fault.getOrDefault("code", "");
        }

        /**
         * Prints the records on {@code err}, and how to get all of them.
         *
         * @param total how many there are in this run and in the run that it continues
         */
        void print(Terminal terminal, long total) {
            lines.forEach(terminal::tell);
            if (total > listed) {
                String more = lines.isEmpty() ? total + " " + word : "and " + (total - listed) + " more " + word;
                terminal.tell(more + "; to write all errors to a file, upload again with --errors-out FILE");
            }
        }
    }

    /**
     * The progress of an upload: all records up to {@code number} are settled. It is stored next to the input, so that a second
     * run can continue.
     *
     * @param target identifies the service and the key, see {@link Client#target}
     * @param reading how the input is read, see {@link Upload#reading}
     * @param offset its end, see {@link Item.Place}
     * @param errorsBytes length of the part of the file of rejected records that belongs to them
     * @param upload ID of the upload of both runs
     */
    private record UploadState(
            String target,
            String reading,
            long size,
            long modified,
            long number,
            long offset,
            Map<String, Long> counts,
            long errorsBytes,
            String upload) {
        private static final int MAX_BYTES = 64 * 1024;

        /**
         * Returns the state in which nothing is settled.
         *
         * @param input null for standard input
         */
        static UploadState start(String target, String reading, @Nullable Path input) throws IOException {
            long size = input == null ? -1 : Files.size(input);
            long modified =
                    input == null ? -1 : Files.getLastModifiedTime(input).toMillis();
            UploadId upload = UploadId.of(Instant.now(), new SecureRandom());
            return new UploadState(target, reading, size, modified, 0, 0, Map.of(), 0, upload.value());
        }

        /** Returns the state that an earlier run stored; empty if there is none that can be read. */
        static Optional<UploadState> load(Path file) {
            try {
                return Files.isRegularFile(file) && Files.size(file) <= MAX_BYTES
                        ? Json.readIfAny(Files.readAllBytes(file), UploadState.class)
                        : Optional.empty();
            } catch (IOException unreadable) {
                return Optional.empty();
            }
        }

        /** True if the input can be that of an earlier run: unchanged or longer. */
        boolean canContinue(UploadState earlier) {
            return size > earlier.size || (size == earlier.size && modified == earlier.modified);
        }

        /** Returns this state with the progress of an earlier run. */
        UploadState continuing(UploadState earlier) {
            return new UploadState(
                    target,
                    reading,
                    size,
                    modified,
                    earlier.number,
                    earlier.offset,
                    earlier.counts,
                    earlier.errorsBytes,
                    earlier.upload);
        }

        /** Returns this state with more progress. */
        UploadState reached(long newNumber, long newOffset, Map<String, Long> newCounts, long newErrorsBytes) {
            return new UploadState(
                    target, reading, size, modified, newNumber, newOffset, newCounts, newErrorsBytes, upload);
        }

        /** Replaces the stored state atomically. */
        void save(Path file) throws IOException {
            Path whole = file.resolveSibling(file.getFileName() + ".new");
            Files.write(whole, Json.bytes(this));
            Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    public record UploadOptions(Call call) {
        public static final Param[] ALL = Param.all("""
                FILE: the input, plain or compressed with gzip; - for standard input
                --errors-out FILE: write rejected records and their errors to this file
                --progress-file FILE: file that stores the progress for the next run (default: the input's name and \
                .progress)
                --restart: start at the first record and ignore earlier progress
                --json: print the summary as JSON
                """);

        /** Returns the input; null for standard input. */
        public @Nullable Path file() {
            String file = call.needed("FILE");
            return file.equals("-") ? null : Path.of(file);
        }

        /** Returns the file of rejected records; null if there is none. */
        public @Nullable Path errorsOut() {
            return call.file("--errors-out");
        }

        /** Returns the file that stores the progress; null if none does, because standard input cannot be read again. */
        @Nullable
        Path progressFile() {
            Path given = call.file("--progress-file");
            Path input = file();
            return given != null || input == null ? given : input.resolveSibling(input.getFileName() + ".progress");
        }

        /**
         * Opens the input.
         *
         * @param csv how CSV is read; null if the records cannot be CSV
         * @throws Failure if the file cannot be opened, or is an empty CSV file
         */
        RecordReader open(@Nullable CsvFormat csv) throws IOException {
            Path input = file();
            try {
                RecordReader reader =
                        new RecordReader(input == null ? call.terminal().in() : Files.newInputStream(input), csv);
                boolean mustBeCsv = csv != null && (!csv.isOneOfSeveral() || (input != null && isNamedCsv(input)));
                if (mustBeCsv && reader.isEmpty()) {
                    reader.close();
                    throw Failure.usage(
                            (input == null ? "the input" : input) + " is empty; a CSV file has at least a header row");
                }
                return reader;
            } catch (NoSuchFileException missing) {
                throw Failure.usage("no such file: " + input);
            } catch (AccessDeniedException denied) {
                throw Failure.usage("cannot read " + input + ": " + FileError.cause(denied));
            }
        }

        /** True if the name is that of a CSV file: an empty file has no content that decides. Empty NDJSON is no fault. */
        private static boolean isNamedCsv(Path input) {
            String name = input.toString().toLowerCase(Locale.ROOT);
            return name.endsWith(".csv") || name.endsWith(".csv.gz");
        }
    }

    /** A file of the records that were rejected or have warnings, and why. */
    public abstract static class Rejections implements Closeable {
        private final FileChannel file;

        public interface Opening {
            /**
             * Opens the file.
             *
             * @param keep how many bytes of it belong to an earlier run; the rest is cut off
             */
            Rejections open(Path path, long keep) throws IOException;
        }

        /**
         * @param keep how many bytes of the file belong to an earlier run; the rest is cut off
         * @param attributes of a new file
         */
        protected Rejections(Path path, long keep, FileAttribute<?>... attributes) throws IOException {
            file = FileChannel.open(path, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), attributes);
            file.truncate(keep);
            file.position(file.size());
        }

        /**
         * Adds a record.
         *
         * @param unit what the numbers of records count, such as {@code line}
         */
        public abstract void add(String unit, Item item, Outcome.Rejected rejected) throws IOException;

        /** Adds a record that was accepted with warnings, if the file has these. */
        public void warn(String unit, Item item, Outcome.Taken taken) throws IOException {}

        protected final void write(byte[] content) throws IOException {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
        }

        /** Returns its length in bytes. */
        protected final long length() throws IOException {
            return file.position();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }

        /** As NDJSON. A line has the number and the errors or warnings of a record, and no personal data. */
        static final class AsJson extends Rejections {
            AsJson(Path path, long keep) throws IOException {
                super(path, keep);
            }

            @Override
            public void add(String unit, Item item, Outcome.Rejected rejected) throws IOException {
                write(unit, item, rejected.id(), "errors", rejected.errors());
            }

            @Override
            public void warn(String unit, Item item, Outcome.Taken taken) throws IOException {
                write(unit, item, taken.id(), "warnings", taken.warnings());
            }

            private void write(
                    String unit, Item item, @Nullable String id, String name, List<Map<String, String>> faults)
                    throws IOException {
                ObjectNode line = Json.object().put(unit, item.end().number());
                if (id != null) {
                    line.put("id", id);
                }
                write((Json.line(line.putPOJO(name, faults)) + '\n').getBytes(StandardCharsets.UTF_8));
            }
        }
    }
}
