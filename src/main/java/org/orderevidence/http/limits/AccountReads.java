package org.orderevidence.http.limits;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * Limits the requests with which an account reads at the same time. More requests wait. Threads that are ready run in
 * the order of arrival. Without this limit, an account that sends thousands of requests at the same time would delay the
 * requests of all other accounts.
 *
 * <p>A request takes its place when its body is complete. Before that it must not take the place of one that can be
 * answered.
 */
public final class AccountReads {
    private final int most;
    private final Map<String, Semaphore> places = new ConcurrentHashMap<>();

    /**
     * @param most requests of one account at the same time
     */
    public AccountReads(int most) {
        this.most = most;
    }

    /** Waits for a place; to be closed when the answer is written. */
    public Place take(String account) {
        // There are as many as accounts whose keys were used, which are few.
        Semaphore free = places.computeIfAbsent(account, _ -> new Semaphore(most, true));
        free.acquireUninterruptibly();
        return free::release;
    }

    /** A place that was taken. */
    @FunctionalInterface
    public interface Place extends AutoCloseable {
        @Override
        void close();
    }
}
