package org.orderevidence.store.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.OTHER;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.store.OrderFixtures.report;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.Source;
import org.orderevidence.order.pending.PendingFact;
import org.orderevidence.store.PendingStore;
import org.orderevidence.store.TestCodec;
import org.orderevidence.store.sql.dialect.SqlSettings;

/** Pending facts for orders that never come are bounded in each space. */
final class PendingBoundTest {
    @TempDir
    private Path folder;

    private static PendingFact fact(String id, long version) {
        PendingFact.Reference charge = new PendingFact.Reference(
                new OrderReference(OrderReference.Kind.GATEWAY_TRANSACTION_ID, key("charge of " + id)),
                new PersonalText("ch_1"));
        return PendingFact.of(charge, report(id), Source.of(Platform.STRIPE, "main"), version, NOON);
    }

    @Test
    void aFullSpaceRefusesAnotherFactAndStillReplacesOne() throws SQLException {
        Path file = folder.resolve("evidence.db");
        try (SqlStore open = SqlStore.openSqlite(file, SqlSettings.defaults(), NOON, TestCodec.CODECS)) {
            PendingStore pending = open.pending();
            assertTrue(pending.put(SHOP, fact("F-1", 1)));
            addRows(file, PendingStore.MAX_FACTS - 1);
            // As a sweep does each minute: this instance counts what others have stored.
            pending.expire(SHOP, Instant.EPOCH);

            assertFalse(pending.put(SHOP, fact("F-2", 1)), "it is full");
            assertTrue(pending.put(SHOP, fact("F-1", 2)), "a newer state needs no more room");
            assertTrue(pending.put(OTHER, fact("F-2", 1)), "another space has its own room");

            pending.end(SHOP, fact("F-1", 1).key(), 1);
            assertFalse(pending.put(SHOP, fact("F-2", 1)), "the newer state is still there");
            pending.end(SHOP, fact("F-1", 2).key(), 2);
            assertTrue(pending.put(SHOP, fact("F-2", 1)));
            assertEquals(2, pending.spaces(null, 10).size());
        }
    }

    /** Rows that cannot be opened take room too. */
    private static void addRows(Path file, int rows) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement insert = connection.createStatement()) {
            insert.executeUpdate(
                    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " + rows + ")"
                            + " INSERT INTO pending (space, pending_key, version, since, document)"
                            + " SELECT 1, CAST(printf('%040d', i) AS BLOB), 1, 1, x'00' FROM n");
        }
    }
}
