package org.orderevidence.store.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.store.sql.Dialect.Failure;

/** Addresses of PostgreSQL, and what its errors mean. */
final class PostgresUrlTest {
    @ParameterizedTest
    @CsvSource({
        "postgresql://me@db/orders,                 me,   ,       db:5432,              orders",
        "postgresql://me@db:6432/orders,            me,   ,       db:6432,              orders",
        "postgresql://me:secret@10.0.0.1/orders,    me,   secret, 10.0.0.1:5432,        orders",
        "postgresql://me:@db/orders,                me,   ,       db:5432,              orders",
        "postgresql://me@[::1]:6432/orders,         me,   ,       [::1]:6432,           orders",
        "'postgresql://me@db-a:1,db-b:65535/orders', me,   ,       'db-a:1,db-b:65535',  orders",
        "postgresql://m%40e:p%2F%3A%25+@db/a%20b,   m@e,  p/:%+,  db:5432,              a b"
    })
    void anAddressIsReadPartByPart(String text, String user, String password, String hosts, String database) {
        assertEquals(
                new PostgresUrl(user, password, hosts, database, null, null, null, Set.of()), PostgresUrl.parse(text));
    }

    @Test
    void parametersAreFew() {
        assertEquals(
                new PostgresUrl(
                        "me",
                        null,
                        "db:5432",
                        "orders",
                        "verify-full",
                        "/etc/ca.pem",
                        40,
                        Set.of("fsync", "synchronous_commit")),
                PostgresUrl.parse("postgresql://me@db/orders?sslmode=verify-full&sslrootcert=%2Fetc/ca.pem"
                        + "&connections=40&allow-weak=synchronous_commit,fsync"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            postgres://me@db/orders                            | must be postgresql://USER@HOST/DATABASE, with what has a meaning in an address percent-encoded (@ as %40, / as %2F)
            postgresql://db/orders                             | must be postgresql://USER@HOST/DATABASE, with what has a meaning in an address percent-encoded (@ as %40, / as %2F)
            postgresql://me@db                                 | must be postgresql://USER@HOST/DATABASE, with what has a meaning in an address percent-encoded (@ as %40, / as %2F)
            postgresql://me:a@b@db/orders                      | must be postgresql://USER@HOST/DATABASE, with what has a meaning in an address percent-encoded (@ as %40, / as %2F)
            postgresql://me@db:0/orders                        | has a port that is not 1 to 65535
            postgresql://me@db:70000/orders                    | has a port that is not 1 to 65535
            postgresql://me@db:x/orders                        | has a host that is neither a name nor an address, or has no usable port
            postgresql://me@db,/orders                         | has a host that is neither a name nor an address, or has no usable port
            postgresql://me:%4@db/orders                       | has a percent sign without two hexadecimal digits behind it
            postgresql://me@db/orders?ssl=true                 | may have the parameters sslmode, sslrootcert, connections, allow-weak and no other
            postgresql://me@db/orders?password=x               | may have the parameters sslmode, sslrootcert, connections, allow-weak and no other
            postgresql://me@db/orders?sslmode                  | may have the parameters sslmode, sslrootcert, connections, allow-weak and no other
            postgresql://me@db/orders?sslmode=on               | has an sslmode that is none of disable, prefer, require, verify-ca, verify-full
            postgresql://me@db/orders?connections=2            | has connections that are not 3 to 256
            postgresql://me@db/orders?connections=9&connections=9 | has its parameter connections twice
            postgresql://me@db/orders?allow-weak=everything    | may allow to be weak (allow-weak) only synchronous_commit, fsync, full_page_writes
            """)
    void whatIsRefusedNamesTheRule(String text, String rule) {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> PostgresUrl.parse(text));

        assertEquals(rule, refused.getMessage());
    }

    @Test
    void thePasswordIsNotShown() {
        assertEquals(
                "postgresql://me:[redacted]@db:5432/orders",
                PostgresUrl.parse("postgresql://me:secret@db/orders").toString());
    }

    @ParameterizedTest
    @CsvSource({
        "08001, UNAVAILABLE, cannot connect",
        "08006, LOST,        broken",
        "57P01, LOST,        shut down",
        "57P03, UNAVAILABLE, starting",
        "25006, LOST,        became a standby",
        "57014, UNAVAILABLE, cancelled by a time-out",
        "53300, UNAVAILABLE, too many connections",
        "XX001, UNAVAILABLE, damaged",
        "40001, AGAIN,       serialization failure",
        "40003, UNCERTAIN,   completion unknown",
        "58030, UNCERTAIN,   input or output error",
        "23505, BUG,         unique violation",
        "42601, BUG,         syntax error",
    })
    void aStateHasOneMeaning(String state, Failure expected, String what) {
        assertEquals(expected, PostgresDialect.meaning(new SQLException(what, state)));
    }

    @Test
    void aServerThatIsSlowIsNotAskedAgainAtOnce() {
        SQLException late = new SQLException("late", "08006", new SocketTimeoutException("Read timed out"));

        assertEquals(Failure.UNCERTAIN, PostgresDialect.meaning(late));
    }

    @Test
    void anErrorWithoutAStateIsUncertain() {
        assertEquals(Failure.UNCERTAIN, PostgresDialect.meaning(new SQLException("what?")));
    }
}
