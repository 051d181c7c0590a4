package org.orderevidence.transfer;

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
}
