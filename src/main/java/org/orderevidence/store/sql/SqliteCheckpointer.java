package org.orderevidence.store.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.orderevidence.process.FatalErrors;
import org.orderevidence.store.sql.Dialect.Trouble;

/**
 * Moves the content of SQLite's write-ahead log to the database file. It has its own thread and connection, so commits
 * do not wait for it.
 *
 * <p>The log starts over only when a writer finds that all of it has been moved. While commits continue, this thread is
 * always a little behind. If the log is long, the committer therefore moves the short rest itself, between two
 * transactions. Its next transaction then starts the log over. When there are no commits for a while, this thread moves
 * everything and empties the log.
 *
 * <p>SQLite flushes the file only in a checkpoint during which nothing was committed. While commits continue, a commit
 * falls into every long checkpoint. The flush would then be left to the committer, and all callers would wait for it.
 * Each long checkpoint is therefore followed by shorter ones, until one is quicker than the next commit.
 */
public final class SqliteCheckpointer {
    /** Longest log that is kept on disk when it starts over; while readers hold it back it may grow beyond. */
    static final int LOG_LIMIT_BYTES = 128 << 20;

    private static final long LOOK_EVERY_MILLIS = 100;

    /**
     * Most consecutive passes. Each moves what was committed during the one before it. Except on a very slow disk, that
     * is soon nothing.
     */
    private static final int MOST_PASSES = 12;

    /** Number of checks without a commit after which the log is emptied: two seconds. */
    private static final int QUIET_LOOKS = 20;

    private final SqliteDialect dialect;
    private final Pace pace;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;
    private final Trouble trouble = new Trouble(
            "cannot write to the database file", "free space on its disk and check the disk", System::nanoTime);

    private final AtomicLong transactions = new AtomicLong();
    private volatile boolean restWanted;

    SqliteCheckpointer(SqliteDialect dialect, Pace pace) {
        this.dialect = dialect;
        this.pace = pace;
        this.thread = FatalErrors.vitalThread("evidence-checkpointer", this::run);
    }

    /** Called by the one committer before each of its transactions. */
    void betweenTransactions(Session writer) {
        if (transactions.getAndIncrement() == 0) {
            thread.start();
        }
        if (restWanted) {
            restWanted = false;
            try {
                checkpoint(writer, "PASSIVE");
            } catch (SQLException e) {
                trouble.report(e);
            }
        }
    }

    void close() {
        closing.countDown();
        if (thread.isAlive()) {
            try {
                thread.join(TimeUnit.SECONDS.toMillis(10));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void run() {
        while (!isClosing()) {
            try (Session session = dialect.openCheckpointer()) {
                watch(session);
            } catch (SQLException e) {
                // For example, the disk is full. The log keeps all changes, and the next round tries again.
                trouble.report(e);
            }
        }
    }

    private void watch(Session session) throws SQLException {
        long seen = 0;
        int looksWithoutCommit = 0;
        boolean emptied = false;
        while (!isClosing()) {
            long now = transactions.get();
            boolean quiet = now == seen;
            seen = now;
            looksWithoutCommit = quiet ? looksWithoutCommit + 1 : 0;
            if (!quiet) {
                emptied = false;
                move(session);
            } else if (looksWithoutCommit >= QUIET_LOOKS && !emptied) {
                checkpoint(session, "TRUNCATE");
                emptied = true;
            }
        }
    }

    private void move(Session session) throws SQLException {
        Log log = checkpoint(session, "NOOP");
        if (log.pages - log.moved >= pace.worthMoving) {
            log = moveAndFlush(session);
        }
        if (log.pages >= pace.longLog) {
            // Moves what was committed during the flush, which makes the committer's flush short.
            moveAndFlush(session);
            restWanted = true;
        }
    }

    /**
     * Moves until a pass finds nothing new: then nothing was committed during the pass before it, and that one flushed.
     */
    private static Log moveAndFlush(Session session) throws SQLException {
        Log log = checkpoint(session, "PASSIVE");
        for (int pass = 2; pass <= MOST_PASSES; pass++) {
            Log before = log;
            log = checkpoint(session, "PASSIVE");
            if (log.pages == before.pages) {
                break;
            }
        }
        return log;
    }

    private boolean isClosing() {
        try {
            return closing.await(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            return true;
        }
    }

    private static Log checkpoint(Session session, String mode) throws SQLException {
        try (ResultSet row =
                session.prepare("PRAGMA wal_checkpoint(" + mode + ")").executeQuery()) {
            return row.next() ? new Log(row.getInt(2), row.getInt(3)) : new Log(0, 0);
        }
    }

    /**
     * When to do what, in pages of the log.
     *
     * @param worthMoving not yet moved: moving them is worth a flush of the file
     */
    public record Pace(int worthMoving, int longLog) {
        /** 16 MB and 64 MB: a page that changes often is moved once for many times that it was logged. */
        public static final Pace USUAL = new Pace(4_096, 16_384);
    }

    private record Log(int pages, int moved) {}
}
