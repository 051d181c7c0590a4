package org.orderevidence.store.sql;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.StoreRefused;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;

/**
 * Commits what callers hand in: one platform thread takes all that wait, performs it in one transaction and wakes the
 * callers. Under load one flush of the disk serves many; idle, a lone write waits for nobody. It is a platform thread
 * because a native flush holds its carrier.
 */
final class GroupCommitter {
    private static final System.Logger LOG = System.getLogger(GroupCommitter.class.getName());

    private final Dialect dialect;
    private final Failures failures;
    private final SqlSettings settings;
    private final Thread thread;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final ArrayDeque<PendingWrite<?>> waiting = new ArrayDeque<>();
    private int waitingRows;
    private boolean closing;

    /** The committer's own; absent before the first write and after a failure that may have left it in disorder. */
    private @Nullable Session session;

    GroupCommitter(Dialect dialect, Failures failures, SqlSettings settings) {
        this.dialect = dialect;
        this.failures = failures;
        this.settings = settings;
        this.thread = Thread.ofPlatform().name("evidence-committer").daemon().start(this::run);
    }

    /**
     * Performs a write and returns when it is on stable storage.
     *
     * @param rows how much it is, in orders or sightings, for the bounds of batch and queue
     * @throws StoreUnavailable when nothing of it was kept
     * @throws UnknownOutcome when it may have been kept
     */
    <T> T write(int rows, Work<T> work) {
        PendingWrite<T> write = new PendingWrite<>(work, rows, Thread.currentThread());
        enqueue(write);
        return write.await(settings.writeWait().toNanos());
    }

    /** Commits what waits, refuses what comes, and ends. */
    void close() {
        lock.lock();
        try {
            closing = true;
            arrived.signal();
        } finally {
            lock.unlock();
        }
        try {
            thread.join(TimeUnit.SECONDS.toMillis(2) + settings.writeWait().toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** How much waits to be committed. */
    int waitingRows() {
        lock.lock();
        try {
            return waitingRows;
        } finally {
            lock.unlock();
        }
    }

    /** True from the moment in which nothing more is taken. */
    boolean isClosing() {
        lock.lock();
        try {
            return closing;
        } finally {
            lock.unlock();
        }
    }

    private void enqueue(PendingWrite<?> write) {
        lock.lock();
        try {
            if (closing) {
                throw new StoreUnavailable("the store is closing");
            }
            if (waitingRows > 0 && waitingRows + write.rows() > settings.queuedRows()) {
                throw StoreUnavailable.overloaded(waitingRows + " rows wait to be written");
            }
            waiting.add(write);
            waitingRows += write.rows();
            arrived.signal();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        for (List<PendingWrite<?>> batch = takeBatch(); !batch.isEmpty(); batch = takeBatch()) {
            try {
                commit(batch);
            } catch (RuntimeException | Error fault) {
                // Whatever it was, callers get an answer and the next batch a fresh session.
                LOG.log(System.Logger.Level.ERROR, "the committer failed", fault);
                dropSession();
                UnknownOutcome unknown = new UnknownOutcome("the committer failed", fault);
                batch.forEach(write -> write.fail(unknown));
            }
        }
        dropSession();
    }

    /** All that wait, as far as a batch may hold; waits for the first. Empty when closing and nothing waits. */
    private List<PendingWrite<?>> takeBatch() {
        List<PendingWrite<?>> batch = new ArrayList<>();
        lock.lock();
        try {
            while (batch.isEmpty()) {
                while (waiting.isEmpty()) {
                    if (closing) {
                        return batch;
                    }
                    arrived.awaitUninterruptibly();
                }
                fill(batch);
            }
            return batch;
        } finally {
            lock.unlock();
        }
    }

    private void fill(List<PendingWrite<?>> batch) {
        int rows = 0;
        for (PendingWrite<?> next = waiting.peek(); next != null; next = waiting.peek()) {
            if (!batch.isEmpty() && rows + next.rows() > settings.batchRows()) {
                return;
            }
            waiting.remove();
            waitingRows -= next.rows();
            if (next.take()) {
                batch.add(next);
                rows += next.rows();
            }
        }
    }

    private void commit(List<PendingWrite<?>> batch) {
        Session current;
        try {
            current = session();
            dialect.betweenTransactions(current);
            dialect.begin(current);
        } catch (SQLException refused) {
            dropSession();
            failAll(batch, failures.beforeCommit(refused));
            return;
        } catch (StoreRefused refused) {
            failAll(
                    batch,
                    new StoreUnavailable(
                            "the database could be opened before, but now: " + refused.getMessage(), refused));
            return;
        }
        if (performAll(current, batch)) {
            commitAll(current, batch);
        }
    }

    /** False when it was rolled back and all of the batch has its answer. */
    private boolean performAll(Session current, List<PendingWrite<?>> batch) {
        for (PendingWrite<?> write : batch) {
            try {
                write.perform(current);
            } catch (SQLException error) {
                rollback(current);
                if (failures.isOfDatabase(error)) {
                    dropSession();
                    failAll(batch, failures.beforeCommit(error));
                } else {
                    failOneOf(batch, failures.beforeCommit(error));
                }
                return false;
            } catch (RuntimeException error) {
                rollback(current);
                failOneOf(batch, error);
                return false;
            }
        }
        return true;
    }

    private void commitAll(Session current, List<PendingWrite<?>> batch) {
        try {
            dialect.commit(current);
        } catch (SQLException error) {
            rollback(current);
            dropSession();
            failAll(batch, failures.atCommit(error));
            return;
        }
        batch.forEach(PendingWrite::succeed);
    }

    /** One write of the batch is at fault by itself: all are done again, each alone, so that it fails no other. */
    private void failOneOf(List<PendingWrite<?>> batch, RuntimeException error) {
        if (batch.size() == 1) {
            failAll(batch, error);
            return;
        }
        for (PendingWrite<?> write : batch) {
            commit(List.of(write));
        }
    }

    private static void failAll(List<PendingWrite<?>> batch, RuntimeException error) {
        batch.forEach(write -> write.fail(error));
    }

    private Session session() throws SQLException {
        Session held = session;
        if (held == null) {
            held = dialect.openWriter();
            session = held;
        }
        return held;
    }

    private void rollback(Session current) {
        try {
            dialect.rollback(current);
        } catch (SQLException alreadyRolledBack) {
            // Some errors end the transaction by themselves. A fresh session makes sure.
            dropSession();
        }
    }

    private void dropSession() {
        Session held = session;
        session = null;
        if (held != null) {
            try {
                held.close();
            } catch (SQLException e) {
                LOG.log(System.Logger.Level.WARNING, "closing a connection failed", e);
            }
        }
    }
}
