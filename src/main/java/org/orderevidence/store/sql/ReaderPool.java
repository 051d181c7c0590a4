package org.orderevidence.store.sql;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.StoreUnavailable;

/** Bounded connections that only read. The one used last is used next: its statements and pages are warm. */
final class ReaderPool {
    private static final System.Logger LOG = System.getLogger(ReaderPool.class.getName());

    private final Dialect dialect;
    private final Failures failures;
    private final SqlSettings settings;
    private final Semaphore permits;
    private final ArrayDeque<Session> idle = new ArrayDeque<>();
    private boolean closed;

    ReaderPool(Dialect dialect, Failures failures, SqlSettings settings) {
        this.dialect = dialect;
        this.failures = failures;
        this.settings = settings;
        this.permits = new Semaphore(settings.readers());
    }

    /** Reads; several statements of it may see different states. */
    <T> T read(Work<T> work) {
        acquire();
        Session session = null;
        try {
            session = idleSession();
            if (session == null) {
                session = dialect.openReader();
            }
            T result = work.perform(session);
            giveBack(session);
            session = null;
            return result;
        } catch (SQLException error) {
            throw failures.beforeCommit(error);
        } finally {
            if (session != null) {
                close(session);
            }
            permits.release();
        }
    }

    /** Reads; all statements of it see the same state. */
    <T> T readSnapshot(Work<T> work) {
        return read(session -> {
            dialect.beginSnapshot(session);
            T result = work.perform(session);
            dialect.commit(session);
            return result;
        });
    }

    /** Waits for the reads under way, then closes all. */
    void close() {
        boolean all = false;
        try {
            all = permits.tryAcquire(settings.readers(), settings.readWait().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (idle) {
            closed = true;
            idle.forEach(ReaderPool::close);
            idle.clear();
        }
        if (all) {
            permits.release(settings.readers());
        }
    }

    private void acquire() {
        try {
            if (!permits.tryAcquire(settings.readWait().toNanos(), TimeUnit.NANOSECONDS)) {
                throw StoreUnavailable.overloaded("no connection to read with became free within "
                        + settings.readWait().toMillis() + " ms");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreUnavailable("interrupted before the read began", e);
        }
    }

    private @Nullable Session idleSession() {
        synchronized (idle) {
            if (closed) {
                throw new StoreUnavailable("the store is closed");
            }
            return idle.pollLast();
        }
    }

    private void giveBack(Session session) {
        synchronized (idle) {
            if (!closed) {
                idle.addLast(session);
                return;
            }
        }
        close(session);
    }

    private static void close(Session session) {
        try {
            session.close();
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.WARNING, "closing a connection failed", e);
        }
    }
}
