package org.orderevidence.store.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A connection with the statements prepared on it; used by one thread at a time. */
public final class Session implements AutoCloseable {
    /** More than there are constants: statements that go together make further texts. */
    private static final int MAX_PREPARED = 300;

    private static final System.Logger LOG = System.getLogger(Session.class.getName());

    /** The work of one transaction. May be done again from the start when the first try was rolled back. */
    @FunctionalInterface
    public interface Work<T> {
        T perform(Session session) throws SQLException;
    }

    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new LinkedHashMap<>(64, 0.75f, true);
    private @Nullable PostgresPipeline beforeCommit;

    public Session(Connection connection) {
        this.connection = connection;
    }

    /** The statement of this text, ready to be bound; its result set is to be closed before it is asked for again. */
    public PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement held = prepared.get(sql);
        if (held == null) {
            held = connection.prepareStatement(sql);
            prepared.put(sql, held);
            if (prepared.size() > MAX_PREPARED) {
                Iterator<PreparedStatement> longestUnused = prepared.values().iterator();
                PreparedStatement unused = longestUnused.next();
                longestUnused.remove();
                unused.close();
            }
        }
        return held;
    }

    public void execute(String sql) throws SQLException {
        prepare(sql).executeUpdate();
    }

    /** Leaves statements to the commit, so that both are one round trip. */
    public void beforeCommit(PostgresPipeline statements) {
        beforeCommit = beforeCommit == null ? statements : beforeCommit.add(statements);
    }

    /** Returns the statements that wait for the commit, and forgets them. */
    @Nullable
    public PostgresPipeline takeBeforeCommit() {
        PostgresPipeline statements = beforeCommit;
        beforeCommit = null;
        return statements;
    }

    public Connection connection() {
        return connection;
    }

    /** Aborts the connection immediately. An operation of another thread on it fails. */
    public void cut() {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.WARNING, "cutting a connection failed", e);
        }
    }

    /** Closes the connection, whatever state it is in. */
    void drop() {
        try {
            close();
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.WARNING, "closing a connection failed", e);
        }
    }

    /** Returns the session, set up; it is closed if that fails. */
    Session setUp(SetUp work) throws SQLException {
        try {
            work.perform(this);
            return this;
        } catch (SQLException | RuntimeException e) {
            close();
            throw e;
        }
    }

    @FunctionalInterface
    interface SetUp {
        void perform(Session session) throws SQLException;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
