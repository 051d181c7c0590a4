package org.orderevidence.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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

    BarLine {
        facts = List.copyOf(facts);
    }

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
                        Locale.ROOT, "%d:%02d:%02d", seconds / SECONDS_OF_HOUR, minutes, seconds % SECONDS_OF_MINUTE);
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
