package org.orderevidence.store.sql;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.StoreUnavailable;

/**
 * Bounded connections that only read. The one used last is used next: its statements and pages are warm. One that has
 * failed is not used again, and a read that finds its connection gone is done once more on a fresh one.
 */
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

    /** Reads; may begin again from the start. */
    <T> T read(Work<T> work) {
        acquire();
        try {
            Session held = idleSession();
            if (held != null) {
                try {
                    return read(held, work);
                } catch (SQLException error) {
                    if (failures.sort(error) != Dialect.Failure.LOST) {
                        throw error;
                    }
                    // The server was away for a while: those that lie idle are lost too, a fresh one may do.
                    closeIdle();
                }
            }
            return read(dialect.openReader(), work);
        } catch (SQLException error) {
            throw failures.beforeCommit(error);
        } finally {
            permits.release();
        }
    }

    /** Reads; all statements of it see the same state. */
    <T> T readSnapshot(Work<T> work) {
        return read(session -> {
            dialect.begin(session, Dialect.Purpose.READ);
            T result = work.perform(session);
            dialect.commit(session);
            return result;
        });
    }

    /** A session with which a read has failed is not used again. */
    private <T> T read(Session session, Work<T> work) throws SQLException {
        boolean well = false;
        try {
            T result = work.perform(session);
            well = true;
            return result;
        } finally {
            if (well) {
                giveBack(session);
            } else {
                close(session);
            }
        }
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
        }
        closeIdle();
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

    private void closeIdle() {
        List<Session> all;
        synchronized (idle) {
            all = List.copyOf(idle);
            idle.clear();
        }
        all.forEach(ReaderPool::close);
    }

    private static void close(Session session) {
        try {
            session.close();
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.WARNING, "closing a connection failed", e);
        }
    }
}
