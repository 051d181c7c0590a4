package org.orderevidence.transfer;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.store.sql.TestPostgres;

/** Copies from PostgreSQL to a SQLite file, so users can change the engine in both directions. */
@Tag("slow")
final class PostgresToSqliteCopyTest implements StoreCopyContract {
    private final String database = TestPostgres.newDatabase();

    @TempDir
    private Path folder;

    @Override
    public Path folder() {
        return folder;
    }

    @Override
    public String from() {
        return database;
    }

    @Override
    public String to() {
        return "sqlite:" + folder.resolve("new/evidence.db");
    }
}
