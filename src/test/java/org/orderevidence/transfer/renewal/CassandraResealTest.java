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
import org.orderevidence.sealing.Sealer;
import org.orderevidence.store.cassandra.TestCluster;
import org.orderevidence.store.cassandra.cluster.CassandraSettings;
import org.orderevidence.store.cassandra.cluster.CassandraUrl;
import org.orderevidence.store.cassandra.cluster.Connection;
import org.orderevidence.transfer.WholeStores;

/** A new sealing key for a keyspace. */
@Tag("slow")
final class CassandraResealTest implements ResealContract {
    private static final String KEYSPACE = "reseal";
    private static final String UPLOAD =
            " WHERE space = 'shop/live' AND id = '%s' AND kind = 0 AND fact_id = 'upload order'";

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

    @Override
    public void move(String from, String to) {
        try (CqlSession session = session()) {
            session.execute(quorum(
                    "UPDATE orders SET fact = ?" + UPLOAD.formatted(to),
                    Objects.requireNonNull(upload(session, from).getByteBuffer("fact"))));
        }
    }

    /** As a replica does that was down while the record was sealed again. */
    @Test
    void anOldCellThatArrivesLateLosesToTheNewOne() {
        WholeStores.fill(config(), 1);
        try (CqlSession session = session()) {
            Row old = upload(session, "A-0");
            rotate();
            assertEquals(RenewalEnd.DONE, reseal().end());
            Row resealed = upload(session, "A-0");

            session.execute(quorum(
                    "UPDATE orders USING TIMESTAMP " + old.getLong("written") + " SET fact = ?"
                            + UPLOAD.formatted("A-0"),
                    Objects.requireNonNull(old.getByteBuffer("fact"))));

            assertEquals(old.getLong("written"), resealed.getLong("written"));
            assertNotEquals(old.getByteBuffer("fact"), resealed.getByteBuffer("fact"));
            assertEquals(resealed.getByteBuffer("fact"), upload(session, "A-0").getByteBuffer("fact"));
            assertEquals(2, Sealer.sealedKeyVersion(bytes(upload(session, "A-0"))));
        }
    }

    @Test
    void aPendingFactEndsWhenItWouldHaveEnded() {
        WholeStores.fill(config(), 1);
        try (CqlSession session = session()) {
            Row old = pending(session);
            rotate();

            assertEquals(done(17, 0), reseal());

            Row resealed = pending(session);
            assertNotEquals(old.getByteBuffer("value"), resealed.getByteBuffer("value"));
            assertEquals(old.getLong("written"), resealed.getLong("written"));
            int later = resealed.getInt("life") - old.getInt("life");
            assertTrue(Math.abs(later) <= 60, later + " s");
        }
    }

    private static Row pending(CqlSession session) {
        return Objects.requireNonNull(session.execute(quorum(
                        "SELECT value, writetime(value) AS written, ttl(value) AS life FROM pending_records LIMIT 1"))
                .one());
    }

    @Test
    void damagedRowsDoNotEndTheWalk() {
        WholeStores.fill(config(), 1);
        try (CqlSession session = session()) {
            Object fact = upload(session, "A-0").getByteBuffer("fact");
            String row = "INSERT INTO orders (space, id, kind, fact_id, fact) VALUES (%s, ?)";
            session.execute(quorum(row.formatted("'shop/live', 'A-0', 9, 'unknown kind'"), fact));
            session.execute(quorum(row.formatted("'no space', 'A-0', 0, 'upload order'"), fact));
        }
        rotate();

        assertEquals(done(17, 2), reseal());
    }

    private static byte[] bytes(Row row) {
        var fact = Objects.requireNonNull(row.getByteBuffer("fact"));
        byte[] bytes = new byte[fact.remaining()];
        fact.duplicate().get(bytes);
        return bytes;
    }

    private static Row upload(CqlSession session, String order) {
        return Objects.requireNonNull(
                session.execute(quorum("SELECT fact, writetime(fact) AS written FROM orders" + UPLOAD.formatted(order)))
                        .one());
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
