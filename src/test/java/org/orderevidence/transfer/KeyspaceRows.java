package org.orderevidence.transfer;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.data.UdtValue;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.orderevidence.store.cassandra.TestCluster;
import org.orderevidence.store.cassandra.cluster.CassandraSettings;
import org.orderevidence.store.cassandra.cluster.CassandraUrl;
import org.orderevidence.store.cassandra.cluster.Connection;

/**
 * The rows of a keyspace, as an operator can damage them. Most damage has the time stamp of the order's record, so that a
 * repair is later.
 */
final class KeyspaceRows {
    private final String keyspace;

    KeyspaceRows(String keyspace) {
        this.keyspace = keyspace;
    }

    /** Runs a statement now. The session has the keyspace. */
    void change(String cql) {
        execute(cql);
    }

    /** Deletes the only row of a table. */
    void deleteOnlyRow(String table) {
        delete(table, " USING TIMESTAMP " + recordWritten(), onlyRow(table, "true", true));
    }

    /** Deletes the only row of a table with the time stamp of now. */
    void deleteOnlyRowNow(String table) {
        delete(table, "", onlyRow(table, "true", true));
    }

    /** Adds a copy of the only row of order A-0 in a table in which one column is different, with an old time stamp. */
    void copyOnlyRow(String table, String column, Object value) {
        Map<String, Object> row = onlyRow(table, "order_id=A-0", false);
        row.put(column, value);
        insert(table, row, " USING TIMESTAMP " + recordWritten());
    }

    /** Changes a field of the record of the only order. */
    void changeRecord(String field, String value) {
        Row row = first("SELECT record FROM orders LIMIT 1");
        UdtValue record = Objects.requireNonNull(row.getUdtValue("record"));
        String changed = record.getFormattedContents()
                .replaceFirst("(?<=[{,])" + field + ":([^{},]*|\\{[^}]*\\})(?=[,}])", field + ":" + value);
        if (changed.equals(record.getFormattedContents())) {
            throw new AssertionError(changed);
        }
        execute("UPDATE orders USING TIMESTAMP " + (recordWritten() + 1) + " SET record = " + changed
                + " WHERE space = 'shop/live' AND id = 'A-0'");
    }

    /** Changes the facts in the only row of the history. */
    void changeHistoryFacts() {
        Map<String, Object> row = onlyRow("history", "true", false);
        UdtValue entry = (UdtValue) Objects.requireNonNull(row.get("entry"));
        row.put("entry", entry.setByteBuffer("facts", ByteBuffer.wrap(new byte[] {1, 2, 3})));
        insert("history", row, " USING TIMESTAMP " + (recordWritten() + 1));
    }

    private long recordWritten() {
        return first("SELECT WRITETIME(record) AS written FROM orders LIMIT 1").getLong("written");
    }

    private Map<String, Object> onlyRow(String table, String where, boolean keyOnly) {
        List<String> key = key(table);
        int equals = where.indexOf('=');
        try (CqlSession session = session()) {
            List<Row> rows = session.execute(quorum("SELECT * FROM " + table)).all().stream()
                    .filter(row -> where.equals("true")
                            || Objects.equals(row.getString(where.substring(0, equals)), where.substring(equals + 1)))
                    .toList();
            if (rows.size() != 1) {
                throw new AssertionError(table + " has " + rows.size() + " such rows");
            }
            Map<String, Object> values = new LinkedHashMap<>();
            rows.getFirst().getColumnDefinitions().forEach(column -> {
                String name = column.getName().asInternal();
                Object value = rows.getFirst().getObject(column.getName());
                if (value != null && (!keyOnly || key.contains(name))) {
                    values.put(name, value);
                }
            });
            return values;
        }
    }

    private static List<String> key(String table) {
        return switch (table) {
            case "history" -> List.of("space", "credential", "year", "day", "order_id");
            case "orders_by_time" -> List.of("space", "month", "list_rank", "order_id");
            default -> List.of("space", "reference", "year", "list_rank", "order_id");
        };
    }

    private void insert(String table, Map<String, Object> row, String using) {
        execute(
                "INSERT INTO " + table + " (" + String.join(", ", row.keySet()) + ") VALUES ("
                        + String.join(
                                ", ", row.keySet().stream().map(column -> "?").toList()) + ")" + using,
                row.values().toArray());
    }

    private void delete(String table, String using, Map<String, Object> key) {
        execute(
                "DELETE FROM " + table + using + " WHERE "
                        + String.join(
                                " AND ",
                                key.keySet().stream()
                                        .map(column -> column + " = ?")
                                        .toList()),
                key.values().toArray());
    }

    private void execute(String cql, Object... values) {
        try (CqlSession session = session()) {
            session.execute(SimpleStatement.builder(cql)
                    .addPositionalValues(values)
                    .setConsistencyLevel(ConsistencyLevel.QUORUM)
                    .build());
        }
    }

    private Row first(String query) {
        try (CqlSession session = session()) {
            return Objects.requireNonNull(session.execute(quorum(query)).one(), query);
        }
    }

    private static SimpleStatement quorum(String cql) {
        return SimpleStatement.newInstance(cql).setConsistencyLevel(ConsistencyLevel.QUORUM);
    }

    private CqlSession session() {
        CqlSession session =
                Connection.open(CassandraUrl.parse(TestCluster.started().url(keyspace)), CassandraSettings.defaults());
        session.execute("USE " + keyspace);
        return session;
    }
}
