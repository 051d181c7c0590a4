package org.orderevidence.store.sql;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.store.EvidenceStoreContract;
import org.orderevidence.store.OpenStore;

/** SQLite keeps the contract. */
final class SqliteEvidenceStoreTest extends EvidenceStoreContract {
    @TempDir
    private Path folder;

    @Override
    protected OpenStore open() {
        return SqliteOpenStore.open(folder);
    }
}
