package org.orderevidence.store.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.everyField;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.store.OrderFixtures.order;
import static org.orderevidence.store.OrderFixtures.write;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.store.AccountStore.Account;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.OrderWrite;
import org.orderevidence.store.RecordKinds;
import org.orderevidence.store.SchemaFile;
import org.orderevidence.store.StoreRefused;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.TestCodec;
import org.orderevidence.store.sql.Dialect.Trouble;
import org.orderevidence.waiting.LogLines;
import org.orderevidence.waiting.Waits;

/** Which files are opened, which are refused, and what becomes of them, also when the disk is full or held. */
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

    private static final SqlSettings SETTINGS = new SqlSettings(
            1, 2, Duration.ofMillis(200), Duration.ofSeconds(20), 1_000, 10_000, Duration.ofMillis(200));

    @AutoClose
    private final LogLines lines = new LogLines(Level.INFO, Trouble.class.getName());

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);

    private SqliteDialect sqlite() {
        return new SqliteDialect(file(), SETTINGS, SqliteCheckpointer.Pace.USUAL);
    }

    private static OpenStore open(Dialect dialect) {
        return SqlRecordStore.open(dialect, SETTINGS, NOON, TestCodec.CODECS, RecordKinds.TABLES);
    }

    private static List<OrderWrite> manyOrders() {
        return IntStream.range(0, 500)
                .mapToObj(i -> write(everyField("B-" + i), key("ann"), key("card")))
                .toList();
    }

    @Test
    void aFullDiskRefusesWritesWholeAndServesReadsAndMendsItself() {
        FaultyDialect dialect = new FaultyDialect(sqlite());
        try (OpenStore store = open(dialect)) {
            store.evidence().put(SHOP, OrderFixtures.parts(List.of(write(order("A")))), NOON);
            dialect.maxPages = 40;

            for (int i = 0; i < 3; i++) {
                StoreUnavailable full = assertThrows(
                        StoreUnavailable.class,
                        () -> store.evidence().put(SHOP, OrderFixtures.parts(manyOrders()), NOON));
                assertTrue(String.valueOf(full.getMessage()).contains("SQLITE_FULL"));
                assertEquals(
                        order("A"),
                        store.evidence().order(SHOP, id("A")).orElseThrow().order());
                assertEquals(Optional.empty(), store.evidence().order(SHOP, id("B-0")));
                assertEquals(1, store.evidence().count(SHOP).total());
            }

            dialect.maxPages = 0;
            assertEquals(
                    500,
                    store.evidence()
                            .put(SHOP, OrderFixtures.parts(manyOrders()), NOON)
                            .size());
            assertEquals(501, store.evidence().count(SHOP).total());
        }
    }

    @Test
    void anotherProcessThatHoldsTheFileTooLongMakesWritesUnavailableForThatTime() throws SQLException {
        try (OpenStore store = open(sqlite())) {
            store.evidence().put(SHOP, OrderFixtures.parts(List.of(write(order("A")))), NOON);
            try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + file());
                    Statement statement = other.createStatement()) {
                statement.executeUpdate("BEGIN IMMEDIATE");

                assertThrows(
                        StoreUnavailable.class,
                        () -> store.evidence().put(SHOP, OrderFixtures.parts(List.of(write(order("B")))), NOON));
                assertThrows(StoreUnavailable.class, () -> store.evidence().probe(NOON));
                assertEquals(
                        order("A"),
                        store.evidence().order(SHOP, id("A")).orElseThrow().order());

                statement.executeUpdate("ROLLBACK");
            }
            store.evidence().probe(NOON);
            store.evidence().put(SHOP, OrderFixtures.parts(List.of(write(order("B")))), NOON);
            assertEquals(2, store.evidence().count(SHOP).total());
        }
    }

    @Test
    @Tag("slow")
    void theLogStartsOverWhileWritesGoOnAndIsEmptiedInQuietTimes() throws Exception {
        SqliteCheckpointer.Pace eager = new SqliteCheckpointer.Pace(50, 200);
        Path log = folder.resolve("evidence.db-wal");
        try (OpenStore store = open(new SqliteDialect(file(), SETTINGS, eager))) {
            store.evidence().put(SHOP, OrderFixtures.parts(List.of(write(order("A")))), NOON);
            int first = timesStartedOver(log);
            int orders = 1;
            while (timesStartedOver(log) < first + 2) {
                assertTrue(orders < 100_000, "a log of 200 pages starts over");
                String id = "B-" + orders++;
                store.evidence()
                        .put(SHOP, OrderFixtures.parts(List.of(write(everyField(id), key("ann"), key("card")))), NOON);
            }

            Waits.until(() -> Files.size(log) == 0, "a quiet log is not emptied");
            assertEquals(orders, store.evidence().count(SHOP).total());
        }
    }

    /** The "checkpoint sequence number" of the log's header (SQLite file format, 4.1); 0 when there is no header. */
    private static int timesStartedOver(Path log) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(16);
        try (FileChannel channel = FileChannel.open(log)) {
            while (header.hasRemaining() && channel.read(header) >= 0) {}
        }
        return header.hasRemaining() ? 0 : header.getInt(12);
    }

    @Test
    void oneLineAMinuteNamesTheFaultAndTheRemedyWithoutATrace() {
        Trouble trouble = new Trouble("cannot write", "free space", nanos::get);
        for (int i = 0; i < 1_200; i++) {
            trouble.report(new SQLException("the disk is full"));
            nanos.addAndGet(Duration.ofMillis(100).toNanos());
        }

        assertEquals(
                List.of(
                        "cannot write: the disk is full; free space",
                        "cannot write: the disk is full (and 599 times since the last line); free space"),
                lines.list().stream().map(ILoggingEvent::getFormattedMessage).toList());
        assertEquals(
                List.of(),
                lines.list().stream()
                        .filter(line -> line.getThrowableProxy() != null)
                        .toList());
    }
}
