package org.orderevidence.transfer.renewal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.store.sql.TestSqlite;

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
        return TestSqlite.change(store(), sql);
    }
}
