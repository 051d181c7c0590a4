package org.orderevidence.shop;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.store.sql.TestPostgres;

/** The life of a shop on PostgreSQL. */
final class PostgresShopLifeTest implements ShopLifeContract {
    @TempDir
    private Path folder;

    @Override
    public String newStore() {
        return TestPostgres.newDatabase();
    }

    @Override
    public Path folder() {
        return folder;
    }
}
