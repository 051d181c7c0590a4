package org.orderevidence.store.sql;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.TestCodec;
import org.orderevidence.store.Tokens;
import org.orderevidence.store.TokensContract;

/** PostgreSQL keeps the contract. */
final class PostgresTokensTest implements TokensContract {
    private static String url;

    private SqlStore open;

    @BeforeAll
    static void makeDatabase() {
        url = TestPostgres.newDatabase();
    }

    @BeforeEach
    void open() {
        open = SqlStore.openPostgres(
                PostgresUrl.parse(url), null, SqlSettings.ofServer(null), OrderFixtures.NOON, TestCodec.CODECS);
    }

    @AfterEach
    void close() {
        open.close();
    }

    @Override
    public void reopen() {
        close();
        open();
    }

    @Override
    public Tokens tokens() {
        return open.tokens();
    }
}
