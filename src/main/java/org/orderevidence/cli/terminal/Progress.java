package org.orderevidence.cli.terminal;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Tells people how an upload goes: a bar on a terminal, now and then a line elsewhere. */
public interface Progress extends AutoCloseable {
    /**
     * So far this much is settled.
     *
     * @param bytes of the input
     * @param records of the input
     * @param rejected how many of them were rejected
     */
    void at(long bytes, long records, long rejected);

    /** Something to know, such as a pause. */
    void notice(String message);

    @Override
    void close();

    /**
     * The progress for a terminal or for a file.
     *
     * @param noun what is uploaded
     * @param totalBytes length of the input; -1 when it is not known
     */
    static Progress of(Terminal terminal, String noun, long totalBytes) {
        return terminal.errIsTerminal()
                ? new Bar(terminal, noun, totalBytes, " MB", Bar.MEGABYTE)
                : new Lines(terminal.err(), noun, totalBytes, System::nanoTime);
    }

    /**
     * The same where the input is measured in records: they are what is told as bytes.
     *
     * @param noun what is done with records
     * @param total how many there are; -1 when it is not known
     */
    static Progress ofRecords(Terminal terminal, String noun, long total) {
        return terminal.errIsTerminal()
                ? new Bar(terminal, noun, total, "", 1)
                : new Lines(terminal.err(), noun, total, System::nanoTime);
    }

    /** Records a second. */
    private static long rate(long records, long nanos) {
        return nanos <= 0 ? 0 : Math.round(records * 1e9 / nanos);
    }

    /** A bar with the share of bytes, the rate and the time left. */
    final class Bar implements Progress {
        private static final long MEGABYTE = 1_000_000;
        private static final int REFRESH_MILLIS = 250;

        private final String noun;
        private final ProgressBar bar;
        private final long start = System.nanoTime();
        private long first = -1;
        private boolean isClosed;

        /**
         * @param unit of what is told as bytes, as it is shown
         * @param unitSize how many bytes a unit has
         */
        Bar(Terminal terminal, String noun, long totalBytes, String unit, long unitSize) {
            this.noun = noun;
            bar = new ProgressBarBuilder()
                    .setTaskName(noun)
                    .setInitialMax(totalBytes)
                    .setUnit(unit, unitSize)
                    .setStyle(ProgressBarStyle.ASCII)
                    .setUpdateIntervalMillis(REFRESH_MILLIS)
                    .setConsumer(new ConsoleProgressBarConsumer(terminal.err(), terminal.barWidth() - 1))
                    .build();
        }

        @Override
        public synchronized void at(long bytes, long records, long rejected) {
            if (first < 0) {
                first = records;
            }
            bar.stepTo(bytes);
            bar.setExtraMessage(String.format(
                    Locale.ROOT,
                    " %,d %s, %,d/s%s",
                    records,
                    noun,
                    rate(records - first, System.nanoTime() - start),
                    rejected == 0 ? "" : String.format(Locale.ROOT, ", %,d rejected", rejected)));
        }

        @Override
        public synchronized void notice(String message) {
            bar.setExtraMessage(' ' + message);
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
         * @param nanoClock tells the time since some point, in nanoseconds
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
                    double left = (double) (totalBytes - bytes) / (bytes - firstBytes) * (now - start) / 1e9;
                    line.append(", about ").append(Math.round(left)).append(" s left");
                }
            }
            err.println(line);
        }

        /** Many senders pause at once: one of them is heard. */
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
