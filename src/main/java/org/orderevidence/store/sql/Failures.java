package org.orderevidence.store.sql;

import java.sql.SQLException;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;

/** The one place where a driver's error becomes one of the store's. Messages of drivers name columns, never values. */
final class Failures {
    private final Dialect dialect;

    Failures(Dialect dialect) {
        this.dialect = dialect;
    }

    /** True when the database, and not the statement, is at fault. */
    boolean isOfDatabase(SQLException error) {
        return dialect.sort(error) != Dialect.Failure.BUG;
    }

    /** An error before the commit: nothing was kept. */
    RuntimeException beforeCommit(SQLException error) {
        return switch (dialect.sort(error)) {
            case UNAVAILABLE, UNCERTAIN -> new StoreUnavailable("the database refused: " + error.getMessage(), error);
            case BUG -> new IllegalStateException("a statement failed: " + error.getMessage(), error);
        };
    }

    /** An error of the commit itself. */
    RuntimeException atCommit(SQLException error) {
        return switch (dialect.sort(error)) {
            case UNAVAILABLE -> new StoreUnavailable("the commit was refused: " + error.getMessage(), error);
            case UNCERTAIN, BUG -> new UnknownOutcome("the commit failed: " + error.getMessage(), error);
        };
    }
}
