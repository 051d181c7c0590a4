package org.orderevidence.store.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.order;
import static org.orderevidence.store.OrderFixtures.write;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.StoreRefused;

/** How a keyspace gets its schema. */
@Tag("slow")
final class SchemaTest {
    private static final int NEWER = Schema.CURRENT + 1;

    private static final int INSTANCES = 3;

    @Test
    void instancesThatStartAtOnceOnNothingMakeOneSchema() throws Exception {
        TestCluster.started();
        List<OpenStore> stores = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<OpenStore>> opening = new ArrayList<>();
            for (int i = 0; i < INSTANCES; i++) {
                opening.add(threads.submit(() -> CassandraStores.open("made_at_once")));
            }
            for (Future<OpenStore> one : opening) {
                stores.add(one.get());
            }
            for (int i = 0; i < INSTANCES; i++) {
                stores.get(i).evidence().put(SHOP, OrderFixtures.parts(List.of(write(order("A-" + i)))), NOON);
            }
            for (OpenStore store : stores) {
                for (int i = 0; i < INSTANCES; i++) {
                    assertEquals(
                            order("A-" + i),
                            store.evidence()
                                    .order(SHOP, id("A-" + i))
                                    .orElseThrow()
                                    .order());
                }
            }
        } finally {
            stores.forEach(OpenStore::close);
        }
    }

    @Test
    void aNewerSchemaIsRefused() {
        CassandraStores.open("newer").close();
        CassandraUrl url = CassandraUrl.parse(TestCluster.started().url("newer"));
        try (CqlSession session = Connection.open(url, CassandraSettings.defaults())) {
            session.execute(SimpleStatement.newInstance(
                            "INSERT INTO newer.schema_versions (version, migrated_at) VALUES (" + NEWER + ", 0)")
                    .setConsistencyLevel(ConsistencyLevel.QUORUM));
        }

        StoreRefused refused = assertThrows(StoreRefused.class, () -> CassandraStores.open("newer"));

        assertEquals(
                "the store has schema version " + NEWER + ", this program knows up to " + Schema.CURRENT
                        + "; start the newer program that wrote it",
                refused.getMessage());
    }

    @Test
    void aFormatThatWasNeverReleasedIsRefused() {
        CassandraStores.open("unreleased").close();
        CassandraUrl url = CassandraUrl.parse(TestCluster.started().url("unreleased"));
        try (CqlSession session = Connection.open(url, CassandraSettings.defaults())) {
            for (String change : List.of(
                    "TRUNCATE unreleased.schema_versions",
                    "INSERT INTO unreleased.schema_versions (version, migrated_at) VALUES (2, 0)")) {
                session.execute(SimpleStatement.newInstance(change).setConsistencyLevel(ConsistencyLevel.QUORUM));
            }
        }

        StoreRefused refused = assertThrows(StoreRefused.class, () -> CassandraStores.open("unreleased"));

        assertEquals(
                "the store has schema version 2, which was never released and cannot be read; create a new store and"
                        + " upload the orders again",
                refused.getMessage());
    }

    @Test
    void aDataCentreThatIsNotThereIsRefused() {
        CassandraUrl url = CassandraUrl.parse(TestCluster.started().url("contract") + "?dc=moon");

        StoreRefused refused =
                assertThrows(StoreRefused.class, () -> Connection.open(url, CassandraSettings.defaults()));

        assertEquals("the cluster has no data centre moon, but datacenter1", refused.getMessage());
    }
}
