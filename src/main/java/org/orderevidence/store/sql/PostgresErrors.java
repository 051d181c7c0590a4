package org.orderevidence.store.sql;

import java.net.SocketTimeoutException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.sql.Dialect.Failure;

/**
 * The meaning of errors of PostgreSQL and its driver, by SQLSTATE (PostgreSQL documentation, appendix A). The first two
 * characters are the class.
 */
final class PostgresErrors {
    private static final int CLASS_LENGTH = 2;

    private PostgresErrors() {}

    static Failure sort(SQLException error) {
        String state = error.getSQLState();
        if (state == null || state.length() <= CLASS_LENGTH) {
            return Failure.UNCERTAIN;
        }
        return switch (state) {
            // There was no connection, or the server is starting or full: the statement was not run.
            case "08001", "08004", "57P03", "53300" -> Failure.UNAVAILABLE;
            // The server ended the session: shut down, crashed, idle for too long.
            case "57P01", "57P02", "57P05", "25P03", "25P04" -> Failure.LOST;
            // It became a standby: another server takes writes now.
            case "25006" -> Failure.LOST;
            // The outcome of the statement is unknown.
            case "40003", "58030" -> Failure.UNCERTAIN;
            default -> ofClass(state.substring(0, CLASS_LENGTH), error);
        };
    }

    private static Failure ofClass(String category, SQLException error) {
        return switch (category) {
            case "08" -> timedOut(error.getCause()) ? Failure.UNCERTAIN : Failure.LOST;
            // Serialization failure, deadlock.
            case "40" -> Failure.AGAIN;
            // Wrong password, no such database, no right, no memory, disk full, cancelled by a time-out, locked,
            // damaged.
            case "28", "3D", "53", "55", "57", "XX" -> Failure.UNAVAILABLE;
            case "42" -> "42501".equals(error.getSQLState()) ? Failure.UNAVAILABLE : Failure.BUG;
            case "58" -> Failure.UNCERTAIN;
            default -> Failure.BUG;
        };
    }

    /** The server may be there and only be slow: another connection would wait as long. */
    private static boolean timedOut(@Nullable Throwable cause) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof SocketTimeoutException) {
                return true;
            }
        }
        return false;
    }
}
