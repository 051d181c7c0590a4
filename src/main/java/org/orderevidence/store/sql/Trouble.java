package org.orderevidence.store.sql;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Logs store failures, at most one line a minute. A full disk fails each of ten tries a second; their stack traces are
 * all alike, and would fill the remaining space. At debug each failure is logged in full.
 */
public final class Trouble {
    static final Duration BETWEEN_LINES = Duration.ofMinutes(1);

    private static final System.Logger LOG = System.getLogger(Trouble.class.getName());

    private final String what;
    private final String remedy;
    private final LongSupplier nanoTime;
    private boolean isReported;
    private long reportedAt;
    private long passedOver;

    /**
     * @param what what cannot be done
     * @param remedy what to do about it
     * @param nanoTime as {@link System#nanoTime}
     */
    public Trouble(String what, String remedy, LongSupplier nanoTime) {
        this.what = what;
        this.remedy = remedy;
        this.nanoTime = nanoTime;
    }

    /** It failed again. */
    public synchronized void report(Exception error) {
        LOG.log(System.Logger.Level.DEBUG, what, error);
        long now = nanoTime.getAsLong();
        if (isReported && now - reportedAt < BETWEEN_LINES.toNanos()) {
            passedOver++;
            return;
        }
        String again = passedOver == 0 ? "" : " (and " + passedOver + " times since the last line)";
        LOG.log(System.Logger.Level.WARNING, what + ": " + error.getMessage() + again + "; " + remedy);
        isReported = true;
        reportedAt = now;
        passedOver = 0;
    }
}
