package org.orderevidence.cli.terminal;

/** An action that runs if the process ends, by a signal or otherwise, while this is open. */
public final class AtExit implements AutoCloseable {
    private final Thread hook;

    private AtExit(Runnable action) {
        hook = Thread.ofPlatform().name("at-exit").unstarted(action);
    }

    public static AtExit run(Runnable action) {
        AtExit atExit = new AtExit(action);
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
