package org.orderevidence.store.sql.postgresql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.sealing.ContentHash;
import org.orderevidence.store.sql.dialect.BatchRows;
import org.orderevidence.store.sql.dialect.Columns;
import org.orderevidence.store.sql.dialect.HeldOrder;
import org.orderevidence.store.sql.dialect.HistoryKey;
import org.orderevidence.store.sql.dialect.OrderChanges;
import org.orderevidence.store.sql.dialect.OrderChanges.HistoryEntry;
import org.orderevidence.store.sql.dialect.OrderChanges.OrderRow;
import org.orderevidence.store.sql.dialect.OrderChanges.ReferenceKey;
import org.orderevidence.store.sql.dialect.OrderChanges.Rows;
import org.orderevidence.store.sql.dialect.OrderColumns;
import org.orderevidence.store.sql.dialect.OrderKey;
import org.orderevidence.store.sql.dialect.PostgresPipeline;
import org.orderevidence.store.sql.dialect.Session;

/**
 * Finds and writes the rows of a batch in PostgreSQL: one round trip reads the stored rows, and one writes all changes.
 * A row is replaced only if it is still as it was read. Otherwise the batch is repeated with locks on its orders.
 *
 * <p>{@code OFFSET 0} stops the planner from turning a subquery into a join, and {@code LIMIT 1} from reading a whole
 * table into memory. Each key is therefore looked up in the index. In small tables a scan would be cheaper, but the
 * plan stays in use when they have grown.
 */
public final class PostgresRows implements BatchRows {
    /** More than the connections that write to one space at a time, as a rule; two may share one and only wait. */
    private static final int COUNT_SLOTS = 64;

    public static final String SELECT_ORDERS = """
            SELECT o.version, o.uploaded_at, o.revision, o.upload, o.other_parts, o.document, o.list_rank, o.history_day, o.credential_1,
              o.credential_2, o.reference_keys,
              coalesce((SELECT max(d.counts) FROM disputes d WHERE d.space = o.space AND d.order_id = o.id), 0),
              coalesce((SELECT 1 FROM fraud_reports f WHERE f.space = o.space AND f.order_id = o.id LIMIT 1), 0),
              o.writes, o.space, o.id, o.derivation
            FROM unnest(?::integer[], ?::text[]) k (space, id)
            CROSS JOIN LATERAL (SELECT * FROM orders WHERE space = k.space AND id = k.id OFFSET 0) o""";

    /**
     * In the order of the keys, so that two batches never wait for each other. A statement of its own: what is read
     * after the wait for a lock is what the other has committed.
     */
    public static final String LOCK_ORDERS = """
            SELECT 1 FROM unnest(?::integer[], ?::text[]) k (space, id)
            CROSS JOIN LATERAL (SELECT 1 FROM orders WHERE space = k.space AND id = k.id OFFSET 0 FOR UPDATE) o""";

    public static final String SELECT_HISTORY = """
            SELECT h.version, h.facts, k.space, k.credential, k.day, k.order_id
            FROM unnest(?::integer[], ?::bytea[], ?::integer[], ?::text[]) k (space, credential, day, order_id)
            CROSS JOIN LATERAL (SELECT version, facts FROM history
              WHERE space = k.space AND credential = k.credential AND day = k.day AND order_id = k.order_id OFFSET 0) h""";

    private static final String INSERT_ORDERS = """
            INSERT INTO orders AS o (space, id, version, uploaded_at, list_rank, amount_minor, currency, status, revision,
              upload, other_parts, history_day, credential_1, credential_2, reference_keys, writes, document, derivation)
            SELECT * FROM unnest(?::integer[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::text[],
              ?::text[], ?::bigint[], ?::bytea[], ?::integer[], ?::bigint[], ?::bytea[], ?::bytea[], ?::bytea[], ?::bigint[], ?::bytea[], ?::integer[])
            """;

    private static final String PUT_ORDERS = INSERT_ORDERS + """
            ON CONFLICT (space, id) DO UPDATE SET version = excluded.version, uploaded_at = excluded.uploaded_at,
              list_rank = excluded.list_rank, amount_minor = excluded.amount_minor, currency = excluded.currency,
              status = excluded.status, revision = excluded.revision,
              upload = excluded.upload, other_parts = excluded.other_parts, history_day = excluded.history_day,
              credential_1 = excluded.credential_1, credential_2 = excluded.credential_2,
              reference_keys = excluded.reference_keys, writes = excluded.writes, document = excluded.document,
              derivation = excluded.derivation
            WHERE o.writes = excluded.writes - 1""";

    private static final String INSERT_HISTORY = """
            INSERT INTO history (space, credential, day, order_id, version, marks, facts)
            SELECT * FROM unnest(?::integer[], ?::bytea[], ?::integer[], ?::text[], ?::bigint[], ?::integer[], ?::bytea[])
            """;

    private static final String PUT_HISTORY = INSERT_HISTORY + """
            ON CONFLICT (space, credential, day, order_id)
            DO UPDATE SET version = excluded.version, marks = excluded.marks, facts = excluded.facts""";

    public static final String DELETE_HISTORY = """
            DELETE FROM history h
            USING unnest(?::integer[], ?::bytea[], ?::integer[], ?::text[]) k (space, credential, day, order_id)
            WHERE h.space = k.space AND h.credential = k.credential AND h.day = k.day AND h.order_id = k.order_id""";

    private static final String INSERT_REFERENCES = """
            INSERT INTO orders_by_reference (space, reference, list_rank, order_id)
            SELECT * FROM unnest(?::integer[], ?::bytea[], ?::bigint[], ?::text[])
            """;

    private static final String PUT_REFERENCES =
            INSERT_REFERENCES + "ON CONFLICT (space, reference, list_rank, order_id) DO NOTHING";

    public static final String DELETE_REFERENCES = """
            DELETE FROM orders_by_reference r
            USING unnest(?::integer[], ?::bytea[], ?::bigint[], ?::text[]) k (space, reference, list_rank, id)
            WHERE r.space = k.space AND r.reference = k.reference AND r.list_rank = k.list_rank AND r.order_id = k.id""";

    private static final String ADD_TO_COUNTS = """
            INSERT INTO space_counts AS c (space, slot, orders)
            SELECT k.space, pg_backend_pid() %% %d, k.orders FROM unnest(?::integer[], ?::bigint[]) k (space, orders)
            ON CONFLICT (space, slot) DO UPDATE SET orders = c.orders + excluded.orders""".formatted(COUNT_SLOTS);

    @Override
    public Map<OrderKey, HeldOrder> held(Session session, List<OrderKey> keys, boolean locked) throws SQLException {
        List<?> arrays = List.of(ints(keys, OrderKey::space), texts(keys, OrderKey::id));
        if (locked) {
            PreparedStatement lock = session.prepare(LOCK_ORDERS);
            PostgresPipeline.bind(lock, arrays);
            lock.executeQuery().close();
        }
        PreparedStatement select = session.prepare(SELECT_ORDERS);
        PostgresPipeline.bind(select, arrays);
        Map<OrderKey, HeldOrder> held = new HashMap<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                held.put(
                        new OrderKey(row.getInt(15), Columns.text(row, 16)),
                        Columns.heldOrder(row, 1, row.getInt(17), row.getLong(14)));
            }
        }
        return held;
    }

    @Override
    public Map<HistoryKey, HeldHistory> history(Session session, List<HistoryKey> keys) throws SQLException {
        PreparedStatement select = session.prepare(SELECT_HISTORY);
        PostgresPipeline.bind(select, columns(keys));
        Map<HistoryKey, HeldHistory> held = HashMap.newHashMap(keys.size());
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                OrderKey order = new OrderKey(row.getInt(3), Columns.text(row, 6));
                KeyedHash credential = KeyedHash.of(Columns.bytes(row, 4));
                held.put(
                        new HistoryKey(order, credential, row.getInt(5)),
                        new HeldHistory(row.getLong(1), Bytes.wrap(Columns.bytes(row, 2))));
            }
        }
        return held;
    }

    /**
     * The rows of new orders are inserted without asking what may be in their way, which spares the server a fifth of
     * its work. Where another has inserted one in the meantime, its key is in the way, and the batch is done again.
     */
    @Override
    public void write(Session session, OrderChanges changes) throws SQLException {
        Rows put = changes.put();
        Rows inserted = changes.inserted();
        PostgresPipeline pipeline = new PostgresPipeline();
        if (!put.isEmpty()) {
            pipeline.add(PUT_ORDERS, orderColumns(put.orders()), put.orders().size());
        }
        add(pipeline, INSERT_ORDERS, inserted.orders(), PostgresRows::orderColumns);
        add(pipeline, DELETE_HISTORY, changes.oldHistory(), PostgresRows::columns);
        add(pipeline, PUT_HISTORY, put.history(), PostgresRows::historyColumns);
        add(pipeline, INSERT_HISTORY, inserted.history(), PostgresRows::historyColumns);
        add(pipeline, DELETE_REFERENCES, changes.oldReferences(), PostgresRows::referenceColumns);
        add(pipeline, PUT_REFERENCES, put.references(), PostgresRows::referenceColumns);
        add(pipeline, INSERT_REFERENCES, inserted.references(), PostgresRows::referenceColumns);
        add(pipeline, ADD_TO_COUNTS, List.copyOf(changes.created().entrySet()), PostgresRows::countColumns);
        pipeline.execute(session);
    }

    private static <T> void add(
            PostgresPipeline pipeline, String sql, List<T> rows, Function<List<T>, List<?>> columns) {
        if (!rows.isEmpty()) {
            pipeline.add(sql, columns.apply(rows));
        }
    }

    private static List<?> countColumns(List<Map.Entry<Integer, Integer>> created) {
        return List.of(ints(created, Map.Entry::getKey), longs(created, Map.Entry::getValue));
    }

    private static List<?> orderColumns(List<OrderRow> rows) {
        return List.of(
                ints(rows, row -> row.key().space()),
                texts(rows, row -> row.key().id()),
                longs(rows, OrderRow::version),
                longs(rows, OrderRow::uploadedAt),
                numbers(rows, row -> OrderColumns.listRank(row.order().composed())),
                numbers(rows, row -> OrderColumns.amountMinor(row.order().composed())),
                texts(rows, row -> OrderColumns.currency(row.order().composed())),
                texts(rows, row -> OrderColumns.status(row.order().composed())),
                numbers(rows, row -> row.order().revision()),
                uploads(rows),
                ints(rows, row -> row.order().otherParts()),
                numbers(rows, row -> OrderColumns.historyDay(row.order().composed())),
                hashes(rows, row -> OrderColumns.credential(row.order().composed())),
                optional(rows, row -> OrderColumns.otherCredentials(row.order().composed())),
                optional(rows, row -> OrderColumns.references(row.order().composed())),
                longs(rows, row -> row.replaced() == null ? 1 : row.replaced().writes() + 1),
                bytes(rows, row -> row.order().document().toArray()),
                ints(rows, row -> row.order().derivation()));
    }

    private static byte[][] uploads(List<OrderRow> rows) {
        byte[][] values = new byte[rows.size()][];
        for (int i = 0; i < values.length; i++) {
            ContentHash upload = rows.get(i).order().upload();
            if (upload != null) {
                values[i] = upload.bytes().toArray();
            }
        }
        return values;
    }

    private static List<?> columns(List<HistoryKey> keys) {
        return List.of(
                ints(keys, key -> key.order().space()),
                hashes(keys, HistoryKey::credential),
                ints(keys, HistoryKey::day),
                texts(keys, key -> key.order().id()));
    }

    private static List<?> historyColumns(List<HistoryEntry> rows) {
        return List.of(
                ints(rows, row -> row.key().order().space()),
                hashes(rows, row -> row.key().credential()),
                ints(rows, row -> row.key().day()),
                texts(rows, row -> row.key().order().id()),
                longs(rows, HistoryEntry::version),
                ints(rows, HistoryEntry::marks),
                bytes(rows, row -> row.facts().toArray()));
    }

    private static List<?> referenceColumns(List<ReferenceKey> rows) {
        return List.of(
                ints(rows, row -> row.order().space()),
                bytes(rows, row -> row.reference().bytes()),
                longs(rows, ReferenceKey::listRank),
                texts(rows, row -> row.order().id()));
    }

    // Loops, not streams: these are the committers' own work, and there are only a few of them.

    private static <T> int[] ints(List<T> rows, ToIntFunction<T> column) {
        int[] values = new int[rows.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = column.applyAsInt(rows.get(i));
        }
        return values;
    }

    private static <T> long[] longs(List<T> rows, ToLongFunction<T> column) {
        long[] values = new long[rows.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = column.applyAsLong(rows.get(i));
        }
        return values;
    }

    private static <T> @Nullable Long[] numbers(List<T> rows, Function<T, @Nullable Long> column) {
        @Nullable Long[] values = new Long[rows.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = column.apply(rows.get(i));
        }
        return values;
    }

    private static <T> @Nullable String[] texts(List<T> rows, Function<T, @Nullable String> column) {
        @Nullable String[] values = new String[rows.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = column.apply(rows.get(i));
        }
        return values;
    }

    private static <T> byte[][] bytes(List<T> rows, Function<T, byte[]> column) {
        byte[][] values = new byte[rows.size()][];
        for (int i = 0; i < values.length; i++) {
            values[i] = column.apply(rows.get(i));
        }
        return values;
    }

    /** A missing value is null in the array, and in the column. */
    private static <T> byte[][] optional(List<T> rows, Function<T, byte @Nullable []> column) {
        byte[][] values = new byte[rows.size()][];
        for (int i = 0; i < values.length; i++) {
            byte[] value = column.apply(rows.get(i));
            if (value != null) {
                values[i] = value;
            }
        }
        return values;
    }

    /** The same of keys. */
    private static <T> byte[][] hashes(List<T> rows, Function<T, @Nullable KeyedHash> column) {
        byte[][] values = new byte[rows.size()][];
        for (int i = 0; i < values.length; i++) {
            KeyedHash hash = column.apply(rows.get(i));
            if (hash != null) {
                values[i] = hash.bytes();
            }
        }
        return values;
    }
}
