package org.orderevidence.store.sql;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServedStore;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.store.OpenStore;
import org.orderevidence.webhook.ErasedFilesContract;

/** {@code VACUUM FULL} writes the tables again. The files of the tables are looked at, not the write-ahead log. */
@Tag("faults")
final class PostgresErasedFilesTest implements ErasedFilesContract {
    @AutoClose
    private PostgresServer server;

    @AutoClose
    private OpenStore open;

    @AutoClose
    private ServedApi served;

    private String database;

    @BeforeEach
    void serve() {
        server = PostgresServer.start();
        String url = TestPostgres.newDatabase(server);
        database = TestPostgres.name(url);
        open = SqlRecordStore.openPostgres(
                PostgresUrl.parse(url), null, SqlSettings.ofServer(null), ServedApi.NOW, ServedApi.CODECS);
        served = ServedApi.start(store(), DefaultLimits.DEFAULTS);
    }

    @Override
    public ServedApi api() {
        return served;
    }

    @Override
    public ServedStore store() {
        return ServedStore.of(open);
    }

    @Override
    public List<Path> files() {
        return List.of(server.folder().resolve("base"));
    }

    @Override
    public void flush() {
        server.execute(database, "CHECKPOINT");
    }

    @Override
    public void compact() {
        server.execute(database, "VACUUM FULL");
        flush();
    }
}
