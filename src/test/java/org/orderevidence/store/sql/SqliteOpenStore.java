package org.orderevidence.store.sql;

import java.nio.file.Path;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.OrderFixtures;

/** A SQLite store in a test's folder. */
record SqliteOpenStore(SqlStore store) implements OpenStore {
    static SqliteOpenStore open(Path folder) {
        return new SqliteOpenStore(
                SqlStore.openSqlite(folder.resolve("evidence.db"), SqlSettings.defaults(), OrderFixtures.NOON));
    }

    @Override
    public EvidenceStore evidence() {
        return store.evidence();
    }

    @Override
    public AccountStore accounts() {
        return store.accounts();
    }

    @Override
    public void close() {
        store.close();
    }
}
