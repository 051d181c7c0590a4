package org.orderevidence.transfer;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.store.sql.TestPostgres;

/** From a SQLite file into PostgreSQL: how a shop that grows takes its data along. */
@Tag("slow")
final class SqliteToPostgresCopyTest implements StoreCopyContract {
    private final String database = TestPostgres.newDatabase();

    @TempDir
    private Path folder;

    @Override
    public Path folder() {
        return folder;
    }

    @Override
    public String from() {
        return "sqlite:" + folder.resolve("data/evidence.db");
    }

    @Override
    public String to() {
        return database;
    }
}
