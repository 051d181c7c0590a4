package org.orderevidence.store.sql;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.http.ServedApi;
import org.orderevidence.store.OpenStore;
import org.orderevidence.waiting.Waits;
import org.orderevidence.webhook.ErasedFilesContract;

/** The database overwrites what is deleted, and the service empties the write-ahead log when nothing is written. */
final class SqliteErasedFilesTest extends ErasedFilesContract {
    @TempDir
    private Path folder;

    @Override
    protected OpenStore open() {
        return SqlRecordStore.openSqlite(
                folder.resolve("evidence.db"), SqlSettings.defaults(), ServedApi.NOW, ServedApi.CODECS);
    }

    @Override
    protected List<Path> files() {
        return List.of(folder);
    }

    @Override
    protected void flush() {
        // The log is a file, too.
    }

    @Override
    protected void compact() {
        Waits.until(() -> Files.size(folder.resolve("evidence.db-wal")) == 0, "the log is not emptied");
    }
}
