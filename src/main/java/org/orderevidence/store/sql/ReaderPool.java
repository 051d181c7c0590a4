package org.orderevidence.store.sql;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.sql.Session.Work;

/**
 * Bounded connections that only read. The one used last is used next: its statements and pages are warm. One that has
 * failed is not used again, and a read that finds its connection closed is repeated once on a new
 * one.
 */
public final class ReaderPool {
    private static final long LOOK_EVERY_NANOS = 5_000_000;

    private final Dialect dialect;
    private final SqlSettings settings;
    private final Deadlines deadlines;
    private final Turns turns;
    private final ArrayDeque<Session> idle = new ArrayDeque<>();
    private boolean closed;

    public ReaderPool(Dialect dialect, SqlSettings settings, Deadlines deadlines) {
        this.dialect = dialect;
        this.settings = settings;
        this.deadlines = deadlines;
        this.turns = new Turns(settings.readers(), deadlines);
    }

    /** Maximum number of reads at a time. */
    int size() {
        return settings.readers();
    }

    int reading() {
        return turns.taken();
    }

    /** Reads; may start again from the start. */
    public <T> T read(Work<T> work) {
        acquire();
        try {
            Session held = idleSession();
            if (held != null) {
                try {
                    return read(held, work);
                } catch (SQLException error) {
                    if (dialect.sort(error) != Dialect.Failure.LOST) {
                        throw error;
                    }
                    // The server was not reachable for a while. Idle connections are lost too, but a new one may work.
                    closeIdle();
                }
            }
            return read(dialect.openReader(), work);
        } catch (SQLException error) {
            throw dialect.beforeCommit(error);
        } finally {
            turns.giveBack();
        }
    }

    /** Reads; all statements of it see the same state. */
    public <T> T readSnapshot(Work<T> work) {
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
            T result = limited(session, work);
            well = true;
            return result;
        } finally {
            if (well) {
                giveBack(session);
            } else {
                session.drop();
            }
        }
    }

    /** Where a server may never answer, its connection is cut when it is too late. */
    private <T> T limited(Session session, Work<T> work) throws SQLException {
        Duration longest = dialect.longestRead();
        if (longest == null) {
            return work.perform(session);
        }
        try (Deadlines.Wait wait = deadlines.limit(System.nanoTime() + longest.toNanos(), session::cut)) {
            try {
                return work.perform(session);
            } catch (SQLException error) {
                if (wait.isEnded()) {
                    throw Dialect.unanswered(longest, error);
                }
                throw error;
            }
        }
    }

    /** Waits for reads in progress, then closes all connections. Reads that wait for a turn fail
     * immediately. */
    public void close() {
        synchronized (idle) {
            closed = true;
        }
        long deadline = System.nanoTime() + settings.readWait().toNanos();
        while (turns.taken() > 0 && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(this, LOOK_EVERY_NANOS);
        }
        closeIdle();
    }

    private void acquire() {
        if (!turns.take(settings.readWait())) {
            throw StoreUnavailable.overloaded("no connection to read with became free within "
                    + settings.readWait().toMillis() + " ms");
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
        session.drop();
    }

    private void closeIdle() {
        List<Session> all;
        synchronized (idle) {
            all = List.copyOf(idle);
            idle.clear();
        }
        all.forEach(Session::drop);
    }

    /**
     * Limits how many callers do something at a time. The others wait in order of arrival. A semaphore that waits in
     * another way: see {@link Deadlines}.
     */
    static final class Turns {
        private final int most;
        private final Deadlines deadlines;
        private final ArrayDeque<Turn> waiting = new ArrayDeque<>();
        private int free;

        private static final class Turn {
            private final Thread thread = Thread.currentThread();
            private volatile boolean given;
        }

        Turns(int most, Deadlines deadlines) {
            this.most = most;
            this.free = most;
            this.deadlines = deadlines;
        }

        /**
         * Waits for a turn, which is to be given back.
         *
         * @return false if none was free in time
         * @throws StoreUnavailable if the thread is interrupted
         */
        boolean take(Duration wait) {
            Turn turn = takeOrWait();
            if (turn == null) {
                return true;
            }
            long deadline = System.nanoTime() + wait.toNanos();
            boolean interrupted = false;
            while (!turn.given) {
                boolean late = System.nanoTime() - deadline >= 0;
                if ((late || interrupted) && leave(turn)) {
                    if (interrupted) {
                        Thread.currentThread().interrupt();
                        throw new StoreUnavailable("interrupted before the read began");
                    }
                    return false;
                }
                deadlines.park(this, deadline);
                interrupted |= Thread.interrupted();
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            return true;
        }

        /** Gives a turn back, to the caller that has waited longest. */
        void giveBack() {
            Turn next;
            synchronized (waiting) {
                next = waiting.poll();
                if (next == null) {
                    free++;
                    return;
                }
                next.given = true;
            }
            LockSupport.unpark(next.thread);
        }

        int taken() {
            synchronized (waiting) {
                return most - free;
            }
        }

        /** Absent when a turn was free, and is taken. */
        private @Nullable Turn takeOrWait() {
            synchronized (waiting) {
                if (free > 0) {
                    free--;
                    return null;
                }
                Turn turn = new Turn();
                waiting.add(turn);
                return turn;
            }
        }

        /** False when the turn came in the meantime. */
        private boolean leave(Turn turn) {
            synchronized (waiting) {
                return waiting.remove(turn);
            }
        }
    }
}
