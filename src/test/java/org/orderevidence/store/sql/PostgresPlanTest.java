package org.orderevidence.store.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.OrderWrite;
import org.orderevidence.store.TestCodec;
import org.orderevidence.store.sql.archive.ArchivedHistory;
import org.orderevidence.store.sql.archive.ArchivedOrders;
import org.orderevidence.store.sql.archive.DerivedRows;
import org.orderevidence.store.sql.archive.SpaceNames;
import org.orderevidence.store.sql.dialect.OrdersByTime;
import org.orderevidence.store.sql.dialect.Session;
import org.orderevidence.store.sql.dialect.SqlSettings;
import org.orderevidence.store.sql.postgresql.PostgresDialect;
import org.orderevidence.store.sql.postgresql.PostgresReads;
import org.orderevidence.store.sql.postgresql.PostgresRows;
import org.orderevidence.store.sql.postgresql.PostgresUrl;
import org.orderevidence.store.sql.table.FactTables;

/**
 * How PostgreSQL finds the rows of each statement that reads: always by a key that starts with the space, never by a
 * scan of a table. A statement sorts only rows that it has collected itself. PostgreSQL uses a plan for an empty table
 * for a while after the table has grown. That plan must therefore be right, too.
 */
final class PostgresPlanTest {
    private static final Pattern INDEX = Pattern.compile("Index (?:Only )?Scan (?:Backward )?using (\\S+) on");

    /** What would be no lookup in an index, or a sort. */
    private static final Pattern OTHER = Pattern.compile("Seq Scan on|Bitmap|Hash Join|Merge Join|Sort Key: ");

    private static String empty;
    private static String full;

    private static final String BY_ID = "orders_pkey Index Cond: ((space = $%d) AND (id = %s))";
    private static final String FACT = "%s_pkey Index Cond: ((space = $%d) AND (order_id = %s))";
    private static final String RANGE =
            "history_key Index Cond: ((space = $%d) AND (credential = $%d) AND (day >= $%d) AND" + " (day <= $%d))";
    private static final String OF_HISTORY =
            "history_key Index Cond: ((space = k.space) AND (credential = k.credential) AND (day = k.day) AND (order_id = %s))";

    /** What requests wait for. */
    static Stream<Arguments> requests() {
        return Stream.of(
                plan(
                        PostgresReads.SELECT_ORDER,
                        BY_ID.formatted(1, "$2"),
                        FACT.formatted("disputes", 3, "$4"),
                        FACT.formatted("fraud_reports", 5, "$6")),
                plan(
                        PostgresReads.SELECT_ORDER_IN_HISTORY,
                        BY_ID.formatted(4, "$5"),
                        "disputes_pkey Index Cond: ((space = o.space) AND (order_id = o.id))",
                        "fraud_reports_pkey Index Cond: ((space = o.space) AND (order_id = o.id))",
                        "history_key Index Cond: ((space = o.space) AND (credential = o.credential_1)"
                                + " AND (day >= ((((- o.list_rank) / 86400000))::integer - $1)) AND (day <= (o.history_day + $2)))"),
                plan(
                        PostgresReads.SELECT_ORDERS,
                        BY_ID.formatted(1, "ANY ($2)"),
                        FACT.formatted("disputes", 3, "ANY ($4)"),
                        FACT.formatted("fraud_reports", 5, "ANY ($6)")),
                plan(
                        PostgresReads.SELECT_PAGE,
                        "orders_by_time Index Cond: ((space = $1) AND (ROW(list_rank, id) > ROW($2, $3)) AND (list_rank <= $4))",
                        BY_ID.formatted(7, "p.id"),
                        FACT.formatted("disputes", 8, "p_1.id"),
                        FACT.formatted("fraud_reports", 9, "p_2.id")),
                plan(PostgresReads.SELECT_COUNT, "space_counts_pkey Index Cond: (space = $1)"),
                plan(PostgresReads.selectRanges(1), RANGE.formatted(1, 2, 3, 4)),
                plan(
                        PostgresReads.selectRanges(3),
                        RANGE.formatted(1, 2, 3, 4),
                        RANGE.formatted(6, 7, 8, 9),
                        RANGE.formatted(11, 12, 13, 14)),
                plan(
                        PostgresRows.SELECT_ORDERS,
                        "orders_pkey Index Cond: ((space = k.space) AND (id = k.id))",
                        "disputes_pkey Index Cond: ((space = orders.space) AND (order_id = orders.id))",
                        "fraud_reports_pkey Index Cond: ((space = orders.space) AND (order_id = orders.id))"),
                plan(PostgresRows.LOCK_ORDERS, "orders_pkey Index Cond: ((space = k.space) AND (id = k.id))"),
                plan(PostgresRows.SELECT_HISTORY, OF_HISTORY.formatted("k.order_id")),
                plan(PostgresRows.DELETE_HISTORY, OF_HISTORY.formatted("(k.order_id)::text")),
                plan(
                        PostgresRows.DELETE_REFERENCES,
                        "orders_by_reference_pkey Index Cond: ((space = k.space) AND (reference = k.reference) AND (list_rank = k.list_rank) AND (order_id = (k.id)::text))"),
                plan(FactTables.COUNT_DISPUTES, FACT.formatted("disputes", 1, "$2")),
                plan(FactTables.COUNT_REPORTS, FACT.formatted("fraud_reports", 1, "$2")),
                plan(SpaceNames.SELECT, "spaces_number_key Index Cond: (number = $1)"));
    }

    /** The rest. */
    static Stream<Arguments> others() {
        return Stream.of(
                plan(
                        OrdersByTime.SELECT_OLDEST,
                        "orders_by_time Index Cond: ((space = $1) AND (ROW(list_rank, id) < ROW($2, $3)) AND (list_rank >= $4))"),
                plan(
                        OrdersByTime.SELECT_NEWEST_OF_REFERENCE,
                        "orders_by_reference_pkey Index Cond: ((space = $1) AND (reference = $2) AND (ROW(list_rank, order_id) > ROW($3, $4)) AND (list_rank <= $5))"),
                plan(
                        OrdersByTime.SELECT_OLDEST_OF_REFERENCE,
                        "orders_by_reference_pkey Index Cond: ((space = $1) AND (reference = $2) AND (ROW(list_rank, order_id) < ROW($3, $4)) AND (list_rank >= $5))"),
                plan(ArchivedOrders.SELECT_ORDERS, "orders_pkey Index Cond: (ROW(space, id) > ROW($1, $2))"),
                plan(DerivedRows.SELECT_DERIVATIONS, "orders_pkey Index Cond: (ROW(space, id) > ROW($1, $2))"),
                plan(
                        ArchivedOrders.SELECT_DISPUTES,
                        "disputes_pkey Index Cond: ((ROW(space, order_id) >= ROW($1, $2)) AND (ROW(space, order_id) <= ROW($3, $4)))"),
                plan(
                        ArchivedOrders.SELECT_REPORTS,
                        "fraud_reports_pkey Index Cond: ((ROW(space, order_id) >= ROW($1, $2)) AND (ROW(space, order_id) <= ROW($3, $4)))"),
                plan(
                        ArchivedHistory.SELECT_REST,
                        "history_key Index Cond: ((space = $1) AND (credential = $2) AND (day <= $3))"),
                plan(ArchivedHistory.SELECT_BEHIND, "history_key Index Cond: (ROW(space, credential) > ROW($1, $2))"),
                plan(
                        ArchivedHistory.SELECT_AT,
                        "history_key Index Cond: ((space = $1) AND (credential = $2) AND (day = $3) AND (order_id = $4))"));
    }

    static Stream<Arguments> all() {
        return Stream.concat(requests(), others());
    }

    private static Arguments plan(String sql, String... steps) {
        return Arguments.of(sql, List.of(steps));
    }

    @BeforeAll
    static void makeTables() {
        empty = TestPostgres.newDatabase();
        open(empty).close();
        full = TestPostgres.newDatabase();
        try (SqlStore store = open(full)) {
            List<OrderWrite> writes = IntStream.range(0, 1_000)
                    .mapToObj(i -> OrderFixtures.write(
                            OrderFixtures.order("A-" + i, OrderFixtures.DAY.plusDays(i % 50), i),
                            OrderFixtures.key("c" + i % 100),
                            OrderFixtures.key("f" + i % 100)))
                    .toList();
            store.evidence().put(OrderFixtures.SHOP, OrderFixtures.parts(writes), OrderFixtures.NOON);
        }
        TestPostgres.server().execute(TestPostgres.name(full), "ANALYZE");
    }

    private static SqlStore open(String url) {
        return SqlStore.openPostgres(
                PostgresUrl.parse(url), null, SqlSettings.ofServer(4), OrderFixtures.NOON, TestCodec.CODECS);
    }

    @ParameterizedTest
    @MethodSource("requests")
    void fromTheFirstOrderOnEveryRequestFollowsAKey(String sql, List<String> plan) throws SQLException {
        assertEquals(plan, steps(empty, sql));
    }

    @ParameterizedTest
    @MethodSource("all")
    void everyReadFollowsAKey(String sql, List<String> plan) throws SQLException {
        assertEquals(plan, steps(full, sql));
    }

    private static List<String> steps(String url, String sql) throws SQLException {
        PostgresDialect dialect = new PostgresDialect(PostgresUrl.parse(url), null, SqlSettings.ofServer(4));
        List<String> steps = new ArrayList<>();
        String name = "";
        try (Session session = dialect.openReader();
                Statement statement = session.connection().createStatement()) {
            statement.execute("PREPARE it AS " + numbered(sql));
            String nulls = String.join(
                    ", ",
                    Collections.nCopies((int) sql.chars().filter(c -> c == '?').count(), "NULL"));
            ResultSet row = statement.executeQuery("EXPLAIN (COSTS OFF) EXECUTE it (" + nulls + ")");
            while (row.next()) {
                String line = row.getString(1);
                Matcher index = INDEX.matcher(line);
                if (index.find()) {
                    name = index.group(1) + " ";
                } else if (line.contains("Index Cond: ")) {
                    steps.add(name + line.strip());
                } else if (OTHER.matcher(line).find()) {
                    steps.add(line.strip());
                }
            }
        }
        return steps;
    }

    /** The parameters as the server names them. */
    private static String numbered(String sql) {
        StringBuilder text = new StringBuilder();
        int number = 0;
        for (int i = 0; i < sql.length(); i++) {
            char c = sql.charAt(i);
            text.append(c == '?' ? "$" + ++number : String.valueOf(c));
        }
        return text.toString();
    }
}
