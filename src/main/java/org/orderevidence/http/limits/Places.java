package org.orderevidence.http.limits;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * Limits what runs at the same time for each owner, such as an account. What is more waits, and runs in the order of
 * arrival. Threads that are ready run in the order of arrival too. Without this limit, an owner with thousands of
 * requests at the same time would delay the requests of all others.
 *
 * <p>A place is for work that can go on: it must not be kept while its holder waits for a client.
 */
public final class Places {
    private final int most;
    private final Map<String, Semaphore> owners = new ConcurrentHashMap<>();

    /**
     * @param most places of one owner
     */
    public Places(int most) {
        this.most = most;
    }

    /**
     * Waits for a place; to be closed when the work is done.
     *
     * @param owner one of few, such as the accounts whose keys were used: none is forgotten
     */
    public Place take(String owner) {
        Semaphore free = owners.computeIfAbsent(owner, _ -> new Semaphore(most, true));
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
