package org.orderevidence.cli.terminal;

/** An action that runs if the process ends, by a signal or otherwise, while this is open. */
public record AtExit(Thread hook) implements AutoCloseable {
    public static AtExit run(Runnable action) {
        AtExit atExit = new AtExit(Thread.ofPlatform().name("at-exit").unstarted(action));
        Runtime.getRuntime().addShutdownHook(atExit.hook);
        return atExit;
    }

    /** Removes the action. If the process is ending already, waits until the action is done. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            try {
                hook.join();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
