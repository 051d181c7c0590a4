package org.orderevidence.store.sql;

import static org.orderevidence.store.OrderFixtures.NOON;

import org.orderevidence.store.TestCodec;
import org.orderevidence.store.sql.dialect.SqlSettings;
import org.orderevidence.store.sql.postgresql.PostgresUrl;

/** The bound of pending facts in PostgreSQL. */
final class PostgresPendingBoundTest implements PendingBoundContract {
    private final String url = TestPostgres.newDatabase();

    @Override
    public SqlStore open() {
        return SqlStore.openPostgres(PostgresUrl.parse(url), null, SqlSettings.ofServer(null), NOON, TestCodec.CODECS);
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
        TestPostgres.server()
                .execute(
                        TestPostgres.name(url),
                        "INSERT INTO pending (space, pending_key, version, since, document) SELECT " + SHOP_NUMBER
                                + ", convert_to('" + prefix + "' || lpad(i::text, 40, '0'), 'UTF8'), 1, 1, '\\x00'"
                                + " FROM generate_series(1, " + rows + ") AS i");
    }
}
