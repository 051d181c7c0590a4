package org.orderevidence.cli.upload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Terminal;

/** The first rejected records of a run, or the first with warnings, and why, for runs without a file of them. */
final class FirstFaults {
    private static final int MOST = 5;

    private final String word;
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
    void add(String place, @Nullable String id, List<Map<String, String>> faults, String prefix) {
        if (lines.size() == MOST) {
            return;
        }
        Map<String, String> first = faults.getFirst();
        String pointer = first.getOrDefault("pointer", "");
        int more = faults.size() - 1;
        listed += prefix.isEmpty() ? 1 : faults.size();
        lines.add(place
                + (id == null ? "" : " (" + id + ")")
                + (pointer.isEmpty() ? ": " : ", " + pointer + ": ")
                + (prefix.isEmpty() ? "" : prefix + " " + first.getOrDefault("code", "") + ": ")
                + first.getOrDefault("detail", "")
                + (more == 0 ? "" : " (and " + more + " more)"));
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
