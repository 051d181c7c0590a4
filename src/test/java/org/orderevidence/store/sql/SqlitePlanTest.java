package org.orderevidence.store.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.TestCodec;
import org.orderevidence.store.sql.archive.ArchivedHistory;
import org.orderevidence.store.sql.archive.ArchivedOrders;
import org.orderevidence.store.sql.archive.DerivedRows;
import org.orderevidence.store.sql.archive.SpaceNames;
import org.orderevidence.store.sql.dialect.OrdersByTime;
import org.orderevidence.store.sql.dialect.Session;
import org.orderevidence.store.sql.dialect.SqlSettings;
import org.orderevidence.store.sql.sqlite.SqliteCheckpointer;
import org.orderevidence.store.sql.sqlite.SqliteDialect;
import org.orderevidence.store.sql.sqlite.SqliteReads;
import org.orderevidence.store.sql.sqlite.SqliteRows;
import org.orderevidence.store.sql.table.FactTables;

/**
 * How SQLite finds the rows of each statement that reads: always by a key that starts with the space. It never scans a
 * table, and never sorts. A walk over a whole table starts in the key where the last page ended. {@code SCAN CONSTANT
 * ROW} in a plan reads no table.
 */
final class SqlitePlanTest {
    private static final String BY_ORDER = "SEARCH %s USING PRIMARY KEY (space=? AND order_id=?)";

    @TempDir
    private Path folder;

    static Stream<Arguments> statements() {
        Map<String, List<String>> plans = Map.ofEntries(
                Map.entry(
                        SqliteReads.SELECT_ORDER,
                        List.of(
                                "COMPOUND QUERY",
                                "LEFT-MOST SUBQUERY",
                                "SEARCH orders USING INDEX sqlite_autoindex_orders_1 (space=? AND id=?)",
                                "UNION ALL",
                                BY_ORDER.formatted("disputes"),
                                "UNION ALL",
                                BY_ORDER.formatted("fraud_reports"))),
                Map.entry(
                        OrdersByTime.SELECT_NEWEST,
                        List.of(
                                "SEARCH orders USING COVERING INDEX orders_by_time (space=? AND (list_rank,id)>(?,?) AND list_rank<?)")),
                Map.entry(
                        OrdersByTime.SELECT_OLDEST,
                        List.of(
                                "SEARCH orders USING COVERING INDEX orders_by_time (space=? AND list_rank>? AND (list_rank,id)<(?,?))")),
                Map.entry(
                        OrdersByTime.SELECT_NEWEST_OF_REFERENCE,
                        List.of(
                                "SEARCH orders_by_reference USING PRIMARY KEY (space=? AND reference=? AND (list_rank,order_id)>(?,?) AND list_rank<?)")),
                Map.entry(
                        OrdersByTime.SELECT_OLDEST_OF_REFERENCE,
                        List.of(
                                "SEARCH orders_by_reference USING PRIMARY KEY (space=? AND reference=? AND list_rank>? AND (list_rank,order_id)<(?,?))")),
                Map.entry(SqliteReads.SELECT_COUNT, List.of("SEARCH spaces USING INTEGER PRIMARY KEY (rowid=?)")),
                Map.entry(
                        SqliteRows.SELECT_ORDER,
                        List.of(
                                "SEARCH o USING INDEX sqlite_autoindex_orders_1 (space=? AND id=?)",
                                "CORRELATED SCALAR SUBQUERY 1",
                                "SEARCH d USING PRIMARY KEY (space=? AND order_id=?)",
                                "CORRELATED SCALAR SUBQUERY 2",
                                "SEARCH f USING PRIMARY KEY (space=? AND order_id=?)")),
                Map.entry(
                        SqliteReads.SELECT_RANGE,
                        List.of("SEARCH history USING PRIMARY KEY (space=? AND credential=? AND day>? AND day<?)")),
                Map.entry(
                        SqliteRows.SELECT_HISTORY,
                        List.of(
                                "SEARCH history USING PRIMARY KEY (space=? AND credential=? AND day=? AND order_id=?)")),
                Map.entry(
                        FactTables.COUNT_DISPUTES,
                        List.of("SEARCH disputes USING PRIMARY KEY (space=? AND order_id=?)")),
                Map.entry(
                        FactTables.COUNT_REPORTS,
                        List.of("SEARCH fraud_reports USING PRIMARY KEY (space=? AND order_id=?)")),
                Map.entry(
                        ArchivedOrders.SELECT_ORDERS,
                        List.of("SEARCH orders USING INDEX sqlite_autoindex_orders_1 ((space,id)>(?,?))")),
                Map.entry(
                        DerivedRows.SELECT_DERIVATIONS,
                        List.of("SEARCH orders USING INDEX sqlite_autoindex_orders_1 ((space,id)>(?,?))")),
                Map.entry(
                        ArchivedOrders.SELECT_DISPUTES,
                        List.of(
                                "SEARCH disputes USING PRIMARY KEY ((space,order_id)>(?,?) AND (space,order_id)<(?,?))")),
                Map.entry(
                        ArchivedOrders.SELECT_REPORTS,
                        List.of(
                                "SEARCH fraud_reports USING PRIMARY KEY ((space,order_id)>(?,?) AND (space,order_id)<(?,?))")),
                Map.entry(
                        ArchivedHistory.SELECT_REST,
                        List.of("SEARCH history USING PRIMARY KEY (space=? AND credential=? AND day<?)")),
                Map.entry(
                        ArchivedHistory.SELECT_BEHIND,
                        List.of("SEARCH history USING PRIMARY KEY ((space,credential)>(?,?))")),
                Map.entry(
                        ArchivedHistory.SELECT_AT,
                        List.of(
                                "SEARCH history USING PRIMARY KEY (space=? AND credential=? AND day=? AND order_id=?)")),
                Map.entry(SpaceNames.SELECT, List.of("SEARCH spaces USING INTEGER PRIMARY KEY (rowid=?)")));
        return plans.entrySet().stream().map(entry -> Arguments.of(entry.getKey(), entry.getValue()));
    }

    @ParameterizedTest
    @MethodSource("statements")
    void everyReadFollowsAKey(String sql, List<String> plan) throws SQLException {
        Path file = folder.resolve("evidence.db");
        SqlSettings settings = SqlSettings.defaults();
        SqlStore.openSqlite(file, settings, OrderFixtures.NOON, TestCodec.CODECS)
                .close();
        try (SqliteDialect dialect = new SqliteDialect(file, settings, SqliteCheckpointer.Pace.USUAL);
                Session session = dialect.openReader();
                Statement statement = session.connection().createStatement();
                ResultSet row = statement.executeQuery("EXPLAIN QUERY PLAN " + sql)) {
            List<String> steps = new ArrayList<>();
            while (row.next()) {
                steps.add(row.getString("detail"));
            }
            assertEquals(plan, steps);
        }
    }
}
