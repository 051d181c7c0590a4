package org.orderevidence.cli;

import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Progress;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.transfer.StoreTasks;

/** Shows the progress of work on a whole store: a {@link Progress} for each step, and lines between them. */
final class StoreProgress implements StoreTasks.Watch, AutoCloseable {
    private final Terminal terminal;
    private String step = "";
    private @Nullable Progress shown;

    StoreProgress(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public void at(String now, long done, long total) {
        Progress progress = shown;
        if (progress == null || !step.equals(now)) {
            close();
            progress = Progress.ofRecords(terminal, now, total);
            shown = progress;
            step = now;
        }
        progress.at(done, done, 0);
    }

    @Override
    public void tell(String line) {
        close();
        terminal.tell(line);
    }

    @Override
    public void close() {
        Progress progress = shown;
        shown = null;
        if (progress != null) {
            progress.close();
        }
    }
}
