package org.orderevidence.store.sql;

import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;

/** The differences between the SQL databases. */
public interface Dialect extends AutoCloseable {
    /** Its name, and that of the script of its schema. */
    String name();

    int committers();

    /** Opens the connection of a committer. */
    Session openWriter() throws SQLException;

    /** Opens a connection that cannot write. */
    Session openReader() throws SQLException;

    /** How long a read may take before its connection is cut; null where none waits for another machine. */
    @Nullable
    Duration longestRead();

    /** The error of a read whose connection was cut: the server may be reachable but slow. */
    static SQLException unanswered(Duration after, SQLException error) {
        SocketTimeoutException timeOut = new SocketTimeoutException("no answer within " + after.toMillis() + " ms");
        timeOut.addSuppressed(error);
        return new SQLException(timeOut.getMessage(), "08006", timeOut);
    }

    void begin(Session session, Purpose purpose) throws SQLException;

    /** Makes all since the beginning last, on stable storage. */
    void commit(Session session) throws SQLException;

    /** Forgets all since the beginning. */
    void rollback(Session session) throws SQLException;

    /** Marks a new database as a store of this program; within the transaction that makes its tables. */
    void claim(Session session) throws SQLException;

    /** The version of the schema that is there; 0 if the database is empty. */
    int schemaVersion(Session session) throws SQLException;

    Failure sort(SQLException error);

    /** Returns true if an error means that a part of the database's files is damaged. */
    default boolean isDamage(SQLException error) {
        return false;
    }

    /** Converts an error before the commit: nothing was kept. Messages of drivers name columns, never values. */
    default RuntimeException beforeCommit(SQLException error) {
        if (isDamage(error)) {
            return StoreUnavailable.damaged("the database file is damaged: " + error.getMessage(), error);
        }
        return switch (sort(error)) {
            case UNAVAILABLE, UNCERTAIN, LOST, AGAIN ->
                new StoreUnavailable("the database refused: " + error.getMessage(), error);
            case BUG -> new IllegalStateException("a statement failed: " + error.getMessage(), error);
        };
    }

    /** Converts an error of the commit itself. */
    default RuntimeException atCommit(SQLException error) {
        return switch (sort(error)) {
            case UNAVAILABLE, AGAIN -> new StoreUnavailable("the commit was refused: " + error.getMessage(), error);
            case UNCERTAIN, LOST, BUG -> new UnknownOutcome("the commit failed: " + error.getMessage(), error);
        };
    }

    /** Returns the faults that the engine finds in its files; {@code session} only reads. */
    default List<String> faults(Session session) throws SQLException {
        return List.of();
    }

    /**
     * Checks for damage when a service starts, with a time limit.
     *
     * @return what is wrong; empty if nothing was found
     */
    default Optional<String> quickFault() {
        return Optional.empty();
    }

    /**
     * Checks that the files that are open are still the store's.
     *
     * @throws StoreUnavailable if one was deleted or replaced: what is written now is lost
     */
    default void requireFiles() {}

    /** Called by a committer between two transactions, for upkeep that only a writer can do. */
    void betweenTransactions(Session writer) throws SQLException;

    /** Gives a space the next free number unless it has one; parameters: account, mode. */
    String insertSpace();

    @Override
    void close();

    enum Purpose {
        /** All its reads see the same state. */
        READ,
        WRITE,
        /** To change the schema: no other process can do so until it ends. */
        MIGRATE
    }

    /** The meaning of a driver's error. */
    enum Failure {
        /** The database refuses or cannot be reached. It changed nothing, also if the error came at the commit. */
        UNAVAILABLE,
        /** The same, except that the change may be stored if the error came at the commit. */
        UNCERTAIN,
        /** As before; the connection is gone at once, and another one may do better. */
        LOST,
        /** Another transaction was in the way; nothing was done, and the next try may do better. */
        AGAIN,
        /** The statement is wrong: a fault of this program. */
        BUG
    }

    /**
     * Logs store failures, at most one line a minute. A full disk fails each of ten tries a second; their stack traces are
     * all alike, and would fill the remaining space. At debug each failure is logged in full.
     */
    final class Trouble {
        static final Duration BETWEEN_LINES = Duration.ofMinutes(1);

        private static final System.Logger LOG = System.getLogger(Trouble.class.getName());

        private final String what;
        private final String remedy;
        private final LongSupplier nanoTime;
        private boolean isReported;
        private long reportedAt;
        private long passedOver;

        public Trouble(String what, String remedy, LongSupplier nanoTime) {
            this.what = what;
            this.remedy = remedy;
            this.nanoTime = nanoTime;
        }

        public synchronized void report(Exception error) {
            LOG.log(System.Logger.Level.DEBUG, what, error);
            long now = nanoTime.getAsLong();
            if (isReported && now - reportedAt < BETWEEN_LINES.toNanos()) {
                passedOver++;
                return;
            }
            String again = passedOver == 0 ? "" : " (and " + passedOver + " times since the last line)";
            LOG.log(System.Logger.Level.WARNING, what + ": " + error.getMessage() + again + "; " + remedy);
            isReported = true;
            reportedAt = now;
            passedOver = 0;
        }
    }
}
