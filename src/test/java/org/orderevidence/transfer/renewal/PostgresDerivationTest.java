package org.orderevidence.transfer.renewal;

import org.junit.jupiter.api.Tag;
import org.orderevidence.store.sql.TestPostgres;

/** A new derivation for a PostgreSQL database. */
@Tag("slow")
final class PostgresDerivationTest implements DerivationContract {
    private final String database = TestPostgres.newDatabase();

    @Override
    public String store() {
        return database;
    }

    @Override
    public void deleteRows(String id) {
        change("DELETE FROM history WHERE order_id = '" + id + "'");
        change("DELETE FROM orders_by_reference WHERE order_id = '" + id + "'");
    }

    @Override
    public void damage(String id, String hex) {
        change("UPDATE orders SET document = '\\x" + hex + "' WHERE id = '" + id + "'");
    }

    private void change(String sql) {
        TestPostgres.change(database, sql);
    }
}
