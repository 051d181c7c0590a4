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

/** Two committers of one store: on PostgreSQL, where two transactions may write at a time. */
final class TwoCommittersTest {
    private static final SqlSettings SETTINGS = SqlSettings.ofServer(null);

    private final Deadlines deadlines = new Deadlines();
    private final PostgresDialect dialect =
            new PostgresDialect(PostgresUrl.parse(TestPostgres.newDatabase()), null, SETTINGS);
    private GroupCommitter committer;

    @BeforeEach
    void open() throws SQLException {
        try (Session session = dialect.openWriter()) {
            Schema.of(dialect).bringForward(dialect, session, OrderFixtures.NOON);
        }
        committer = new GroupCommitter(dialect, new Failures(dialect), SETTINGS, deadlines);
    }

    @AfterEach
    void close() {
        committer.close();
        deadlines.close();
    }

    @Test
    void aBatchThatTakesLongHoldsNoOtherUp() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        FutureTask<Integer> large = new FutureTask<>(() -> committer.write(1_000, session -> {
            begun.countDown();
            try {
                released.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return 1_000;
        }));
        Thread.ofVirtual().start(large);
        begun.await();

        List<Integer> small = List.of(committer.write(1, session -> 1), committer.write(1, session -> 2));

        assertEquals(List.of(1, 2), small);
        assertFalse(large.isDone());
        released.countDown();
        assertEquals(1_000, large.get());
    }
}
