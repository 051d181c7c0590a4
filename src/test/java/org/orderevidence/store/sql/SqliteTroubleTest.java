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
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.OrderWrite;
import org.orderevidence.store.RecordKinds;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.TestCodec;
import org.orderevidence.store.sql.Dialect.Trouble;
import org.orderevidence.waiting.LogLines;
import org.orderevidence.waiting.Waits;

/** What goes wrong with a database file, and what the log says of it. */
final class SqliteTroubleTest {
    private static final SqlSettings SETTINGS = new SqlSettings(
            1, 2, Duration.ofMillis(200), Duration.ofSeconds(20), 1_000, 10_000, Duration.ofMillis(200));

    @TempDir
    private Path folder;

    @AutoClose
    private final LogLines lines = new LogLines(Level.INFO, Trouble.class.getName());

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);

    private Path file() {
        return folder.resolve("evidence.db");
    }

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
