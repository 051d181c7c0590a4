package org.orderevidence;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.store.sql.TestPostgres;

/** The service on PostgreSQL survives being killed. */
final class PostgresServiceCrashTest implements CrashContract {
    @TempDir
    private Path folder;

    private final String store = TestPostgres.newDatabase();

    @Override
    public ServeProcess serve() throws IOException {
        return ServeProcess.start(folder.resolve("data"), "--store", store);
    }
}
