package org.orderevidence.cli.terminal;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/** Shows the progress of an upload: a bar on a terminal, a line every few seconds elsewhere. */
public interface Progress extends AutoCloseable {
    /**
     * Reports how much is settled.
     *
     * @param bytes of the input so far
     * @param records of the input so far
     * @param rejected how many of these records were rejected
     */
    void at(long bytes, long records, long rejected);

    /** Shows a notice, such as that of a pause. */
    void notice(String message);

    @Override
    void close();

    /**
     * Returns a progress for a terminal or for a file.
     *
     * @param noun what is uploaded, in the plural
     * @param totalBytes length of the input; -1 if it is not known
     */
    static Progress of(Terminal terminal, String noun, long totalBytes) {
        return terminal.errIsTerminal()
                ? new Bar(terminal, noun, totalBytes)
                : new Lines(terminal.err(), noun, totalBytes, System::nanoTime);
    }

    /**
     * Returns a progress that counts records. They are passed to {@link #at} as bytes, too.
     *
     * @param noun what is done with the records
     * @param total number of records; -1 if it is not known
     */
    static Progress ofRecords(Terminal terminal, String noun, long total) {
        return terminal.errIsTerminal()
                ? new Bar(terminal, noun, total)
                : new Lines(terminal.err(), noun, total, System::nanoTime);
    }

    /** Returns the seconds for the bytes that are left, at the speed so far. */
    private static long secondsLeft(long bytesLeft, long bytesDone, long nanos) {
        return Math.round((double) bytesLeft / bytesDone * nanos / 1e9);
    }

    /** Returns the records a second. */
    private static long rate(long records, long nanos) {
        return nanos <= 0 ? 0 : Math.round(records * 1e9 / nanos);
    }

    /** A bar with the share of bytes, the number of records, the rate and the time left. */
    final class Bar implements Progress {
        private static final int REFRESH_MILLIS = 250;

        private final String noun;
        private final long totalBytes;
        private final AtomicReference<BarLine> line = new AtomicReference<>(new BarLine(-1, List.of()));
        private final ProgressBar bar;
        private final long start = System.nanoTime();
        private long firstBytes = -1;
        private long firstRecords;
        private boolean isClosed;

        Bar(Terminal terminal, String noun, long totalBytes) {
            this.noun = noun;
            this.totalBytes = totalBytes;
            // Another thread draws the line. It takes no lock of this object, because close() waits for it.
            bar = new ProgressBarBuilder()
                    .setTaskName(noun)
                    .setInitialMax(totalBytes)
                    .setUpdateIntervalMillis(REFRESH_MILLIS)
                    // The library does not know about the line: draw it even if no step was reported.
                    .continuousUpdate()
                    .setRenderer((_, width) -> line.get().fitted(width))
                    .setConsumer(new ConsoleProgressBarConsumer(terminal.err(), terminal.barWidth() - 1))
                    .build();
        }

        @Override
        public synchronized void at(long bytes, long records, long rejected) {
            if (firstBytes < 0) {
                firstBytes = bytes;
                firstRecords = records;
            }
            long nanos = System.nanoTime() - start;
            List<String> facts = new ArrayList<>();
            facts.add(String.format(Locale.ROOT, "%,d %s", records, noun));
            if (rejected > 0) {
                facts.add(String.format(Locale.ROOT, "%,d rejected", rejected));
            }
            facts.add(String.format(Locale.ROOT, "%,d/s", rate(records - firstRecords, nanos)));
            if (totalBytes > bytes && bytes > firstBytes) {
                facts.add(BarLine.time(secondsLeft(totalBytes - bytes, bytes - firstBytes, nanos)) + " left");
            }
            line.set(new BarLine(totalBytes <= 0 ? -1 : (double) bytes / totalBytes, facts));
        }

        @Override
        public synchronized void notice(String message) {
            line.updateAndGet(shown -> new BarLine(shown.share(), List.of(message)));
        }

        /** Ends the line of the bar. A second call has no effect. */
        @Override
        public synchronized void close() {
            if (!isClosed) {
                isClosed = true;
                bar.close();
            }
        }
    }

    /** A line every few seconds. */
    final class Lines implements Progress {
        private static final long EVERY_NANOS = Duration.ofSeconds(5).toNanos();

        private final PrintStream err;
        private final String noun;
        private final long totalBytes;
        private final LongSupplier nanoClock;
        private final long start;
        private long told;
        private long noticed;
        private long firstBytes = -1;
        private long firstRecords;

        /**
         * @param nanoClock returns the time since some point, in nanoseconds
         */
        Lines(PrintStream err, String noun, long totalBytes, LongSupplier nanoClock) {
            this.err = err;
            this.noun = noun;
            this.totalBytes = totalBytes;
            this.nanoClock = nanoClock;
            this.start = nanoClock.getAsLong();
            this.told = start;
            this.noticed = start - EVERY_NANOS;
        }

        @Override
        public synchronized void at(long bytes, long records, long rejected) {
            if (firstBytes < 0) {
                firstBytes = bytes;
                firstRecords = records;
            }
            long now = nanoClock.getAsLong();
            if (now - told < EVERY_NANOS) {
                return;
            }
            told = now;
            StringBuilder line = new StringBuilder()
                    .append(String.format(Locale.ROOT, "%,d %s", records, noun))
                    .append(String.format(Locale.ROOT, ", %,d/s", rate(records - firstRecords, now - start)));
            if (rejected > 0) {
                line.append(String.format(Locale.ROOT, ", %,d rejected", rejected));
            }
            if (totalBytes > 0) {
                line.append(", ")
                        .append(Math.min(100, bytes * 100 / totalBytes))
                        .append(" %");
                if (bytes > firstBytes) {
                    long left = secondsLeft(totalBytes - bytes, bytes - firstBytes, now - start);
                    line.append(", about ").append(left).append(" s left");
                }
            }
            err.println(line);
        }

        /** Many senders pause at the same time. One notice every few seconds is enough. */
        @Override
        public synchronized void notice(String message) {
            long now = nanoClock.getAsLong();
            if (now - noticed >= EVERY_NANOS) {
                noticed = now;
                err.println(message);
            }
        }

        @Override
        public void close() {}
    }
}
