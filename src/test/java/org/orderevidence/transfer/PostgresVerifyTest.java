package org.orderevidence.transfer;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.store.sql.TestPostgres;

/** Reading back PostgreSQL. */
@Tag("slow")
final class PostgresVerifyTest implements StoreVerifyContract {
    private final String database = TestPostgres.newDatabase();

    @TempDir
    private Path folder;

    @Override
    public Path folder() {
        return folder;
    }

    @Override
    public String store() {
        return database;
    }
}
