package org.orderevidence.store.sql;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.EvidenceStoreContract;
import org.orderevidence.store.OrderFixtures;

/** PostgreSQL keeps the contract. */
final class PostgresEvidenceStoreTest implements EvidenceStoreContract {
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

    private void open() {
        open = SqlStore.openPostgres(PostgresUrl.parse(url), null, SqlSettings.ofServer(null), OrderFixtures.NOON);
    }

    @AfterEach
    @Override
    public void close() {
        open.close();
    }

    @Override
    public void reopen() {
        close();
        open();
    }

    @Override
    public EvidenceStore store() {
        return open.evidence();
    }

    @Override
    public AccountStore accounts() {
        return open.accounts();
    }
}
