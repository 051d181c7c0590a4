package org.orderevidence.transfer;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.store.sql.TestPostgres;

/** A new sealing key for a PostgreSQL database. */
@Tag("slow")
final class PostgresResealTest implements ResealContract {
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
