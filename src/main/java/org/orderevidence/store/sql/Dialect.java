package org.orderevidence.store.sql;

import java.sql.SQLException;

/** What differs between the databases that the shared statements run on. */
interface Dialect extends AutoCloseable {
    /** Name of the folder with the schema's migrations. */
    String name();

    /** Opens the connection of a committer. */
    Session openWriter() throws SQLException;

    /** Opens a connection that cannot write. */
    Session openReader() throws SQLException;

    /** Begins a transaction that will write: no other writes until it ends. */
    void begin(Session session) throws SQLException;

    /** Begins a transaction whose reads all see the same state. */
    void beginSnapshot(Session session) throws SQLException;

    /** Makes all since the beginning last, on stable storage. */
    void commit(Session session) throws SQLException;

    /** Forgets all since the beginning. */
    void rollback(Session session) throws SQLException;

    /** Marks a new database as a store of this program; within the transaction of its first migration. */
    void claim(Session session) throws SQLException;

    /** The version of the schema that is there; 0 when the database is empty. */
    int schemaVersion(Session session) throws SQLException;

    /** What an error means. */
    Failure sort(SQLException error);

    /** Called by the committer between two transactions, for upkeep that only a writer can do. */
    void betweenTransactions(Session writer) throws SQLException;

    @Override
    void close();

    /** What an error of the driver means. */
    enum Failure {
        /** The database refuses or cannot be reached, and did nothing, also when it was told to commit. */
        UNAVAILABLE,
        /** The same, but when it was told to commit it may have done so. */
        UNCERTAIN,
        /** The statement is wrong: a fault of this program. */
        BUG
    }
}
