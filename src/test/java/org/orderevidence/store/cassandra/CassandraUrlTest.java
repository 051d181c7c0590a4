package org.orderevidence.store.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.RecordKinds;
import org.orderevidence.store.cassandra.Cluster.StatementKind;

@Tag("alone")
final class CassandraUrlTest {
    private static final CassandraUrl URL = CassandraUrl.parse("cassandra://h/shop?replication=2");
    private static final Instant NOW = OrderFixtures.NOON;

    @Test
    void theLeastIsAHostAndAKeyspace() {
        assertEquals(
                new CassandraUrl(List.of("db1"), 9042, "evidence", null, 3, null, false),
                CassandraUrl.parse("cassandra://db1/evidence"));
    }

    @Test
    void everythingCanBeSaid() {
        assertEquals(
                new CassandraUrl(
                        List.of("10.0.0.1", "db-2.example", "[2001:db8::3]"),
                        9142,
                        "k_1",
                        "eu-west",
                        5,
                        new CassandraUrl.Login("me", "a+b/c@d%:é"),
                        true),
                CassandraUrl.parse("cassandra://me:a+b%2Fc%40d%25%3A%C3%A9@10.0.0.1,db-2.example,[2001:db8::3]:9142/k_1"
                        + "?dc=eu-west&replication=5&tls=true"));
    }

    @Test
    void aColonWithinBracketsIsNoPort() {
        assertEquals(
                new CassandraUrl(List.of("db1", "[::1]"), 9042, "k", null, 3, null, false),
                CassandraUrl.parse("cassandra://db1,[::1]/k"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"cassandra://a,b:7/k?replication=3", "cassandra://a:9042/k?dc=d&replication=1"})
    void itsTextIsReadAsTheSame(String text) {
        assertEquals(text, CassandraUrl.parse(text).toString());
    }

    @Test
    void aPasswordIsNeverShown() {
        CassandraUrl url = CassandraUrl.parse("cassandra://me:hush@a:7/k?replication=3&tls=true");

        assertEquals("cassandra://[redacted]@a:7/k?replication=3&tls=true", url.toString());
        assertEquals("[redacted]", String.valueOf(url.login()));
    }

    @Test
    void aPasswordMayComeFromElsewhere() {
        CassandraUrl url = CassandraUrl.parse("cassandra://me@h/k");

        assertEquals(new CassandraUrl.Login("me", null), url.login());
        assertEquals(
                new CassandraUrl.Login("me", "hush"), url.withPassword("hush").login());
        assertEquals(url, url.withPassword(null));
        CassandraUrl full = CassandraUrl.parse("cassandra://me:own@h/k");
        assertEquals(full, full.withPassword("hush"));
        CassandraUrl open = CassandraUrl.parse("cassandra://h/k");
        assertEquals(open, open.withPassword("hush"));
    }

    @Test
    void aMessageDoesNotTellAPassword() {
        for (String text : List.of("cassandra://me:hu%sh@h/k", "cassandra://me:hush/@h/k", "cassandra://me:hush@h")) {
            IllegalArgumentException error =
                    assertThrows(IllegalArgumentException.class, () -> CassandraUrl.parse(text));

            assertFalse(String.valueOf(error.getMessage()).contains("hu"), text);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            postgresql://h/k | it begins with cassandra://
            cassandra://me:@h/k | before the @ stands user or user:password
            cassandra://me:50%@h/k | a % in a user or password is written %25
            cassandra://h/k?tls=yes | tls is true or false
            cassandra://h | it names a keyspace behind the hosts
            cassandra://h/Orders | a keyspace is
            cassandra://h/a/b | a keyspace is
            cassandra:///k | a host is
            cassandra://a,,b/k | a host is
            cassandra://a:1,b/k | a port is a whole number
            cassandra://a:0/k | a port is 1 to 65535
            cassandra://a:65536/k | a port is 1 to 65535
            cassandra://a:99999999999/k | a port is a whole number
            cassandra://h/k?dc= | dc is the name
            cassandra://h/k?replication=0 | replication is 1 to 9
            cassandra://h/k?replication=10 | replication is 1 to 9
            cassandra://h/k?replication=dc1:3 | replication is a whole number
            cassandra://h/k?Dc=a | its parameters are dc, replication and tls
            cassandra://h/k?dc | a parameter is name=value
            cassandra://h/k?dc=a&dc=b | it has each parameter once
            cassandra://h,h,h,h,h,h,h,h,h,h,h,h,h,h,h,h,h/k | it names 1 to 16 hosts
            """)
    void whatIsWrongIsSaid(String text, String rule) {
        IllegalArgumentException error = assertThrows(IllegalArgumentException.class, () -> CassandraUrl.parse(text));

        String message = String.valueOf(error.getMessage());
        assertTrue(message.contains(": " + rule), message);
    }

    @Test
    void eachTableHasTheSameIdOnEveryInstance() {
        List<String> tables = creations();

        assertTrue(tables.stream().allMatch(table -> table.matches("(?s).*(WITH|AND) ID = [0-9a-f-]{36}")));
        assertEquals(
                tables.size(),
                tables.stream()
                        .map(table -> table.substring(table.lastIndexOf(' ')))
                        .distinct()
                        .count());
    }

    private static List<String> creations() {
        return Arrays.stream(CassandraRecordStore.schema(URL).split(";"))
                .map(String::strip)
                .filter(statement -> statement.startsWith("CREATE TABLE"))
                .toList();
    }

    @Tag("slow")
    @Test
    void eachKindHasItsConsistencyIdempotenceAndTimeOut() {
        CassandraUrl url = CassandraUrl.parse(TestCluster.started().url("contract"));
        CqlSession session = Connection.open(url, CassandraSettings.defaults());
        new Schema(session, url).create(CassandraRecordStore.creations(RecordKinds.TABLES), NOW);
        try (Cluster cluster = new Cluster(session, url.keyspace(), CassandraSettings.defaults())) {
            for (StatementKind kind : StatementKind.values()) {
                BoundStatement bound = cluster.prepare(kind, "SELECT version FROM schema_versions WHERE version = 1")
                        .boundStatementBuilder()
                        .build();

                assertEquals(ConsistencyLevel.QUORUM, bound.getConsistencyLevel(), kind.name());
                assertEquals(kind != StatementKind.GUARDED, bound.isIdempotent(), kind.name());
                assertTrue(bound.getTimeout() != null && bound.getTimeout().isPositive(), kind.name());
            }
        }
    }
}
