package org.orderevidence.store.sql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.StoreRefused;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;
import org.orderevidence.store.sql.Dialect.Trouble;
import org.orderevidence.store.sql.GroupCommitter.GroupedWork;

/** Performs batches in transactions, one at a time, on its own session; used by one thread. */
final class Committer {
    private static final System.Logger LOG = System.getLogger(Committer.class.getName());

    /** Each try after the first holds its rows before it reads them, so that more than two are rarely needed. */
    private static final int MAX_TRIES = 10;

    private final Dialect dialect;
    private final DatabaseErrors failures;

    private final Trouble trouble = new Trouble(
            "writes are refused",
            "check the database, its disk and the free space; writes resume by themselves",
            System::nanoTime);

    /** Absent before the first write and after a failure that may have left it in disorder. */
    private @Nullable Session session;

    Committer(Dialect dialect, DatabaseErrors failures) {
        this.dialect = dialect;
        this.failures = failures;
    }

    /** Commits a batch and gives each of its writes its answer. */
    void commit(List<PendingWrite<?, ?>> batch) {
        for (int tries = 1; tries <= MAX_TRIES; tries++) {
            SQLException inTheWay = commit(batch, tries > 1);
            if (inTheWay == null) {
                return;
            }
            if (tries == MAX_TRIES) {
                failAll(batch, failures.beforeCommit(inTheWay));
            }
        }
    }

    void dropSession() {
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

    /** Answers why the batch is to be tried again; null if all of it has its answer. */
    private @Nullable SQLException commit(List<PendingWrite<?, ?>> batch, boolean again) {
        boolean reused = session != null;
        try {
            Session current = session();
            dialect.betweenTransactions(current);
            dialect.begin(current, Dialect.Purpose.WRITE);
            for (WriteGroup<?, ?> group : groups(batch)) {
                group.perform(current, again);
            }
            return commit(current, batch, reused);
        } catch (SQLException error) {
            rollback();
            return switch (failures.sort(error)) {
                case AGAIN -> error;
                case LOST -> {
                    dropSession();
                    if (reused) {
                        // For example, it was lost while nothing was written. A new connection may work.
                        yield error;
                    }
                    failAll(batch, failures.beforeCommit(error));
                    yield null;
                }
                case UNAVAILABLE, UNCERTAIN -> {
                    trouble.report(error);
                    dropSession();
                    failAll(batch, failures.beforeCommit(error));
                    yield null;
                }
                case BUG -> {
                    failOneOf(batch, failures.beforeCommit(error));
                    yield null;
                }
            };
        } catch (StoreRefused refused) {
            failAll(
                    batch,
                    new StoreUnavailable(
                            "the database could be opened before, but now: " + refused.getMessage(), refused));
        } catch (RuntimeException error) {
            rollback();
            failOneOf(batch, error);
        }
        return null;
    }

    /** As above; {@code reused} means that the session was used before, and may have been lost since. */
    private @Nullable SQLException commit(Session current, List<PendingWrite<?, ?>> batch, boolean reused) {
        try {
            dialect.commit(current);
        } catch (SQLException error) {
            rollback();
            dropSession();
            switch (failures.sort(error)) {
                case AGAIN -> {
                    return error;
                }
                // Statements may go along with the commit: one that the server refused has kept it from committing.
                case BUG -> failOneOf(batch, failures.atCommit(error));
                case LOST -> {
                    if (reused && batch.stream().allMatch(write -> write.kind().isRepeatable())) {
                        return error;
                    }
                    failAll(batch, failures.atCommit(error));
                }
                case UNAVAILABLE, UNCERTAIN -> {
                    trouble.report(error);
                    failAll(batch, failures.atCommit(error));
                }
            }
            return null;
        }
        batch.forEach(PendingWrite::succeed);
        PendingWrite.wake(batch);
        return null;
    }

    /** The writes by kind; the kinds in their order, which is everywhere the same. */
    private static List<WriteGroup<?, ?>> groups(List<PendingWrite<?, ?>> batch) {
        Map<GroupedWork<?, ?>, WriteGroup<?, ?>> byKind = new HashMap<>();
        List<WriteGroup<?, ?>> groups = new ArrayList<>();
        for (PendingWrite<?, ?> write : batch) {
            WriteGroup<?, ?> group = byKind.get(write.kind());
            if (group == null) {
                group = WriteGroup.of(write);
                byKind.put(write.kind(), group);
                groups.add(group);
            } else {
                group.add(write);
            }
        }
        groups.sort(Comparator.comparingInt(WriteGroup::turn));
        return groups;
    }

    /** One write of the batch is at fault by itself: all are done again, each alone, so that it fails no other. */
    private void failOneOf(List<PendingWrite<?, ?>> batch, RuntimeException error) {
        if (batch.size() == 1) {
            failAll(batch, error);
            return;
        }
        for (PendingWrite<?, ?> write : batch) {
            commit(List.of(write));
        }
    }

    private static void failAll(List<PendingWrite<?, ?>> batch, RuntimeException error) {
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

    /** The writes of one kind in a transaction. */
    static final class WriteGroup<W, T> {
        private final GroupedWork<W, T> kind;
        private final List<PendingWrite<W, T>> writes = new ArrayList<>();

        private WriteGroup(GroupedWork<W, T> kind) {
            this.kind = kind;
        }

        static <W, T> WriteGroup<W, T> of(PendingWrite<W, T> first) {
            WriteGroup<W, T> group = new WriteGroup<>(first.kind());
            group.writes.add(first);
            return group;
        }

        /** Adds a write of the same kind, and so of the same types. */
        @SuppressWarnings("unchecked")
        void add(PendingWrite<?, ?> write) {
            writes.add((PendingWrite<W, T>) write);
        }

        int turn() {
            return kind.turn();
        }

        void perform(Session session, boolean again) throws SQLException {
            List<W> whats = new ArrayList<>(writes.size());
            writes.forEach(write -> whats.add(write.what()));
            List<T> results = kind.perform(session, whats, again);
            for (int i = 0; i < writes.size(); i++) {
                writes.get(i).keep(results.get(i));
            }
        }
    }

    /**
     * One caller's write on its way through the committer, and the caller's wait for it.
     * @param <W> what is to be written
     * @param <T> what comes of it
     */
    static final class PendingWrite<W, T> {
        private enum State {
            QUEUED,
            WITHDRAWN,
            TAKEN,
            DONE
        }

        private final GroupedWork<W, T> kind;
        private final W what;
        private final int rows;
        private final long bytes;
        private final Thread caller;
        private final AtomicReference<State> state = new AtomicReference<>(State.QUEUED);

        /** Written by the committer before the state becomes {@code DONE}, read by the caller after. */
        private @Nullable T result;

        private @Nullable RuntimeException error;

        PendingWrite(GroupedWork<W, T> kind, W what, int rows, long bytes, Thread caller) {
            this.kind = kind;
            this.what = what;
            this.rows = rows;
            this.bytes = bytes;
            this.caller = caller;
        }

        GroupedWork<W, T> kind() {
            return kind;
        }

        W what() {
            return what;
        }

        int rows() {
            return rows;
        }

        long bytes() {
            return bytes;
        }

        /** False when the caller has left: then it is not to be performed. */
        boolean take() {
            return state.compareAndSet(State.QUEUED, State.TAKEN);
        }

        /** Returns true if its caller has left before it was started. */
        boolean isWithdrawn() {
            return state.get() == State.WITHDRAWN;
        }

        /** Keeps its outcome until it is on stable storage. */
        void keep(T outcome) {
            result = outcome;
        }

        /** It is on stable storage; the caller finds it so when it is woken. */
        void succeed() {
            state.set(State.DONE);
        }

        /** It failed; the caller finds it so when it is woken. */
        void fail(RuntimeException cause) {
            error = cause;
            state.set(State.DONE);
        }

        /** Wakes the callers of writes that have succeeded or failed. */
        static void wake(List<PendingWrite<?, ?>> writes) {
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
