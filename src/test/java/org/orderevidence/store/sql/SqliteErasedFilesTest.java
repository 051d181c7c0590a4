package org.orderevidence.store.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServedStore;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.store.OpenStore;
import org.orderevidence.waiting.Waits;
import org.orderevidence.webhook.ErasedFilesContract;

/** The database overwrites what is deleted, and the service empties the write-ahead log when nothing is written. */
final class SqliteErasedFilesTest implements ErasedFilesContract {
    @TempDir
    private Path folder;

    @AutoClose
    private OpenStore open;

    @AutoClose
    private ServedApi served;

    @BeforeEach
    void serve() {
        open = SqlRecordStore.openSqlite(
                folder.resolve("evidence.db"), SqlSettings.defaults(), ServedApi.NOW, ServedApi.CODECS);
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
        return List.of(folder);
    }

    @Override
    public void flush() {
        // The log is a file, too.
    }

    @Override
    public void compact() {
        Waits.until(() -> isEmpty(folder.resolve("evidence.db-wal")), "the log is not emptied");
    }

    private static boolean isEmpty(Path log) {
        try {
            return Files.size(log) == 0;
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
