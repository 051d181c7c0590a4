package org.orderevidence.store.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.orderevidence.store.OrderFixtures.NOON;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.store.TestCodec;
import org.orderevidence.store.sql.dialect.SqlSettings;

/** The bound of pending facts in SQLite. */
final class SqlitePendingBoundTest implements PendingBoundContract {
    @TempDir
    private Path folder;

    @Override
    public SqlStore open() {
        return SqlStore.openSqlite(folder.resolve("evidence.db"), SqlSettings.defaults(), NOON, TestCodec.CODECS);
    }

    @Override
    public void addRows(int rows) {
        add("a", rows);
    }

    @Override
    public void addMoreRows(int rows) {
        add("b", rows);
    }

    private void add(String prefix, int rows) {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("evidence.db"));
                Statement insert = connection.createStatement()) {
            assertEquals(
                    rows,
                    insert.executeUpdate(
                            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " + rows + ")"
                                    + " INSERT INTO pending (space, pending_key, version, since, document) SELECT "
                                    + SHOP_NUMBER + ", CAST(printf('" + prefix + "%040d', i) AS BLOB), 1, 1, x'00'"
                                    + " FROM n"));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
