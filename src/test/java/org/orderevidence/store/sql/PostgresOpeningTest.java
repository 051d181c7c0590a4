package org.orderevidence.store.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.order;
import static org.orderevidence.store.OrderFixtures.sighting;
import static org.orderevidence.store.OrderFixtures.write;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.SchemaFile;
import org.orderevidence.store.StoreRefused;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.TestCodec;
import org.orderevidence.waiting.Waits;

/** Which PostgreSQL databases are opened, which are refused, and how ten instances open one at the same time. */
@Tag("slow")
final class PostgresOpeningTest {
    private final PostgresServer server = TestPostgres.server();
    private final String url = TestPostgres.newDatabase();
    private final String database = TestPostgres.name(url);

    private static OpenStore open(String address) {
        return open(address, null);
    }

    private static OpenStore open(String address, @Nullable String password) {
        return SqlRecordStore.openPostgres(
                PostgresUrl.parse(address), password, SqlSettings.ofServer(4), NOON, TestCodec.CODECS);
    }

    private static String refusal(String address) {
        return String.valueOf(
                assertThrows(StoreRefused.class, () -> open(address).close()).getMessage());
    }

    private List<String> column(String sql) throws SQLException {
        List<String> values = new ArrayList<>();
        try (Connection connection = server.connect(database);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                values.add(row.getString(1));
            }
        }
        return values;
    }

    @Test
    void tenInstancesMayStartAtOnceOnAnEmptyDatabase() throws Exception {
        List<Callable<String>> instances = IntStream.range(0, 10)
                .<Callable<String>>mapToObj(i -> () -> {
                    try (OpenStore store = open(url)) {
                        store.evidence().put(SHOP, OrderFixtures.parts(List.of(write(order("A-" + i)))), NOON);
                        return "opened";
                    }
                })
                .toList();

        assertEquals(Collections.nCopies(10, "opened"), Waits.together(instances));
        assertEquals(
                List.of(String.valueOf(SchemaFile.VERSION)),
                column("SELECT version FROM schema_versions ORDER BY version"));
        assertEquals(List.of("1"), column("SELECT number FROM spaces"));
        try (OpenStore store = open(url)) {
            assertEquals(10, store.evidence().count(SHOP).total());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"off", "local", "remote_write"})
    void aServerThatAcknowledgesTooEarlyIsRefusedUnlessThatIsAllowed(String value) {
        server.execute("postgres", "ALTER DATABASE " + database + " SET synchronous_commit = " + value);

        assertEquals(
                "the server has synchronous_commit = " + value + ", with which it can lose what it has acknowledged;"
                        + " set it to on, or accept that with ?allow-weak=synchronous_commit in the store's address",
                refusal(url));
        assertTrue(refusal(url + "?allow-weak=fsync,full_page_writes").contains("synchronous_commit"));
        try (OpenStore store = open(url + "?allow-weak=synchronous_commit")) {
            store.evidence().probe(NOON);
        }
    }

    @Test
    void aServerThatBecomesWeakIsNotWrittenToAnyMore() throws Exception {
        try (OpenStore store = open(url)) {
            store.evidence().put(SHOP, OrderFixtures.parts(List.of(write(order("A")))), NOON);
            server.execute("postgres", "ALTER DATABASE " + database + " SET synchronous_commit = off");
            endConnections();

            StoreUnavailable weak = assertThrows(
                    StoreUnavailable.class,
                    () -> store.evidence().put(SHOP, OrderFixtures.parts(List.of(write(order("B")))), NOON));

            assertTrue(String.valueOf(weak.getMessage())
                    .startsWith("the database could be opened before, but now: the"
                            + " server has synchronous_commit = off"));
            assertEquals(
                    order("A"),
                    store.evidence().order(SHOP, id("A")).orElseThrow().order());
        }
    }

    private void endConnections() throws SQLException {
        column("SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity WHERE datname = '" + database
                + "' AND pid <> pg_backend_pid()");
    }

    @Test
    void connectionsThatTheServerEndsAreReplacedWithoutAFailure() throws Exception {
        try (OpenStore store = open(url)) {
            store.evidence().put(SHOP, OrderFixtures.parts(List.of(write(order("A")))), NOON);
            for (int i = 0; i < 3; i++) {
                assertEquals(
                        order("A"),
                        store.evidence().order(SHOP, id("A")).orElseThrow().order());
                endConnections();
                assertEquals(
                        order("A"),
                        store.evidence().order(SHOP, id("A")).orElseThrow().order());
                store.evidence().put(SHOP, OrderFixtures.parts(List.of(write(order("B-" + i)))), NOON);
                endConnections();
                store.sightings()
                        .track(SHOP, List.of(sighting("ann", "203.0.113." + i, "2026-03-01T10:00:00Z")), _ -> null);
            }
            assertEquals(4, store.evidence().count(SHOP).total());
        }
    }

    @Test
    void aDatabaseIsEmptyUntilAStoreIsOpenedInIt() {
        for (int look = 0; look < 2; look++) {
            assertTrue(SqlRecordStore.isEmpty(dialect()));
        }
        open(url).close();

        assertFalse(SqlRecordStore.isEmpty(dialect()));
    }

    private Dialect dialect() {
        return new PostgresDialect(PostgresUrl.parse(url), null, SqlSettings.ofServer(4));
    }

    @Test
    void tablesOfAnotherProgramAreRefused() {
        server.execute(database, "CREATE TABLE orders (id text)");

        assertEquals(
                "the database " + database + " has tables of another program; name another database, or give the role a"
                        + " schema of its own",
                refusal(url));
    }

    @Test
    void aDatabaseInAnotherEncodingIsRefused() {
        server.execute("postgres", "CREATE DATABASE " + database + "_latin ENCODING 'LATIN1' TEMPLATE template0");

        assertEquals(
                "the database " + database + "_latin is in LATIN1; create one with ENCODING 'UTF8'",
                refusal(server.url(database + "_latin")));
    }

    @Test
    void thePasswordMayStandInTheAddressOrBeside() {
        String role = PostgresServer.SECURED_USER;
        server.execute(
                database,
                "DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '" + role + "') THEN CREATE ROLE "
                        + role + " LOGIN PASSWORD '" + PostgresServer.PASSWORD + "'; END IF; END $$");
        server.execute(database, "GRANT CREATE ON SCHEMA public TO " + role);
        String plain = url.replace("//" + PostgresServer.USER + "@", "//" + role + "@");
        String encoded = URLEncoder.encode(PostgresServer.PASSWORD, StandardCharsets.UTF_8);

        open(plain.replace("@", ":" + encoded + "@")).close();
        open(plain, PostgresServer.PASSWORD).close();
        StoreUnavailable wrong = assertThrows(
                StoreUnavailable.class, () -> open(plain, "guessed").close());
        assertTrue(String.valueOf(wrong.getMessage()).contains("password authentication failed"));
    }

    @Test
    void whatIsNotThereIsUnavailable() throws Exception {
        StoreUnavailable missing = assertThrows(
                StoreUnavailable.class, () -> open(server.url("nowhere")).close());
        assertTrue(String.valueOf(missing.getMessage()).contains("database \"nowhere\" does not exist"));
        try (ServerSocket taken = new ServerSocket()) {
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            int silent = taken.getLocalPort();
            assertThrows(
                    StoreUnavailable.class,
                    () -> open("postgresql://me@127.0.0.1:" + silent + "/x").close());
        }
    }

    @Test
    void ofSeveralHostsTheOneThatAnswersIsTaken() {
        String two = url.replace("@127.0.0.1:", "@127.0.0.1:1,127.0.0.1:");

        try (OpenStore store = open(two)) {
            store.evidence().probe(NOON);
        }
    }

    @Test
    void aReaderCannotWrite() throws SQLException {
        open(url).close();
        PostgresDialect dialect = new PostgresDialect(PostgresUrl.parse(url), null, SqlSettings.ofServer(4));
        try (Session session = dialect.openReader()) {
            SQLException refused =
                    assertThrows(SQLException.class, () -> session.execute("DELETE FROM orders_records"));

            assertEquals("25006", refused.getSQLState());
        }
    }
}
