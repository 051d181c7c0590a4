package org.orderevidence.transfer.renewal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.data.UdtValue;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.cassandra.TestCluster;
import org.orderevidence.store.cassandra.cluster.CassandraSettings;
import org.orderevidence.store.cassandra.cluster.CassandraUrl;
import org.orderevidence.store.cassandra.cluster.Connection;

/** A new derivation for a keyspace. */
@Tag("slow")
final class CassandraDerivationTest implements DerivationContract {
    private static final String KEYSPACE = "derivation";
    private static final String RECORD = " FROM orders WHERE space = 'shop/live' AND id = ? LIMIT 1";

    @BeforeEach
    void emptyTheKeyspace() {
        TestCluster.started().empty(KEYSPACE);
    }

    @Override
    public String store() {
        return TestCluster.started().url(KEYSPACE);
    }

    /** At the time stamp of the record: a deletion now would exclude the rows for ever. */
    @Override
    public void deleteRows(String id) {
        try (CqlSession session = session()) {
            long written = one(session, "SELECT writetime(record) AS written" + RECORD, id)
                    .getLong("written");
            delete(session, id, written, "", "orders_by_time", List.of("space", "month", "list_rank", "order_id"));
            delete(session, id, written, "entry", "history", List.of("space", "credential", "year", "day", "order_id"));
            delete(
                    session,
                    id,
                    written,
                    "",
                    "orders_by_reference",
                    List.of("space", "reference", "year", "list_rank", "order_id"));
        }
    }

    /**
     * Deletes rows of an order.
     *
     * @param cell the only cell to delete; empty for the whole row. Of a history row the marks stay: they have the older
     *     time stamps of their facts, so they could not be written again below the time stamp of a deleted row
     */
    private static void delete(
            CqlSession session, String id, long written, String cell, String table, List<String> key) {
        for (Row row : session.execute(quorum("SELECT * FROM " + table))) {
            if (id.equals(row.getString("order_id"))) {
                session.execute(quorum(
                        "DELETE " + cell + " FROM " + table + " USING TIMESTAMP " + written + " WHERE "
                                + String.join(" = ? AND ", key) + " = ?",
                        key.stream().map(row::getObject).toArray()));
            }
        }
    }

    @Override
    public void damage(String id, String hex) {
        try (CqlSession session = session()) {
            session.execute(quorum(
                    "UPDATE orders SET fact = 0x" + hex
                            + " WHERE space = 'shop/live' AND id = ? AND kind = 0 AND fact_id = 'upload order'",
                    id));
        }
    }

    /** As records are that were written before the schema had derivations. */
    @Test
    void aRecordWithoutDerivationHasTheFirstOne() {
        fill(Release.BEFORE, orders(2));
        try (CqlSession session = session()) {
            Row row = one(session, "SELECT record, writetime(record) AS written" + RECORD, "A-0");
            UdtValue record = Objects.requireNonNull(row.getUdtValue("record"));
            session.execute(quorum(
                    "UPDATE orders USING TIMESTAMP " + (row.getLong("written") + 1)
                            + " SET record = ? WHERE space = 'shop/live' AND id = 'A-0'",
                    record.setToNull("derivation")));
        }
        try (OpenStore store = open(Release.NEW)) {
            assertEquals(2, verify(store).older);

            assertEquals(RenewalEnd.RENEWED, end(walk(store)));

            Verified after = verify(store);
            assertEquals(List.of(), after.lines);
            assertEquals(0, after.older);
        }
    }

    private static Row one(CqlSession session, String cql, Object... values) {
        return Objects.requireNonNull(session.execute(quorum(cql, values)).one());
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
