package org.orderevidence.store.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.waiting.Waits;

/** Several committers of one store: on PostgreSQL, where several transactions may write at a time. */
final class SeveralCommittersTest {
    private static final SqlSettings SETTINGS = SqlSettings.ofServer(null);
    private static final int ROUNDS = 20;

    private final Deadlines deadlines = new Deadlines();
    private final PostgresDialect dialect =
            new PostgresDialect(PostgresUrl.parse(TestPostgres.newDatabase()), null, SETTINGS);
    private GroupCommitter committer;

    @BeforeEach
    void open() throws SQLException {
        try (Session session = dialect.openWriter()) {
            SqlRecordStore.makeTables(dialect, session, OrderFixtures.NOON, List.of());
        }
        committer = new GroupCommitter(dialect, key -> null, SETTINGS, deadlines);
    }

    @AfterEach
    void close() {
        committer.close();
        deadlines.close();
    }

    /** Again and again: at first each has to connect, later the small one comes right behind the large. */
    @Test
    void aBatchThatTakesLongHoldsNoOtherUp() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch released = new CountDownLatch(1);
            FutureTask<Integer> large = new FutureTask<>(() -> committer.write(1_000, session -> {
                begun.countDown();
                Waits.open(released, "the large batch is not let go");
                return 1_000;
            }));
            Thread.ofVirtual().start(large);
            Waits.open(begun, "the large batch does not begin");

            Integer small = committer.write(1, session -> 1);

            assertEquals(1, small);
            assertFalse(large.isDone());
            released.countDown();
            assertEquals(1_000, Waits.result(large));
        }
    }
}
