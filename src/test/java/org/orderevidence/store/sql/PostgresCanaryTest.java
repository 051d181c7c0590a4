package org.orderevidence.store.sql;

import static org.orderevidence.store.OrderFixtures.NOON;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.orderevidence.store.CanaryContract;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.TestCodec;

/** All files of a PostgreSQL server, its write-ahead log among them. */
@Tag("slow")
final class PostgresCanaryTest implements CanaryContract {
    private PostgresServer server;
    private SqlStore open;

    @BeforeEach
    void open() {
        server = PostgresServer.start();
        String url = TestPostgres.newDatabase(server);
        open = SqlStore.openPostgres(PostgresUrl.parse(url), null, SqlSettings.ofServer(null), NOON, TestCodec.CODECS);
    }

    @AfterEach
    void close() {
        open.close();
        server.close();
    }

    @Override
    public OpenStore store() {
        return open;
    }

    @Override
    public List<Path> files() throws IOException {
        server.execute("postgres", "CHECKPOINT");
        return CanaryContract.under(server.folder());
    }
}
