package org.orderevidence.store.sql;

import java.nio.file.Path;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.OrderFixtures;

/** Opens SQLite stores for the tests of other packages. */
public final class SqliteStores {
    private SqliteStores() {}

    /** A store in a folder. */
    public static OpenStore open(Path folder) {
        return new Opened(
                SqlStore.openSqlite(folder.resolve("evidence.db"), SqlSettings.defaults(), OrderFixtures.NOON));
    }

    private record Opened(SqlStore store) implements OpenStore {
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
}
