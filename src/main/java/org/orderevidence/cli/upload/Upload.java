package org.orderevidence.cli.upload;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.AtExit;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Progress;
import org.orderevidence.cli.terminal.Retry;
import org.orderevidence.cli.terminal.Terminal;

/** Uploads one input: goes on where an earlier run was interrupted, tells how it goes, and sums up. Used once. */
final class Upload implements Conveyor.Ledger {
    private static final String REJECTED = "rejected";
    private static final long SAVE_EVERY_NANOS = Duration.ofSeconds(1).toNanos();

    private final Terminal terminal;
    private final UploadOptions options;
    private final Client client;
    private final Retry.Pause pause;

    private UploadState state;
    private long savedAt = System.nanoTime() - SAVE_EVERY_NANOS;
    private boolean saves;
    private @Nullable RejectedRecords rejectedRecords;
    private @Nullable Progress progress;

    /**
     * @param pause waits between attempts
     */
    Upload(Terminal terminal, UploadOptions options, Client client, Retry.Pause pause) {
        this.terminal = terminal;
        this.options = options;
        this.client = client;
        this.pause = pause;
        this.state = UploadState.start(client.target());
        this.saves = options.progressFile() != null;
    }

    /**
     * Uploads all of it.
     *
     * @param atOnce most batches under way
     * @param senders makes the sender
     * @return the exit code
     */
    int run(int atOnce, Function<Retry, Sender> senders) throws InterruptedException, IOException {
        Path file = options.file();
        long total = file == null ? -1 : size(file);
        Retry retry = new Retry(client, pause, new SecureRandom(), this::notice);
        Sender sender = senders.apply(retry);
        try (RecordReader reader = openWhereInterrupted(file)) {
            long startedAt = state.number();
            try (AtExit _ = AtExit.run(this::saveInterrupted);
                    RejectedRecords rejected = openRejected();
                    Progress shown = Progress.of(terminal, sender.noun(), total)) {
                rejectedRecords = rejected;
                progress = shown;
                shown.at(reader.place().bytes(), settled(), count(REJECTED));
                new Conveyor(reader, sender, atOnce, this).run();
            } catch (RuntimeException | IOException | InterruptedException failed) {
                saveInterrupted();
                throw failed;
            }
            Path progressFile = options.progressFile();
            if (progressFile != null) {
                Files.deleteIfExists(progressFile);
            }
            sumUp(sender.noun(), startedAt);
        }
        return count(REJECTED) > 0 ? ExitCode.FAILED : ExitCode.OK;
    }

    @Override
    public synchronized void settled(List<Item> items, List<Outcome> outcomes, RecordReader.Place place)
            throws IOException {
        Map<String, Long> counts = new TreeMap<>(state.counts());
        for (int i = 0; i < items.size(); i++) {
            switch (outcomes.get(i)) {
                case Outcome.Taken(String word) -> counts.merge(word, 1L, Long::sum);
                case Outcome.Rejected rejected -> {
                    counts.merge(REJECTED, 1L, Long::sum);
                    if (rejectedRecords != null) {
                        rejectedRecords.add(items.get(i).number(), rejected);
                    }
                }
            }
        }
        long errorsBytes = rejectedRecords == null ? 0 : rejectedRecords.length();
        state = new UploadState(state.target(), place.number(), place.digest(), counts, errorsBytes);
        if (progress != null) {
            progress.at(place.bytes(), settled(), count(REJECTED));
        }
        if (System.nanoTime() - savedAt >= SAVE_EVERY_NANOS) {
            save();
        }
    }

    private RecordReader openWhereInterrupted(@Nullable Path file) throws IOException {
        UploadState earlier = earlier();
        RecordReader reader = open(file);
        if (earlier == null) {
            return reader;
        }
        while (reader.number() < earlier.number() && reader.next() != null) {
            // Passed over: settled by an earlier run.
        }
        if (reader.number() == earlier.number() && reader.place().digest().equals(earlier.digest())) {
            state = earlier;
            terminal.err()
                    .println("an earlier run was interrupted behind " + earlier.number()
                            + "; going on from there (--restart starts again)");
            return reader;
        }
        reader.close();
        terminal.err().println("the input is not the one that an earlier run was interrupted in; starting again");
        return open(file);
    }

    private @Nullable UploadState earlier() {
        Path progressFile = options.progressFile();
        if (progressFile == null || options.file() == null || options.restart()) {
            return null;
        }
        UploadState earlier = UploadState.load(progressFile).orElse(null);
        if (earlier == null || earlier.number() == 0) {
            return null;
        }
        if (!earlier.target().equals(client.target())) {
            terminal.err().println("the interrupted run went to another service or used another key; starting again");
            return null;
        }
        return earlier;
    }

    private RecordReader open(@Nullable Path file) throws IOException {
        InputStream stream = file == null ? terminal.in() : Files.newInputStream(file);
        return new RecordReader(new BufferedInputStream(stream));
    }

    private static long size(Path file) throws IOException {
        try {
            return Files.size(file);
        } catch (NoSuchFileException missing) {
            throw new Failure(ExitCode.USAGE, "no such file: " + file);
        }
    }

    private @Nullable RejectedRecords openRejected() throws IOException {
        Path path = options.errorsOut();
        return path == null ? null : new RejectedRecords(path, state.errorsBytes());
    }

    private void notice(String message) {
        Progress shown = progress;
        if (shown != null) {
            shown.notice(message);
        }
    }

    private synchronized void save() {
        Path progressFile = options.progressFile();
        if (!saves || progressFile == null) {
            return;
        }
        try {
            state.save(progressFile);
            savedAt = System.nanoTime();
        } catch (IOException unwritable) {
            saves = false;
            terminal.err().println("cannot write " + progressFile + ": an interrupted run will start again");
        }
    }

    private void saveInterrupted() {
        if (state.number() == 0) {
            return;
        }
        save();
        if (saves) {
            terminal.err()
                    .println("interrupted behind " + state.number() + "; the same command again goes on from there");
        }
    }

    private long settled() {
        return state.counts().values().stream().mapToLong(Long::longValue).sum();
    }

    private long count(String word) {
        return state.counts().getOrDefault(word, 0L);
    }

    private void sumUp(String noun, long startedAt) {
        Map<String, Long> counts = new TreeMap<>(state.counts());
        if (options.json()) {
            Map<String, Object> summary = new LinkedHashMap<>();
            summary.put(noun, settled());
            summary.put("outcomes", counts);
            terminal.out().println(Json.pretty(summary));
            return;
        }
        String outcomes = counts.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", "));
        terminal.out()
                .println(settled() + " " + noun + (outcomes.isEmpty() ? "" : ": " + outcomes)
                        + (startedAt == 0 ? "" : " (both runs together)"));
        Path errorsOut = options.errorsOut();
        if (count(REJECTED) > 0) {
            terminal.err().println(errorsOut == null ? "see why with --errors-out FILE" : "why: see " + errorsOut);
        }
    }
}
