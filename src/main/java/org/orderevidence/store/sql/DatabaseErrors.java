package org.orderevidence.store.sql;

import java.sql.SQLException;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;

/** Converts errors of a driver to errors of the store. Messages of drivers name columns, never values. */
public final class DatabaseErrors {
    private final Dialect dialect;

    public DatabaseErrors(Dialect dialect) {
        this.dialect = dialect;
    }

    /** Returns what an error means. */
    Dialect.Failure sort(SQLException error) {
        return dialect.sort(error);
    }

    /** An error before the commit: nothing was kept. */
    public RuntimeException beforeCommit(SQLException error) {
        if (dialect.isDamage(error)) {
            return StoreUnavailable.damaged("the database file is damaged: " + error.getMessage(), error);
        }
        return switch (dialect.sort(error)) {
            case UNAVAILABLE, UNCERTAIN, LOST, AGAIN ->
                new StoreUnavailable("the database refused: " + error.getMessage(), error);
            case BUG -> new IllegalStateException("a statement failed: " + error.getMessage(), error);
        };
    }

    /** An error of the commit itself. */
    RuntimeException atCommit(SQLException error) {
        return switch (dialect.sort(error)) {
            case UNAVAILABLE, AGAIN -> new StoreUnavailable("the commit was refused: " + error.getMessage(), error);
            case UNCERTAIN, LOST, BUG -> new UnknownOutcome("the commit failed: " + error.getMessage(), error);
        };
    }
}
