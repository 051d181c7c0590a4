package org.orderevidence.store.sql;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orderevidence.process.FatalErrors;
import org.orderevidence.store.Key;
import org.orderevidence.store.RecordStore.Load;
import org.orderevidence.store.StoreRefused;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.Stored;
import org.orderevidence.store.UnknownOutcome;
import org.orderevidence.store.sql.Dialect.Trouble;
import org.orderevidence.store.sql.RecordBatch.Place;
import org.orderevidence.store.sql.Session.Work;

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
    private final ArrayDeque<PendingWrite<?>> waiting = new ArrayDeque<>();
    private int waitingRows;
    private boolean closing;

    private long batches;
    private long batchRows;
    private int batchesUnderWay;
    private long lastIsOnlyFlushedFrom;

    public GroupCommitter(
            Dialect dialect, Function<Key, @Nullable Integer> numbers, SqlSettings settings, Deadlines deadlines) {
        this.settings = settings;
        this.deadlines = deadlines;
        for (int i = 1; i <= dialect.committers(); i++) {
            Committer committer = new Committer(dialect, numbers);
            threads.add(FatalErrors.vitalThread("evidence-committer-" + i, () -> run(committer)));
        }
        threads.forEach(Thread::start);
    }

    /**
     * Performs a write by itself and returns when it is on stable storage.
     *
     * @param rows how much it is, in orders or sightings, for the bounds of batch and queue
     */
    public <T> T write(int rows, Work<T> work) {
        return write(new PendingWrite<>(List.of(), null, work, rows, 0, false));
    }

    /**
     * Performs a write as above, together with others.
     *
     * @param decision adds its changes. May be made again from the start when the first try was rolled back
     * @param isRepeatable true if it may be made again although it may have been committed: its result is the same
     */
    <T> T write(int rows, long bytes, List<Place> places, Function<RecordBatch, T> decision, boolean isRepeatable) {
        return write(new PendingWrite<>(places, decision, null, rows, bytes, isRepeatable));
    }

    private <T> T write(PendingWrite<T> write) {
        enqueue(write);
        try {
            return write.await(settings.writeWait().toNanos(), deadlines);
        } finally {
            if (write.isWithdrawn()) {
                // Its caller gives back the memory of the orders now, so they must not be held here any longer.
                locked(() -> waitingRows -= waiting.remove(write) ? write.rows : 0);
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

    int waitingRows() {
        return locked(() -> waitingRows);
    }

    Load load(ReaderPool readers) {
        return locked(() -> new Load(waitingRows, batches, batchRows, readers.size(), readers.reading()));
    }

    /** True from the moment in which nothing more is taken. */
    boolean isClosing() {
        return locked(() -> closing);
    }

    private <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
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
            if (waitingRows > 0 && waitingRows + write.rows > settings.queuedRows()) {
                throw StoreUnavailable.overloaded(waitingRows + " rows wait to be written");
            }
            waiting.add(write);
            waitingRows += write.rows;
            // Also signals for the first waiting write: an idle committer then waits no longer than its limit.
            if (waiting.size() == 1 || patience() <= 0) {
                arrived.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    private void run(Committer committer) {
        for (List<PendingWrite<?>> batch = takeBatch(); batch != null; batch = takeBatch()) {
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
    private @Nullable List<PendingWrite<?>> takeBatch() {
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
                    List<PendingWrite<?>> batch = fill();
                    if (!batch.isEmpty()) {
                        batchesUnderWay++;
                        int rows = batch.stream().mapToInt(write -> write.rows).sum();
                        batches++;
                        batchRows += rows;
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
        locked(() -> batchesUnderWay--);
    }

    private List<PendingWrite<?>> fill() {
        List<PendingWrite<?>> batch = new ArrayList<>();
        int rows = 0;
        long bytes = 0;
        for (PendingWrite<?> next = waiting.peek(); next != null; next = waiting.peek()) {
            boolean isFull = rows + next.rows > settings.batchRows() || bytes + next.bytes > BATCH_BYTES;
            if (!batch.isEmpty() && isFull) {
                break;
            }
            waiting.remove();
            waitingRows -= next.rows;
            if (next.take()) {
                batch.add(next);
                rows += next.rows;
                bytes += next.bytes;
            }
        }
        return batch;
    }

    /** Performs batches in transactions, one at a time, on its own session; used by one thread. */
    private static final class Committer {
        /** Each try after the first holds its rows before it reads them, so that more than two are rarely needed. */
        private static final int MAX_TRIES = 10;

        private final Dialect dialect;
        private final RecordRows rows;
        private final Function<Key, @Nullable Integer> numbers;

        private final Trouble trouble = new Trouble(
                "writes are refused",
                "check the database, its disk and the free space; writes resume by themselves",
                System::nanoTime);

        /** Absent before the first write and after a failure that may have left it in disorder. */
        private @Nullable Session session;

        Committer(Dialect dialect, Function<Key, @Nullable Integer> numbers) {
            this.dialect = dialect;
            this.rows = RecordRows.of(dialect);
            this.numbers = numbers;
        }

        /** Commits a batch and gives each of its writes its answer. */
        void commit(List<PendingWrite<?>> batch) {
            for (int tries = 1; tries <= MAX_TRIES; tries++) {
                SQLException inTheWay = commit(batch, tries > 1);
                if (inTheWay == null) {
                    return;
                }
                if (tries == MAX_TRIES) {
                    failAll(batch, dialect.beforeCommit(inTheWay));
                }
            }
        }

        void dropSession() {
            Session held = session;
            session = null;
            if (held != null) {
                held.drop();
            }
        }

        /** Answers why the batch is to be tried again; null if all of it has its answer. */
        private @Nullable SQLException commit(List<PendingWrite<?>> batch, boolean again) {
            boolean reused = session != null;
            boolean atCommit = false;
            try {
                Session current = session();
                dialect.betweenTransactions(current);
                dialect.begin(current, Dialect.Purpose.WRITE);
                perform(current, batch, again);
                atCommit = true;
                dialect.commit(current);
            } catch (SQLException error) {
                return failed(batch, error, reused, atCommit);
            } catch (StoreRefused refused) {
                failAll(
                        batch,
                        new StoreUnavailable(
                                "the database could be opened before, but now: " + refused.getMessage(), refused));
                return null;
            } catch (RuntimeException error) {
                rollback();
                failOneOf(batch, error);
                return null;
            }
            batch.forEach(PendingWrite::succeed);
            PendingWrite.wake(batch);
            return null;
        }

        /**
         * As above.
         *
         * @param reused true if the session was used before, and may have been lost since
         * @param atCommit true if the commit has failed: statements may go along with it
         */
        private @Nullable SQLException failed(
                List<PendingWrite<?>> batch, SQLException error, boolean reused, boolean atCommit) {
            rollback();
            Dialect.Failure sort = dialect.sort(error);
            if (atCommit || (sort != Dialect.Failure.AGAIN && sort != Dialect.Failure.BUG)) {
                dropSession();
            }
            RuntimeException failure = atCommit ? dialect.atCommit(error) : dialect.beforeCommit(error);
            switch (sort) {
                case AGAIN -> {
                    return error;
                }
                case BUG -> failOneOf(batch, failure);
                case LOST -> {
                    // For example, it was lost while nothing was written. A new connection may work.
                    if (reused && (!atCommit || batch.stream().allMatch(write -> write.isRepeatable))) {
                        return error;
                    }
                    failAll(batch, failure);
                }
                case UNAVAILABLE, UNCERTAIN -> {
                    trouble.report(error);
                    failAll(batch, failure);
                }
            }
            return null;
        }

        /**
         * Reads all records of a batch, decides write after write, and writes what has changed. When it is done again because
         * another changed a record in the meantime, it locks the records first, so that it comes to an end. What has a
         * transaction of its own comes last: everywhere the same, so that no two wait for each other.
         */
        private void perform(Session current, List<PendingWrite<?>> batch, boolean again) throws SQLException {
            RecordBatch records = new RecordBatch(numbers, !again);
            TreeSet<Place> places = new TreeSet<>();
            batch.forEach(write -> places.addAll(write.places));
            if (!places.isEmpty()) {
                Map<Place, Stored> held = rows.held(current, List.copyOf(places), again);
                places.forEach(place -> records.hold(place, held.get(place)));
            }
            batch.forEach(write -> write.decide(records));
            rows.write(current, records.changes());
            for (PendingWrite<?> write : batch) {
                write.performAlone(current);
            }
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
            PendingWrite.wake(batch);
        }

        private Session session() throws SQLException {
            Session held = session;
            if (held == null) {
                held = dialect.openWriter();
                session = held;
            }
            return held;
        }

        private void rollback() {
            Session current = session;
            if (current != null) {
                try {
                    dialect.rollback(current);
                } catch (SQLException alreadyRolledBack) {
                    // Some errors end the transaction by themselves. A fresh session makes sure.
                    dropSession();
                }
            }
        }
    }

    /** One caller's write on its way through the committer, and the caller's wait for it. */
    static final class PendingWrite<T> {
        private enum State {
            QUEUED,
            WITHDRAWN,
            TAKEN,
            DONE
        }

        private final List<Place> places;

        /** One of the two. */
        private final @Nullable Function<RecordBatch, T> decision;

        private final @Nullable Work<T> alone;
        private final int rows;
        private final long bytes;
        private final boolean isRepeatable;
        private final Thread caller = Thread.currentThread();
        private final AtomicReference<State> state = new AtomicReference<>(State.QUEUED);

        /** Written by the committer before the state becomes {@code DONE}, read by the caller after. */
        private @Nullable T result;

        private @Nullable RuntimeException error;

        PendingWrite(
                List<Place> places,
                @Nullable Function<RecordBatch, T> decision,
                @Nullable Work<T> alone,
                int rows,
                long bytes,
                boolean isRepeatable) {
            this.places = places;
            this.decision = decision;
            this.alone = alone;
            this.rows = rows;
            this.bytes = bytes;
            this.isRepeatable = isRepeatable;
        }

        /** Its outcome is kept until it is on stable storage. */
        private void decide(RecordBatch records) {
            if (decision != null) {
                result = decision.apply(records);
            }
        }

        private void performAlone(Session session) throws SQLException {
            if (alone != null) {
                result = alone.perform(session);
            }
        }

        /** False when the caller has left: then it is not to be performed. */
        boolean take() {
            return state.compareAndSet(State.QUEUED, State.TAKEN);
        }

        boolean isWithdrawn() {
            return state.get() == State.WITHDRAWN;
        }

        /** It is on stable storage; the caller finds it so when it is woken. */
        void succeed() {
            state.set(State.DONE);
        }

        void fail(RuntimeException cause) {
            error = cause;
            state.set(State.DONE);
        }

        /** Wakes the callers of writes that have succeeded or failed. */
        static void wake(List<PendingWrite<?>> writes) {
            if (writes.size() == 1) {
                LockSupport.unpark(writes.getFirst().caller);
            } else {
                // Callers are virtual threads, and one of them wakes others at half of what it costs a platform thread.
                Thread.startVirtualThread(() -> writes.forEach(write -> LockSupport.unpark(write.caller)));
            }
        }

        /** Waits for the committer; called by the caller itself. */
        T await(long nanos, Deadlines deadlines) {
            long deadline = System.nanoTime() + nanos;
            boolean interrupted = false;
            try {
                while (state.get() != State.DONE) {
                    long rest = deadline - System.nanoTime();
                    if (rest <= 0) {
                        throw timedOut(nanos);
                    }
                    deadlines.park(this, deadline);
                    if (Thread.interrupted()) {
                        interrupted = true;
                        if (state.compareAndSet(State.QUEUED, State.WITHDRAWN)) {
                            throw new StoreUnavailable("interrupted before the write started");
                        }
                        // It is being performed: the answer comes soon, and is worth more than a quick end.
                    }
                }
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
            return outcome();
        }

        private RuntimeException timedOut(long nanos) {
            String waited = nanos / 1_000_000 + " ms";
            if (state.compareAndSet(State.QUEUED, State.WITHDRAWN)) {
                return StoreUnavailable.overloaded("a write was not begun within " + waited);
            }
            return new UnknownOutcome("a write was begun, but not committed within " + waited, new TimeoutException());
        }

        /** The result of a work may be null only if its type allows it. */
        @SuppressWarnings("NullAway")
        private T outcome() {
            if (error != null) {
                throw error;
            }
            return result;
        }
    }
}
