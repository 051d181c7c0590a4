package org.orderevidence.store.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.order;
import static org.orderevidence.store.OrderFixtures.write;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.store.AccountStore.Account;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.SchemaFile;
import org.orderevidence.store.StoreRefused;
import org.orderevidence.store.TestCodec;
import org.orderevidence.waiting.Waits;

/** Which files are opened, which are refused, and what becomes of them. */
final class SqliteFileTest {
    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("evidence.db");
    }

    private OpenStore open() {
        return SqlRecordStore.openSqlite(file(), SqlSettings.defaults(), NOON, TestCodec.CODECS);
    }

    private static String refusal(Path file) {
        StoreRefused refused = assertThrows(
                StoreRefused.class,
                () -> SqlRecordStore.openSqlite(file, SqlSettings.defaults(), NOON, TestCodec.CODECS)
                        .close());
        return String.valueOf(refused.getMessage());
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    @Test
    void theLogIsFlushedAtEachCommit() throws SQLException {
        open().close();
        try (SqliteDialect dialect = new SqliteDialect(file(), SqlSettings.defaults(), SqliteCheckpointer.Pace.USUAL);
                Session session = dialect.openWriter()) {
            assertEquals("2", pragma(session, "synchronous"), "FULL");
            assertEquals("1", pragma(session, "fullfsync"), "to the disk, not to its cache");
            assertEquals("wal", pragma(session, "journal_mode"));
            assertEquals("0", pragma(session, "wal_autocheckpoint"));
            assertEquals("2", pragma(session, "temp_store"), "memory");
            assertEquals("UTF-8", pragma(session, "encoding"), "so that ids are ordered by code point");
        }
    }

    private static String pragma(Session session, String name) throws SQLException {
        try (ResultSet row = session.prepare("PRAGMA " + name).executeQuery()) {
            return row.getString(1);
        }
    }

    @Test
    void aReaderCannotWrite() throws SQLException {
        open().close();
        try (SqliteDialect dialect = new SqliteDialect(file(), SqlSettings.defaults(), SqliteCheckpointer.Pace.USUAL);
                Session session = dialect.openReader()) {
            assertThrows(SQLException.class, () -> session.execute("DELETE FROM orders_records"));
        }
    }

    @Test
    void aNewFileIsItsOwnersOnly() throws Exception {
        try (OpenStore store = open()) {
            store.evidence().put(SHOP, OrderFixtures.parts(List.of(write(order("A")))), NOON);
            try (Stream<Path> files = Files.list(folder)) {
                for (Path each : files.toList()) {
                    assertEquals(
                            "rw-------",
                            PosixFilePermissions.toString(Files.getPosixFilePermissions(each)),
                            each.toString());
                }
            }
        }
    }

    @Test
    void twoProcessesMayHaveItOpen() {
        try (OpenStore server = open();
                OpenStore operator = open()) {
            server.evidence().put(SHOP, OrderFixtures.parts(List.of(write(order("A")))), NOON);

            operator.accounts().createAccount(new Account("shop", NOON, MerchantInfo.EMPTY, null, false, null));
            operator.evidence().put(SHOP, OrderFixtures.parts(List.of(write(order("B")))), NOON);

            assertEquals("shop", server.accounts().accounts(null, 10).getFirst().id());
            assertEquals(2, server.evidence().count(SHOP).total());
            assertEquals(2, operator.evidence().count(SHOP).total());
        }
    }

    @Test
    void otherFilesAreRefused() throws Exception {
        Path text = folder.resolve("notes.txt");
        Files.writeString(text, "this is not a database, but it is long enough to be taken for one: ".repeat(20));
        byte[] before = Files.readAllBytes(text);
        Path directory = Files.createDirectory(folder.resolve("directory"));

        assertEquals(text + " is not a store of this program; name another file", refusal(text));
        assertEquals(directory + " is a folder; name a file", refusal(directory));
        assertTrue(refusal(folder.resolve("missing").resolve("evidence.db")).contains("check that its folder exists"));
        assertTrue(refusal(folder.resolve("what?.db")).contains("question mark"));
        assertEquals(
                new String(before, StandardCharsets.UTF_8), Files.readString(text), "and they are left as they are");
    }

    @Test
    void aDatabaseOfAnotherProgramIsRefused() throws SQLException {
        execute("CREATE TABLE orders (id TEXT)");

        assertEquals(file() + " is not a store of this program; name another file", refusal(file()));
    }

    @Test
    void aNewerSchemaIsRefused() throws SQLException {
        open().close();
        execute("INSERT INTO schema_versions (version, migrated_at) VALUES (" + (SchemaFile.VERSION + 1) + ", 0)");

        assertEquals(
                "the store has schema version " + (SchemaFile.VERSION + 1) + ", this program knows up to "
                        + SchemaFile.VERSION + "; start the newer program that wrote it",
                refusal(file()));
    }

    @Test
    void aFormatThatWasNeverReleasedIsRefused() throws SQLException {
        open().close();
        execute("DELETE FROM schema_versions");
        execute("INSERT INTO schema_versions (version, migrated_at) VALUES (2, 0)");

        assertEquals(
                "the store has schema version 2, which was never released and cannot be read; create a new store and"
                        + " upload the orders again",
                refusal(file()));
    }

    @Test
    void manyMayMakeTheSameFileAtOnce() throws Exception {
        List<Thread> openers = Stream.generate(() -> Thread.ofPlatform().unstarted(() -> open().close()))
                .limit(8)
                .toList();
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        for (Thread opener : openers) {
            opener.setUncaughtExceptionHandler((thread, failure) -> failures.add(failure));
            opener.start();
        }
        Waits.end(openers);

        assertEquals(List.of(), failures);
        assertEquals(List.of(String.valueOf(SchemaFile.VERSION)), column("SELECT version FROM schema_versions"));
    }

    private List<String> column(String sql) throws SQLException {
        List<String> values = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                values.add(row.getString(1));
            }
        }
        return values;
    }
}
