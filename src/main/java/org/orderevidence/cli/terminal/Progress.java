package org.orderevidence.cli.terminal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.orderevidence.process.Periodic;

/** Shows the progress of an upload: a bar on a terminal, a line every few seconds elsewhere. */
public final class Progress implements AutoCloseable {
    private static final Duration REFRESH = Duration.ofMillis(250);
    private static final long EVERY_NANOS = Duration.ofSeconds(5).toNanos();

    private final Terminal terminal;
    private final String noun;
    private final long total;
    private final long start = System.nanoTime();
    private final AtomicReference<BarLine> line = new AtomicReference<>(new BarLine(-1, List.of()));

    /** Draws the bar; null if lines are printed. It takes no lock of this object: close() waits for it. */
    private final @Nullable Periodic bar;

    private long firstBytes = -1;
    private long firstRecords;
    private long toldAt = start;
    private long noticedAt = start - EVERY_NANOS;
    private boolean isClosed;

    /**
     * @param noun what is done with the records, or what they are, in the plural
     * @param total bytes of the input, or the number of records if these are passed to {@link #at} as bytes; -1 if it is
     *     not known
     */
    public Progress(Terminal terminal, String noun, long total) {
        this.terminal = terminal;
        this.noun = noun;
        this.total = total;
        bar = terminal.errIsTerminal() ? Periodic.start("the progress bar", REFRESH, this::draw) : null;
    }

    private void draw() {
        terminal.err().print('\r' + line.get().fitted(terminal.barWidth() - 1));
        terminal.err().flush();
    }

    /**
     * Reports how much is settled.
     *
     * @param bytes of the input so far
     * @param records of the input so far
     * @param rejected how many of these records were rejected
     */
    public synchronized void at(long bytes, long records, long rejected) {
        if (firstBytes < 0) {
            firstBytes = bytes;
            firstRecords = records;
        }
        long now = System.nanoTime();
        if (bar == null && now - toldAt < EVERY_NANOS) {
            return;
        }
        toldAt = now;
        long nanos = now - start;
        List<String> facts = new ArrayList<>();
        facts.add(number(records) + " " + noun);
        facts.add(number(nanos <= 0 ? 0 : Math.round((records - firstRecords) * 1e9 / nanos)) + "/s");
        if (rejected > 0) {
            facts.add(bar == null ? facts.size() : 1, number(rejected) + " rejected");
        }
        long secondsLeft = total > 0 && bytes > firstBytes
                ? Math.round((double) (total - bytes) / (bytes - firstBytes) * nanos / 1e9)
                : -1;
        if (bar != null) {
            if (secondsLeft >= 0 && total > bytes) {
                facts.add(BarLine.time(secondsLeft) + " left");
            }
            line.set(new BarLine(total <= 0 ? -1 : (double) bytes / total, facts));
            return;
        }
        if (total > 0) {
            facts.add(Math.min(100, bytes * 100 / total) + " %");
        }
        if (total > 0 && bytes > firstBytes) {
            facts.add("about " + secondsLeft + " s left");
        }
        terminal.err().println(String.join(", ", facts));
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** Shows a notice, such as that of a pause. Many senders pause at the same time: one line every few seconds is enough. */
    public synchronized void notice(String message) {
        long now = System.nanoTime();
        if (bar != null) {
            line.updateAndGet(shown -> new BarLine(shown.share(), List.of(message)));
        } else if (now - noticedAt >= EVERY_NANOS) {
            noticedAt = now;
            terminal.err().println(message);
        }
    }

    /** Ends the line of the bar. A second call has no effect. */
    @Override
    public synchronized void close() {
        if (bar != null && !isClosed) {
            isClosed = true;
            bar.close();
            draw();
            terminal.err().println();
        }
    }

    /**
     * The line of a progress bar: {@code  45% [====      ] 2,000 orders, 3 rejected, 966/s, 2:13 left}. In a narrow terminal, it
     * leaves out the last facts.
     *
     * @param share part of the work that is done, from 0 to 1; negative if it is not known
     * @param facts about the work, the most important first
     */
    record BarLine(double share, List<String> facts) {
        private static final int LEAST_BAR = 10;
        private static final int MOST_BAR = 40;
        private static final int MOST_COLUMNS = 100;
        private static final int SECONDS_OF_MINUTE = 60;
        private static final int SECONDS_OF_HOUR = 3_600;

        /** Returns the line, padded to the same length each time: it overwrites the line before. */
        String fitted(int width) {
            int columns = Math.min(width, MOST_COLUMNS);
            List<String> shown = new ArrayList<>(facts);
            while (shown.size() > 1 && line(shown, LEAST_BAR).length() > columns) {
                shown.removeLast();
            }
            int room = columns - line(shown, 0).length();
            String line = line(shown, Math.clamp(room, 0, MOST_BAR));
            return line.length() > columns ? line.substring(0, columns) : line + " ".repeat(columns - line.length());
        }

        /** Returns a time such as {@code 2:13} or {@code 1:02:13}. */
        static String time(long seconds) {
            long minutes = seconds % SECONDS_OF_HOUR / SECONDS_OF_MINUTE;
            return seconds < SECONDS_OF_HOUR
                    ? String.format(Locale.ROOT, "%d:%02d", minutes, seconds % SECONDS_OF_MINUTE)
                    : String.format(
                            Locale.ROOT,
                            "%d:%02d:%02d",
                            seconds / SECONDS_OF_HOUR,
                            minutes,
                            seconds % SECONDS_OF_MINUTE);
        }

        private String line(List<String> shown, int bar) {
            String text = String.join(", ", shown);
            if (share < 0) {
                return text;
            }
            double part = Math.min(share, 1);
            int done = (int) (part * bar);
            return String.format(Locale.ROOT, "%3d%% ", (int) (part * 100))
                    + '['
                    + "=".repeat(done)
                    + " ".repeat(bar - done)
                    + "] "
                    + text;
        }
    }
}
