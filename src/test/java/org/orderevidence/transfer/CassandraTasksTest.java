package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.installation.Config;
import org.orderevidence.store.cassandra.CassandraSettings;
import org.orderevidence.store.cassandra.CassandraUrl;
import org.orderevidence.store.cassandra.Connection;
import org.orderevidence.store.cassandra.TestCluster;
import org.orderevidence.transfer.SecretTasks.RenewalEnd;
import org.orderevidence.transfer.StoreTasks.Copied;
import org.orderevidence.transfer.StoreVerify.VerifyReport;
import org.orderevidence.transfer.WholeStores.Told;

/** Tasks for whole stores on a cluster: a new sealing key, and everything copied in and out again. */
@Tag("slow")
@Tag("alone")
final class CassandraTasksTest implements ResealSteps {
    private static final String KEYSPACE = "reseal";
    private static final int ORDERS = 150;

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
        try (CqlSession session = Connection.open(CassandraUrl.parse(store()), CassandraSettings.defaults())) {
            Row old = sighting(session);
            rotate();
            assertEquals(RenewalEnd.DONE, reseal().end());
            Row sealedAgain = sighting(session);

            session.execute(quorum(
                    "UPDATE " + KEYSPACE + ".sightings_records USING TIMESTAMP " + old.getLong("written")
                            + " SET value = ? WHERE space = ? AND part = ? AND bucket = ? AND sort = ?",
                    List.of("value", "space", "part", "bucket", "sort").stream()
                            .map(old::getObject)
                            .toArray()));

            assertEquals(old.getLong("written"), sealedAgain.getLong("written"));
            assertNotEquals(old.getByteBuffer("value"), sealedAgain.getByteBuffer("value"));
            assertEquals(sealedAgain.getByteBuffer("value"), sighting(session).getByteBuffer("value"));
        }
    }

    private static Row sighting(CqlSession session) {
        return Objects.requireNonNull(session.execute(quorum("SELECT space, part, bucket, sort, value,"
                        + " writetime(value) AS written FROM " + KEYSPACE + ".sightings_records LIMIT 1"))
                .one());
    }

    private static SimpleStatement quorum(String cql, Object... values) {
        return SimpleStatement.newInstance(cql, values).setConsistencyLevel(ConsistencyLevel.QUORUM);
    }

    @Test
    void aClusterTakesEverythingInAndGivesItBack() {
        Path data = folder.resolve("data");
        String file = "sqlite:" + data.resolve("evidence.db");
        String cluster = TestCluster.started().url("copied");
        String back = "sqlite:" + folder.resolve("back.db");
        Config config = WholeStores.config(data, file);
        ComposedOrders.fill(config, ORDERS);
        Told told = new Told();

        Copied in = StoreTasks.copy(config, file, cluster, false, false, told);
        assertTrue(in.isEqual(), in::toString);

        VerifyReport verified = WholeStores.verify(WholeStores.config(data, cluster), false, told);
        assertEquals(
                new VerifyReport(2, 2 * ORDERS + 2, verified.historyRows(), 2 * ORDERS, 0, 0, 0, 0, true, List.of(), 0),
                verified);
        ComposedOrders.assertSame(config, WholeStores.config(data, cluster), ORDERS);

        Copied out = StoreTasks.copy(config, cluster, back, false, false, told);
        assertTrue(out.isEqual(), out::toString);
        assertEquals(in.kinds(), out.kinds());
        ComposedOrders.assertSame(config, WholeStores.config(data, back), ORDERS);
        assertEquals(List.of(), told.lines);
    }
}
