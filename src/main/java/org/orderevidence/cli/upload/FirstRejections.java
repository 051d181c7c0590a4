package org.orderevidence.cli.upload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.upload.Outcome;

/** The first rejected records of a run and why they were rejected, for runs without a file of rejected records. */
final class FirstRejections {
    private static final int MOST = 5;

    private final List<String> lines = new ArrayList<>();

    /**
     * Adds a record, unless there are enough already.
     *
     * @param place of the record, such as {@code line 12}
     */
    void add(String place, Outcome.Rejected rejected) {
        if (lines.size() == MOST) {
            return;
        }
        Map<String, String> first = rejected.errors().getFirst();
        String pointer = first.getOrDefault("pointer", "");
        int more = rejected.errors().size() - 1;
        lines.add(place
                + (rejected.id() == null ? "" : " (" + rejected.id() + ")")
                + (pointer.isEmpty() ? ": " : ", " + pointer + ": ")
                + first.getOrDefault("detail", "")
                + (more == 0 ? "" : " (and " + more + " more)"));
    }

    /**
     * Prints the records on {@code err}, and how to get all of them.
     *
     * @param total rejected records of this run and of the run that it continues
     */
    void print(Terminal terminal, long total) {
        lines.forEach(terminal::tell);
        if (total > lines.size()) {
            String more = lines.isEmpty() ? total + " rejected" : "and " + (total - lines.size()) + " more rejected";
            terminal.tell(more + "; to write all errors to a file, upload again with --errors-out FILE");
        }
    }
}
