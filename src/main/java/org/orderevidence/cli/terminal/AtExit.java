package org.orderevidence.cli.terminal;

/** Something to be done when the process is told to end, by a signal or otherwise, while this is open. */
public final class AtExit implements AutoCloseable {
    private final Thread hook;

    private AtExit(Runnable action) {
        hook = Thread.ofPlatform().name("at-exit").unstarted(action);
    }

    /** From now on, {@code action} runs when the process is told to end. */
    public static AtExit run(Runnable action) {
        AtExit atExit = new AtExit(action);
        Runtime.getRuntime().addShutdownHook(atExit.hook);
        return atExit;
    }

    /** Forgets the action. When the process is ending already, this waits for it instead. */
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
