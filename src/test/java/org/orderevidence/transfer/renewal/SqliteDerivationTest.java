package org.orderevidence.transfer.renewal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.io.TempDir;

/** A new derivation for a SQLite file. */
final class SqliteDerivationTest implements DerivationContract {
    @TempDir
    private Path folder;

    @Override
    public String store() {
        return "sqlite:" + folder.resolve("evidence.db");
    }

    @Override
    public void deleteRows(String id) {
        change("DELETE FROM history WHERE order_id = '" + id + "'");
        change("DELETE FROM orders_by_reference WHERE order_id = '" + id + "'");
    }

    @Override
    public void damage(String id, String hex) {
        assertEquals(1, change("UPDATE orders SET document = X'" + hex + "' WHERE id = '" + id + "'"));
    }

    private int change(String sql) {
        try (Connection connection = DriverManager.getConnection("jdbc:" + store());
                Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
