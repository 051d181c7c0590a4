package org.orderevidence.store.sql;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.orderevidence.process.FatalErrors;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;
import org.orderevidence.store.sql.Committer.PendingWrite;

/**
 * Commits the writes of many callers together: a platform thread performs all waiting writes in one transaction and
 * wakes the callers. Under load one flush of the disk serves many writes. Without load, a single write does not wait.
 * They are platform threads because a native flush holds its carrier.
 *
 * <p>If there are several threads, one works while the transactions of the others are flushed. It starts only when the
 * transaction before it probably only waits for its flush. If it started earlier, the batches would be smaller, at more
 * work for each row.
 */
public final class GroupCommitter {
    private static final System.Logger LOG = System.getLogger(GroupCommitter.class.getName());

    /**
     * Time of a row until only the flush is left. It is a little more than was measured for sightings
     * (docs/decisions/0007). A batch has a minimum, because of its round trip.
     */
    private static final long NANOS_A_ROW = 10_000;

    private static final long LEAST_NANOS_A_BATCH = 200_000;

    /**
     * Maximum number of bytes of documents in a batch of several writes: a driver copies them two or three times to
     * send them.
     */
    static final long BATCH_BYTES = 4 << 20;

    private final SqlSettings settings;
    private final Deadlines deadlines;
    private final List<Thread> threads = new ArrayList<>();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final ArrayDeque<PendingWrite<?, ?>> waiting = new ArrayDeque<>();
    private int waitingRows;
    private boolean closing;

    private int batchesUnderWay;
    private long lastIsOnlyFlushedFrom;

    public GroupCommitter(Dialect dialect, DatabaseErrors failures, SqlSettings settings, Deadlines deadlines) {
        this.settings = settings;
        this.deadlines = deadlines;
        for (int i = 1; i <= dialect.committers(); i++) {
            Committer committer = new Committer(dialect, failures);
            threads.add(Thread.ofPlatform()
                    .name("evidence-committer-" + i)
                    .daemon()
                    .start(FatalErrors.vital("evidence-committer-" + i, () -> run(committer))));
        }
    }

    /**
     * Performs a write by itself and returns when it is on stable storage.
     *
     * @param rows how much it is, in orders or sightings, for the bounds of batch and queue
     * @throws StoreUnavailable if nothing of it was kept
     * @throws UnknownOutcome if it may have been kept
     */
    public <T> T write(int rows, Work<T> work) {
        return write(rows, new Single<>(), work);
    }

    /**
     * Performs a write, together with others of its kind, and returns when it is on stable storage.
     *
     * @param rows how much it is, in orders or sightings, for the bounds of batch and queue
     * @throws StoreUnavailable if nothing of it was kept
     * @throws UnknownOutcome if it may have been kept
     */
    public <W, T> T write(int rows, GroupedWork<W, T> kind, W what) {
        return write(rows, 0, kind, what);
    }

    /**
     * As above.
     *
     * @param bytes the length of its documents, for the bound of a batch; 0 if it is short
     */
    public <W, T> T write(int rows, long bytes, GroupedWork<W, T> kind, W what) {
        PendingWrite<W, T> write = new PendingWrite<>(kind, what, rows, bytes, Thread.currentThread());
        enqueue(write);
        try {
            return write.await(settings.writeWait().toNanos(), deadlines);
        } finally {
            if (write.isWithdrawn()) {
                // Its caller gives back the memory of the orders now, so they must not be held here any longer.
                forget(write);
            }
        }
    }

    /** Commits what waits, refuses what comes, and ends. */
    public void close() {
        lock.lock();
        try {
            closing = true;
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            for (Thread thread : threads) {
                thread.join(TimeUnit.SECONDS.toMillis(2) + settings.writeWait().toMillis());
            }
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

    private void enqueue(PendingWrite<?, ?> write) {
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
            // Also signals for the first waiting write: an idle committer then waits no longer than its limit.
            if (waiting.size() == 1 || patience() <= 0) {
                arrived.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    private void forget(PendingWrite<?, ?> write) {
        lock.lock();
        try {
            if (waiting.remove(write)) {
                waitingRows -= write.rows();
            }
        } finally {
            lock.unlock();
        }
    }

    private void run(Committer committer) {
        for (List<PendingWrite<?, ?>> batch = takeBatch(); batch != null; batch = takeBatch()) {
            try {
                committer.commit(batch);
            } catch (RuntimeException | Error fault) {
                FatalErrors.haltOn(fault);
                // After any other error, callers get an answer and the next batch gets a new session.
                LOG.log(System.Logger.Level.ERROR, "the committer failed", fault);
                committer.dropSession();
                UnknownOutcome unknown = new UnknownOutcome("the committer failed", fault);
                batch.forEach(write -> write.fail(unknown));
                PendingWrite.wake(batch);
            } finally {
                end();
            }
        }
        committer.dropSession();
    }

    /** Waits for a write, and returns all waiting ones that fit into a batch. Absent when closing and nothing waits. */
    private @Nullable List<PendingWrite<?, ?>> takeBatch() {
        lock.lock();
        try {
            while (true) {
                if (waiting.isEmpty()) {
                    if (closing) {
                        return null;
                    }
                    arrived.awaitUninterruptibly();
                } else if (patience() > 0) {
                    arrived.awaitNanos(patience());
                } else {
                    List<PendingWrite<?, ?>> batch = fill();
                    if (!batch.isEmpty()) {
                        batchesUnderWay++;
                        int rows = batch.stream().mapToInt(PendingWrite::rows).sum();
                        lastIsOnlyFlushedFrom = System.nanoTime() + Math.max(LEAST_NANOS_A_BATCH, rows * NANOS_A_ROW);
                        return batch;
                    }
                }
            }
        } catch (InterruptedException nobodyInterruptsCommitters) {
            throw new IllegalStateException(nobodyInterruptsCommitters);
        } finally {
            lock.unlock();
        }
    }

    /** For how long the next batch is to wait for more rows, in nanoseconds; 0 or less when it is to start. */
    private long patience() {
        return closing || batchesUnderWay == 0 ? 0 : lastIsOnlyFlushedFrom - System.nanoTime();
    }

    /** Whose batch has ended takes the next one itself, without a signal. */
    private void end() {
        lock.lock();
        try {
            batchesUnderWay--;
        } finally {
            lock.unlock();
        }
    }

    private List<PendingWrite<?, ?>> fill() {
        List<PendingWrite<?, ?>> batch = new ArrayList<>();
        int rows = 0;
        long bytes = 0;
        for (PendingWrite<?, ?> next = waiting.peek(); next != null; next = waiting.peek()) {
            boolean isFull = rows + next.rows() > settings.batchRows() || bytes + next.bytes() > BATCH_BYTES;
            if (!batch.isEmpty() && isFull) {
                break;
            }
            waiting.remove();
            waitingRows -= next.rows();
            if (next.take()) {
                batch.add(next);
                rows += next.rows();
                bytes += next.bytes();
            }
        }
        return batch;
    }

    /** A kind of its own, so that it is performed alone. */
    private static final class Single<T> implements GroupedWork<Work<T>, T> {
        @Override
        public List<T> perform(Session session, List<Work<T>> writes, boolean again) throws SQLException {
            List<T> results = new ArrayList<>(writes.size());
            for (Work<T> work : writes) {
                results.add(work.perform(session));
            }
            return results;
        }

        @Override
        public int turn() {
            return Integer.MAX_VALUE;
        }
    }

    /**
     * A kind of write. All writes of this kind in a transaction are performed together.
     *
     * @param <W> what a caller hands in
     * @param <T> what a caller gets
     */
    public interface GroupedWork<W, T> {
        /**
         * Performs writes, as if one by one. May be done again from the start when the first try was rolled back.
         *
         * @param again true if it was rolled back because another changed the same rows
         * @return one result for each write, in the same order
         */
        List<T> perform(Session session, List<W> writes, boolean again) throws SQLException;

        /** Returns true if it may be done again although it may have been committed: its results are the same. */
        default boolean isRepeatable() {
            return false;
        }

        /**
         * When it is done within a transaction, the lowest first: everywhere the same, so that no two wait for each other.
         */
        int turn();
    }
}
