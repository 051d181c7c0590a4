package org.orderevidence.store.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.SocketTimeoutException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.store.sql.Dialect.Failure;

/** What each error of PostgreSQL means to a caller, by its SQLSTATE. */
final class PostgresErrorsTest {
    @ParameterizedTest
    @CsvSource({
        "08001, UNAVAILABLE, cannot connect",
        "08004, UNAVAILABLE, rejected",
        "08003, LOST,        closed",
        "08006, LOST,        broken",
        "57P01, LOST,        shut down",
        "57P02, LOST,        crashed",
        "57P03, UNAVAILABLE, starting",
        "57P05, LOST,        idle session ended",
        "25P03, LOST,        idle transaction ended",
        "25P04, LOST,        transaction too long",
        "25006, LOST,        became a standby",
        "57014, UNAVAILABLE, cancelled by a time-out",
        "53100, UNAVAILABLE, disk full",
        "53200, UNAVAILABLE, out of memory",
        "53300, UNAVAILABLE, too many connections",
        "55P03, UNAVAILABLE, locked",
        "28P01, UNAVAILABLE, wrong password",
        "3D000, UNAVAILABLE, no such database",
        "42501, UNAVAILABLE, no right",
        "XX001, UNAVAILABLE, damaged",
        "40001, AGAIN,       serialization failure",
        "40P01, AGAIN,       deadlock",
        "40003, UNCERTAIN,   completion unknown",
        "58030, UNCERTAIN,   input or output error",
        "58P01, UNCERTAIN,   a file is missing",
        "23505, BUG,         unique violation",
        "42P01, BUG,         no such table",
        "42601, BUG,         syntax error",
        "22021, BUG,         a character that is none"
    })
    void aStateHasOneMeaning(String state, Failure expected, String what) {
        assertEquals(expected, PostgresErrors.sort(new SQLException(what, state)));
    }

    @Test
    void aServerThatIsSlowIsNotAskedAgainAtOnce() {
        SQLException late = new SQLException("late", "08006", new SocketTimeoutException("Read timed out"));

        assertEquals(Failure.UNCERTAIN, PostgresErrors.sort(late));
    }

    @Test
    void anErrorWithoutAStateIsUncertain() {
        assertEquals(Failure.UNCERTAIN, PostgresErrors.sort(new SQLException("what?")));
    }
}
