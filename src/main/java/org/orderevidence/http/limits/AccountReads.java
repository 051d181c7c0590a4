package org.orderevidence.http.limits;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * Lets an account read with a bounded number of requests at the same time; more of them wait. Without this, an account
 * that sends thousands of requests at once keeps those of all others waiting, since whoever is ready to run is served in
 * the order of arrival.
 *
 * <p>It is for requests without a body: a request whose body is on its way must not take the place of one that could be
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
