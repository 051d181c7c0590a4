package org.orderevidence.store.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.RecordKinds;
import org.orderevidence.store.cassandra.Cluster.StatementKind;

/** How each kind of statement reaches the cluster. */
@Tag("slow")
final class StatementsTest {
    private static final Instant NOW = OrderFixtures.NOON;

    @AutoClose
    private static Cluster cluster;

    @BeforeAll
    static void connect() {
        CassandraUrl url = CassandraUrl.parse(TestCluster.started().url("contract"));
        CqlSession session = Connection.open(url, CassandraSettings.defaults());
        new Schema(session, url).create(CassandraRecordStore.creations(RecordKinds.TABLES), NOW);
        cluster = new Cluster(session, url.keyspace(), CassandraSettings.defaults());
    }

    @ParameterizedTest
    @EnumSource
    void eachKindHasItsConsistencyIdempotenceAndTimeOut(StatementKind kind) {
        BoundStatement bound = cluster.prepare(kind, "SELECT version FROM schema_versions WHERE version = 1")
                .boundStatementBuilder()
                .build();

        assertEquals(ConsistencyLevel.QUORUM, bound.getConsistencyLevel());
        assertEquals(kind != StatementKind.GUARDED, bound.isIdempotent());
        assertTrue(bound.getTimeout() != null && bound.getTimeout().isPositive());
    }
}
