package org.orderevidence.store.sql;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.orderevidence.http.ServedApi;
import org.orderevidence.store.OpenStore;
import org.orderevidence.webhook.ErasedFilesContract;

/** {@code VACUUM FULL} writes the tables again. The files of the tables are looked at, not the write-ahead log. */
@Tag("faults")
final class PostgresErasedFilesTest extends ErasedFilesContract {
    @AutoClose
    private static final PostgresServer SERVER = PostgresServer.start();

    private final String url = TestPostgres.newDatabase(SERVER);

    @Override
    protected OpenStore open() {
        return SqlRecordStore.openPostgres(
                PostgresUrl.parse(url), null, SqlSettings.ofServer(null), ServedApi.NOW, ServedApi.CODECS);
    }

    @Override
    protected List<Path> files() {
        return List.of(SERVER.folder().resolve("base"));
    }

    @Override
    protected void flush() {
        SERVER.execute(TestPostgres.name(url), "CHECKPOINT");
    }

    @Override
    protected void compact() {
        SERVER.execute(TestPostgres.name(url), "VACUUM FULL");
        flush();
    }
}
