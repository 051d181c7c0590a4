package org.orderevidence.store.sql;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.EvidenceStoreContract;
import org.orderevidence.store.OrderFixtures;

/** SQLite keeps the contract. */
final class SqliteEvidenceStoreTest implements EvidenceStoreContract {
    @TempDir
    private Path folder;

    private SqlStore open;

    @BeforeEach
    void open() {
        open = SqlStore.openSqlite(folder.resolve("evidence.db"), SqlSettings.defaults(), OrderFixtures.NOON);
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
