package org.orderevidence.store.cassandra.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.cassandra.TestCluster;
import org.orderevidence.store.cassandra.table.Schema;

/** How each statement reaches the cluster. */
@Tag("slow")
final class StatementsTest {
    /** Their partition's key is written in them, so that no parameter is of it. */
    private static final Set<Statement> OF_A_FIXED_PARTITION = EnumSet.of(Statement.WRITE_PROBE, Statement.READ_PROBE);

    private static final Instant NOW = OrderFixtures.NOON;

    private static Cluster cluster;

    @BeforeAll
    static void connect() {
        CassandraUrl url = CassandraUrl.parse(TestCluster.started().url("contract"));
        CqlSession session = Connection.open(url, CassandraSettings.defaults());
        new Schema(session, url).bringForward(NOW);
        cluster = new Cluster(session, url.keyspace(), CassandraSettings.defaults());
    }

    @AfterAll
    static void disconnect() {
        cluster.close();
    }

    @ParameterizedTest
    @EnumSource
    void eachIsOfOnePartitionButTheWalksOfTheArchive(Statement statement) {
        PreparedStatement prepared = cluster.prepared(statement);

        boolean hasNoKey = OF_A_FIXED_PARTITION.contains(statement) || statement.kind() == Statement.Kind.WALK;
        assertEquals(hasNoKey, prepared.getPartitionKeyIndices().isEmpty());
        assertFalse(statement.cql().contains("ALLOW FILTERING"));
    }

    @ParameterizedTest
    @EnumSource
    void eachHasItsConsistencyIdempotenceAndTimeOut(Statement statement) {
        BoundStatement bound =
                cluster.prepared(statement).boundStatementBuilder().build();

        assertEquals(ConsistencyLevel.QUORUM, bound.getConsistencyLevel());
        assertEquals(statement.kind() != Statement.Kind.CONDITION, bound.isIdempotent());
        assertTrue(bound.getTimeout() != null && bound.getTimeout().isPositive());
        assertEquals(statement.cql().contains(" IF "), statement.kind() == Statement.Kind.CONDITION);
    }
}
