package org.orderevidence.store.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;
import org.orderevidence.store.sql.Session.Work;
import org.orderevidence.waiting.Waits;
import org.sqlite.SQLiteErrorCode;

/** How callers' writes become transactions. */
final class GroupCommitterTest {
    private static final SqlSettings SETTINGS =
            new SqlSettings(1, 2, Duration.ofSeconds(5), Duration.ofSeconds(20), 100, 200, Duration.ofSeconds(5));

    @TempDir
    private Path folder;

    private FaultyDialect dialect;
    private GroupCommitter committer;
    private final Deadlines deadlines = new Deadlines();

    @BeforeEach
    void open() throws SQLException {
        Path file = folder.resolve("evidence.db");
        dialect = new FaultyDialect(new SqliteDialect(file, SETTINGS, SqliteCheckpointer.Pace.USUAL));
        try (Session session = dialect.openWriter()) {
            SqlRecordStore.makeTables(dialect, session, OrderFixtures.NOON, List.of());
        }
        dialect.commits.set(0);
        committer = new GroupCommitter(dialect, key -> null, SETTINGS, deadlines);
    }

    @AfterEach
    void close() {
        committer.close();
        deadlines.close();
        dialect.close();
    }

    /** Stores a name. If the name exists, the constraint fails. */
    private static Work<String> keep(String name) {
        return session -> {
            PreparedStatement insert = session.prepare(
                    "INSERT INTO spaces (number, account, mode) VALUES (1 + (SELECT count(*) FROM spaces), ?, 'live')");
            insert.setString(1, name);
            insert.executeUpdate();
            return name;
        };
    }

    private List<String> kept() throws SQLException {
        List<String> names = new ArrayList<>();
        try (Session session = dialect.openReader();
                ResultSet row = session.prepare("SELECT account FROM spaces ORDER BY account")
                        .executeQuery()) {
            while (row.next()) {
                names.add(row.getString(1));
            }
        }
        return names;
    }

    /** A write that is under way until it is let go. */
    private final class Held {
        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);
        private final FutureTask<String> caller;

        Held(String name) {
            caller = start(() -> committer.write(1, session -> {
                begun.countDown();
                Waits.open(released, "the write is not let go");
                return keep(name).perform(session);
            }));
            Waits.open(begun, "the write does not begin");
        }

        void release() {
            released.countDown();
        }
    }

    private static <T> FutureTask<T> start(Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        Thread.ofVirtual().start(task);
        return task;
    }

    /** Starts writes one by one, so that they wait in this order. */
    private List<FutureTask<String>> queue(List<Work<String>> writes) {
        List<FutureTask<String>> callers = new ArrayList<>();
        int waiting = committer.waitingRows();
        for (Work<String> write : writes) {
            callers.add(start(() -> committer.write(1, write)));
            waiting++;
            awaitRows(waiting);
        }
        return callers;
    }

    private void awaitRows(int rows) {
        Waits.until(() -> committer.waitingRows() >= rows, "fewer than " + rows + " rows wait to be written");
    }

    private static Throwable failure(FutureTask<?> caller) {
        ExecutionException failed = assertThrows(ExecutionException.class, () -> Waits.result(caller));
        return Objects.requireNonNull(failed.getCause());
    }

    private static <T> T result(FutureTask<T> caller) throws Exception {
        return Waits.result(caller);
    }

    @Test
    void allThatWaitIsCommittedAtOnce() throws Exception {
        Held held = new Held("first");
        List<FutureTask<String>> callers = queue(List.of(keep("a"), keep("b"), keep("c")));

        held.release();

        for (FutureTask<String> caller : callers) {
            result(caller);
        }
        assertEquals(2, dialect.commits.get());
        assertEquals(List.of("a", "b", "c", "first"), kept());
    }

    @Test
    void aBatchIsBounded() throws Exception {
        Held held = new Held("first");
        FutureTask<String> sixty = start(() -> committer.write(60, keep("sixty")));
        awaitRows(60);
        FutureTask<String> fortyOne = start(() -> committer.write(41, keep("forty-one")));
        awaitRows(101);

        held.release();

        result(sixty);
        result(fortyOne);
        assertEquals(3, dialect.commits.get(), "60 and 41 are more than the 100 of a batch");
    }

    @Test
    void aFullQueueRefusesAndServesOn() throws Exception {
        Held held = new Held("first");
        FutureTask<String> most = start(() -> committer.write(200, keep("most")));
        awaitRows(200);

        StoreUnavailable refused = assertThrows(StoreUnavailable.class, () -> committer.write(1, keep("too much")));

        assertEquals("overloaded: 200 rows wait to be written", refused.getMessage());
        held.release();
        result(most);
        assertEquals("after", committer.write(1, keep("after")));
        assertEquals(List.of("after", "first", "most"), kept());
    }

    @Test
    void aWriteLargerThanTheQueueIsServedWhenNothingWaits() {
        assertEquals("large", committer.write(1_000, keep("large")));
    }

    @Test
    void aWriteAtFaultFailsNoOther() throws Exception {
        Held held = new Held("first");
        RuntimeException bug = new IllegalStateException("a bug");
        List<FutureTask<String>> callers = queue(List.of(
                keep("a"),
                keep("first"),
                keep("b"),
                session -> {
                    keep("half").perform(session);
                    throw bug;
                },
                keep("c")));

        held.release();

        assertEquals("a", result(callers.get(0)));
        assertInstanceOf(IllegalStateException.class, failure(callers.get(1)), "its name is held");
        assertEquals("b", result(callers.get(2)));
        assertSame(bug, failure(callers.get(3)));
        assertEquals("c", result(callers.get(4)));
        assertEquals(List.of("a", "b", "c", "first"), kept(), "nothing of the halves");
    }

    @ParameterizedTest
    @CsvSource({
        "SQLITE_FULL, org.orderevidence.store.StoreUnavailable",
        "SQLITE_BUSY, org.orderevidence.store.StoreUnavailable",
        "SQLITE_IOERR_FSYNC, org.orderevidence.store.UnknownOutcome",
        "SQLITE_IOERR_WRITE, org.orderevidence.store.UnknownOutcome",
        "SQLITE_ERROR, org.orderevidence.store.UnknownOutcome"
    })
    void aFailedCommitFailsItsBatchAndTheNextOneIsMade(SQLiteErrorCode code, Class<?> expected) throws Exception {
        Held held = new Held("first");
        List<FutureTask<String>> callers = queue(List.of(keep("a"), keep("b")));
        held.release();
        result(held.caller);
        for (FutureTask<String> caller : callers) {
            result(caller);
        }

        dialect.atCommit = FaultyDialect.error(code);
        RuntimeException failed = assertThrows(RuntimeException.class, () -> committer.write(1, keep("c")));

        assertEquals(expected, failed.getClass());
        assertEquals("d", committer.write(1, keep("d")));
        assertEquals(List.of("a", "b", "d", "first"), kept());
    }

    @Test
    void aDatabaseThatDoesNotBeginIsUnavailable() throws SQLException {
        dialect.atBegin = FaultyDialect.error(SQLiteErrorCode.SQLITE_BUSY);

        assertThrows(StoreUnavailable.class, () -> committer.write(1, keep("a")));

        assertEquals("b", committer.write(1, keep("b")));
        assertEquals(List.of("b"), kept());
    }

    @Test
    void aWaitThatEndsBeforeTheWriteBeginsLeavesNothing() throws Exception {
        committer.close();
        committer = impatient();
        Held held = new Held("first");
        FutureTask<String> caller = queue(List.of(keep("late"))).getFirst();

        StoreUnavailable refused = assertInstanceOf(StoreUnavailable.class, failure(caller));

        assertEquals("overloaded: a write was not begun within 300 ms", refused.getMessage());
        assertEquals(0, committer.waitingRows(), "a write that was withdrawn holds no memory");
        assertInstanceOf(UnknownOutcome.class, failure(held.caller), "begun, and not ended in time");
        held.release();
        committer.write(1, keep("after"));
        assertEquals(List.of("after", "first"), kept(), "what was begun is done, what was withdrawn is not");
    }

    private GroupCommitter impatient() {
        SqlSettings settings =
                new SqlSettings(1, 2, Duration.ofSeconds(5), Duration.ofMillis(300), 100, 200, Duration.ofMillis(100));
        return new GroupCommitter(dialect, key -> null, settings, deadlines);
    }

    @Test
    void anInterruptBeforeTheWriteBeginsWithdrawsIt() throws Exception {
        Held held = new Held("first");
        List<Boolean> stillInterrupted = new ArrayList<>();
        FutureTask<String> task = new FutureTask<>(() -> {
            try {
                return committer.write(1, keep("withdrawn"));
            } finally {
                stillInterrupted.add(Thread.currentThread().isInterrupted());
            }
        });
        Thread caller = Thread.ofVirtual().start(task);
        awaitRows(1);

        caller.interrupt();

        assertInstanceOf(StoreUnavailable.class, failure(task));
        assertEquals(0, committer.waitingRows(), "a write that was withdrawn holds no memory");
        assertEquals(List.of(true), stillInterrupted);
        held.release();
        committer.write(1, keep("after"));
        assertEquals(List.of("after", "first"), kept());
    }

    @Test
    void anInterruptOfAWriteThatBegunStillTellsItsOutcome() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        List<Boolean> stillInterrupted = new ArrayList<>();
        FutureTask<String> task = new FutureTask<>(() -> {
            String written = committer.write(1, session -> {
                begun.countDown();
                Waits.open(released, "the write is not let go");
                return keep("a").perform(session);
            });
            stillInterrupted.add(Thread.currentThread().isInterrupted());
            return written;
        });
        Thread caller = Thread.ofVirtual().start(task);
        Waits.open(begun, "the write does not begin");

        caller.interrupt();
        released.countDown();

        assertEquals("a", result(task));
        assertEquals(List.of(true), stillInterrupted);
    }

    @Test
    void closingCommitsWhatWaitsAndRefusesWhatComes() throws Exception {
        Held held = new Held("first");
        FutureTask<String> waiting = queue(List.of(keep("waiting"))).getFirst();
        FutureTask<Boolean> closing = start(() -> {
            committer.close();
            return true;
        });
        Waits.until(committer::isClosing, "the committer does not close");

        assertThrows(StoreUnavailable.class, () -> committer.write(1, keep("too late")));

        held.release();
        assertTrue(result(closing));
        assertEquals("waiting", result(waiting));
        assertEquals(List.of("first", "waiting"), kept());
    }
}
