package org.orderevidence.transfer.renewal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.store.cassandra.TestCluster;
import org.orderevidence.store.cassandra.cluster.CassandraSettings;
import org.orderevidence.store.cassandra.cluster.CassandraUrl;
import org.orderevidence.store.cassandra.cluster.Connection;
import org.orderevidence.transfer.WholeStores;

/** A new sealing key for a keyspace. */
@Tag("slow")
final class CassandraResealTest implements ResealContract {
    private static final String KEYSPACE = "reseal";

    @TempDir
    private Path folder;

    @BeforeEach
    void emptyTheKeyspace() {
        TestCluster.started().empty(KEYSPACE);
    }

    @Override
    public Path folder() {
        return folder;
    }

    @Override
    public String store() {
        return TestCluster.started().url(KEYSPACE);
    }

    /** As a replica does that was down while the record was sealed again. */
    @Test
    void anOldCellThatArrivesLateLosesToTheNewOne() {
        WholeStores.fill(config(), 1);
        try (CqlSession session = session()) {
            Row old = pending(session);
            rotate();
            assertEquals(RenewalEnd.DONE, reseal().end());
            Row resealed = pending(session);

            session.execute(quorum(
                    "UPDATE pending_records USING TIMESTAMP " + old.getLong("written") + " SET value = ?"
                            + " WHERE space = ? AND part = ? AND bucket = ? AND sort = ?",
                    old.getByteBuffer("value"),
                    old.getString("space"),
                    old.getByteBuffer("part"),
                    old.getInt("bucket"),
                    old.getByteBuffer("sort")));

            assertEquals(old.getLong("written"), resealed.getLong("written"));
            assertNotEquals(old.getByteBuffer("value"), resealed.getByteBuffer("value"));
            assertEquals(resealed.getByteBuffer("value"), pending(session).getByteBuffer("value"));
        }
    }

    @Test
    void aPendingFactEndsWhenItWouldHaveEnded() {
        WholeStores.fill(config(), 1);
        try (CqlSession session = session()) {
            Row old = pending(session);
            rotate();

            assertEquals(done(13, 0), reseal());

            Row resealed = pending(session);
            assertNotEquals(old.getByteBuffer("value"), resealed.getByteBuffer("value"));
            assertEquals(old.getLong("written"), resealed.getLong("written"));
            int later = resealed.getInt("life") - old.getInt("life");
            assertTrue(Math.abs(later) <= 60, later + " s");
        }
    }

    private static Row pending(CqlSession session) {
        return Objects.requireNonNull(session.execute(quorum(
                        "SELECT space, part, bucket, sort, value, writetime(value) AS written, ttl(value) AS life"
                                + " FROM pending_records LIMIT 1"))
                .one());
    }

    @Test
    void damagedRowsDoNotEndTheWalk() {
        WholeStores.fill(config(), 1);
        try (CqlSession session = session()) {
            String row = "INSERT INTO orders_records (space, part, bucket, sort, version, value)"
                    + " VALUES (%s, 0x41, 0, 0x, 1, 0x00)";
            session.execute(quorum(row.formatted("'shop/live'")));
            session.execute(quorum(row.formatted("'no space'")));
        }
        rotate();

        assertEquals(done(13, 2), reseal());
    }

    private static SimpleStatement quorum(String cql, @Nullable Object... values) {
        return SimpleStatement.newInstance(cql, values).setConsistencyLevel(ConsistencyLevel.QUORUM);
    }

    private CqlSession session() {
        CqlSession session = Connection.open(CassandraUrl.parse(store()), CassandraSettings.defaults());
        session.execute("USE " + KEYSPACE);
        return session;
    }
}
