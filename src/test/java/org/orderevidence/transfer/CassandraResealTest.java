package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

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
import org.orderevidence.store.cassandra.CassandraSettings;
import org.orderevidence.store.cassandra.CassandraUrl;
import org.orderevidence.store.cassandra.Connection;
import org.orderevidence.store.cassandra.TestCluster;
import org.orderevidence.transfer.SecretTasks.RenewalEnd;

/** A new sealing key for a keyspace. */
@Tag("slow")
@Tag("alone")
final class CassandraResealTest implements ResealSteps {
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
}
