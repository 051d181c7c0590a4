package org.orderevidence.store.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.AccessToken;
import org.orderevidence.store.AccessToken.TokenKind;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.TestCodec;

/** The queries of docs/operations.md show what is in a store, without opening it. */
final class StoreViewsTest {
    @TempDir
    private Path folder;

    private static String query(String program) throws IOException {
        return Pattern.compile("^" + program + " .*\"(SELECT [^\"]+)\"$", Pattern.MULTILINE)
                .matcher(Files.readString(Path.of("docs/operations.md")))
                .results()
                .map(found -> found.group(1))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> row(Connection connection, String query) throws SQLException {
        try (connection;
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return List.of(row.getString(1), row.getString(2), row.getString(3), row.getString(4));
        }
    }

    @Test
    void ofSqlite() throws Exception {
        try (OpenStore store = TestSqlite.open(folder)) {
            store.evidence()
                    .put(
                            OrderFixtures.SHOP,
                            OrderFixtures.parts(List.of(OrderFixtures.write(OrderFixtures.order("A-1")))),
                            OrderFixtures.NOON);
        }

        Connection file = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("evidence.db"));

        assertEquals(List.of("shop", "live", "A-1", "2026-11-20T12:00:00.123Z"), row(file, query("sqlite3")));
    }

    @Test
    @Tag("slow")
    void ofPostgres() throws Exception {
        String url = TestPostgres.newDatabase();
        Bytes hash = AccessToken.hash("text");
        try (OpenStore store = SqlRecordStore.openPostgres(
                PostgresUrl.parse(url), null, SqlSettings.ofServer(null), OrderFixtures.NOON, TestCodec.CODECS)) {
            store.tokens()
                    .add(new AccessToken(
                            TokenKind.SESSION,
                            hash,
                            OrderFixtures.SHOP,
                            "key_1",
                            OrderFixtures.NOON,
                            OrderFixtures.NOON.plus(Duration.ofDays(1)),
                            Bytes.EMPTY));
        }

        List<String> row = row(TestPostgres.server().connect(TestPostgres.name(url)), query("psql"));

        assertEquals("0x" + hash.hex(), row.get(2));
        assertEquals("2026-11-21 ", row.get(3).substring(0, 11));
    }
}
