package org.orderevidence.shop;

import org.orderevidence.store.sql.TestPostgres;

/** The cases on PostgreSQL. */
final class PostgresRealWorldTest extends RealWorldCases {
    private final String store = TestPostgres.newDatabase();

    @Override
    String store() {
        return store;
    }
}
