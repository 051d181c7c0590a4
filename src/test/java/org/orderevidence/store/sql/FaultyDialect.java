package org.orderevidence.store.sql;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** A dialect that fails where a test requests it, and counts commits. */
public final class FaultyDialect implements Dialect {
    final AtomicInteger commits = new AtomicInteger();

    /** Where it fails next; once. */
    volatile @Nullable SQLException atBegin;

    volatile @Nullable SQLException atCommit;

    /** Most pages of the file; 0 for no limit. A file that cannot grow is what a full disk looks like. */
    public volatile int maxPages;

    private final Dialect real;

    public FaultyDialect(Dialect real) {
        this.real = real;
    }

    static SQLException error(SQLiteErrorCode code) {
        return new SQLiteException("[" + code + "] as the test has it", code);
    }

    @Override
    public String name() {
        return real.name();
    }

    @Override
    public Session openWriter() throws SQLException {
        return real.openWriter();
    }

    @Override
    public Session openReader() throws SQLException {
        return real.openReader();
    }

    @Override
    public @Nullable Duration longestRead() {
        return real.longestRead();
    }

    @Override
    public void begin(Session session, Purpose purpose) throws SQLException {
        SQLException fault = atBegin;
        atBegin = null;
        if (fault != null) {
            throw fault;
        }
        SqliteDialect.set(session, "max_page_count", maxPages == 0 ? Integer.MAX_VALUE : maxPages);
        real.begin(session, purpose);
    }

    @Override
    public void commit(Session session) throws SQLException {
        SQLException fault = atCommit;
        atCommit = null;
        if (fault != null) {
            throw fault;
        }
        real.commit(session);
        commits.incrementAndGet();
    }

    @Override
    public void rollback(Session session) throws SQLException {
        real.rollback(session);
    }

    @Override
    public void claim(Session session) throws SQLException {
        real.claim(session);
    }

    @Override
    public int schemaVersion(Session session) throws SQLException {
        return real.schemaVersion(session);
    }

    @Override
    public Failure sort(SQLException error) {
        return real.sort(error);
    }

    @Override
    public void betweenTransactions(Session writer) throws SQLException {
        real.betweenTransactions(writer);
    }

    @Override
    public int committers() {
        return real.committers();
    }

    @Override
    public String insertSpace() {
        return real.insertSpace();
    }

    @Override
    public void close() {
        real.close();
    }
}
