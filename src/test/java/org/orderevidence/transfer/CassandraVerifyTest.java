package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.transfer.WholeStores.SHOP;

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
import org.orderevidence.installation.Installation;
import org.orderevidence.settings.Config;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.OrderWrite;
import org.orderevidence.store.cassandra.TestCluster;
import org.orderevidence.store.cassandra.cluster.CassandraSettings;
import org.orderevidence.store.cassandra.cluster.CassandraUrl;
import org.orderevidence.store.cassandra.cluster.Connection;
import org.orderevidence.transfer.WholeStores.Told;

/** Reading back a keyspace. */
@Tag("slow")
final class CassandraVerifyTest {
    private static final String KEYSPACE = "verify";

    @TempDir
    private Path folder;

    @BeforeEach
    void emptyTheKeyspace() {
        TestCluster.started().empty(KEYSPACE);
    }

    @Test
    void aStoreThatWasFilledByTheServiceIsSound() {
        Config config = config();
        ComposedOrders.fill(config, 60);
        Told told = new Told();

        VerifyReport verified = StoreTasks.verify(config, false, told);

        assertEquals(List.of(), told.lines);
        assertEquals(new VerifyReport(2, 122, verified.historyRows(), 120, 0, 0, 0, 0, true), verified);
    }

    @Test
    void rowsBesideAnOrderAreReportedAndRebuilt() {
        Config config = config();
        putOrder(config);
        for (String rows : List.of("history", "orders_by_day", "orders_by_reference")) {
            deleteRowOf(rows);
        }
        Told told = new Told();

        VerifyReport verified = StoreTasks.verify(config, false, told);

        String order = "account shop (live), order A-0";
        assertEquals(3, told.lines.size(), told.lines::toString);
        assertEquals(order + ": its row in the index by day is missing", told.lines.get(0));
        assertEquals(order + ": its row in the index by customer is missing", told.lines.get(1));
        assertTrue(told.lines.get(2).startsWith(order + ", history row of "), told.lines.get(2));
        assertEquals(new VerifyReport(0, 1, 0, 0, 0, 1, 0, 0, false), verified);
        assertTrue(StoreTasks.verify(config, true, new Told()).isSound());
        Told after = new Told();
        StoreTasks.verify(config, false, after);
        assertEquals(List.of(), after.lines);
    }

    @Test
    void aDamagedPartIsReported() {
        Config config = config();
        putOrder(config);
        try (CqlSession session = session()) {
            session.execute(quorum("UPDATE " + KEYSPACE + ".orders SET fact = 0x01020304"
                    + " WHERE space = 'shop/live' AND id = 'A-0' AND kind = 0 AND fact_id = 'upload order'"));
        }
        Told told = new Told();

        VerifyReport verified = StoreTasks.verify(config, false, told);

        assertEquals(1, told.lines.size(), told.lines::toString);
        assertTrue(told.lines.getFirst().startsWith("account shop (live), order A-0: "), told.lines::toString);
        assertEquals(new VerifyReport(0, 0, 1, 0, 1, 0, 0, 0, false), verified);
    }

    private Config config() {
        return WholeStores.config(folder.resolve("data"), TestCluster.started().url(KEYSPACE));
    }

    private static void putOrder(Config config) {
        try (Installation installation = WholeStores.open(config)) {
            OrderWrite order =
                    WholeStores.write(installation, SHOP, StoreVerifyContract.order("A-0", key("card of A-0")));
            installation.evidence().put(SHOP, OrderFixtures.parts(List.of(order)), NOON);
        }
    }

    /** Deletes the only row of a table at the time stamp of the order's record, so that a repair is later. */
    private static void deleteRowOf(String table) {
        Row record = first("SELECT WRITETIME(record) AS written FROM " + KEYSPACE
                + ".orders WHERE space = 'shop/live' AND id = 'A-0' LIMIT 1");
        Row row = first("SELECT * FROM " + KEYSPACE + "." + table);
        String key = switch (table) {
            case "history" -> "space, credential, year, day, order_id";
            case "orders_by_day" -> "space, month, day, order_id";
            default -> "space, reference, year, day, order_id";
        };
        List<String> columns = List.of(key.split(", "));
        String where = String.join(
                " AND ", columns.stream().map(column -> column + " = ?").toList());
        try (CqlSession session = session()) {
            session.execute(SimpleStatement.builder("DELETE FROM " + KEYSPACE + "." + table + " USING TIMESTAMP "
                            + record.getLong("written") + " WHERE " + where)
                    .addPositionalValues(columns.stream()
                            .map(column -> Objects.requireNonNull(row.getObject(column)))
                            .toArray())
                    .setConsistencyLevel(ConsistencyLevel.QUORUM)
                    .build());
        }
    }

    private static Row first(String query) {
        try (CqlSession session = session()) {
            return Objects.requireNonNull(session.execute(quorum(query)).one(), query);
        }
    }

    private static SimpleStatement quorum(String cql) {
        return SimpleStatement.newInstance(cql).setConsistencyLevel(ConsistencyLevel.QUORUM);
    }

    private static CqlSession session() {
        return Connection.open(CassandraUrl.parse(TestCluster.started().url(KEYSPACE)), CassandraSettings.defaults());
    }
}
