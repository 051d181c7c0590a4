package org.orderevidence.store.sql;

import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.TestCodec;

/** PostgreSQL keeps the contract. */
@Tag("slow")
final class PostgresEvidenceStoreTest implements SqlEvidenceStoreContract {
    private static String url;

    private SqlStore open;

    @BeforeAll
    static void makeDatabase() {
        url = TestPostgres.newDatabase();
    }

    @BeforeEach
    void openEmpty() {
        TestPostgres.empty(url);
        open();
    }

    @Override
    public void open() {
        open = SqlStore.openPostgres(
                PostgresUrl.parse(url), null, SqlSettings.ofServer(null), OrderFixtures.NOON, TestCodec.CODECS);
    }

    @Override
    public SqlStore sql() {
        return open;
    }

    @Override
    public Connection connect() throws SQLException {
        return TestPostgres.server().connect(TestPostgres.name(url));
    }

    @Override
    public String damagedDocument() {
        return "set_byte(body, 9, 255 - get_byte(body, 9))";
    }
}
