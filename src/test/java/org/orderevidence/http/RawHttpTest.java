package org.orderevidence.http;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.sql.SqlSettings;
import org.orderevidence.store.sql.SqlStore;

/** HTTP itself, byte by byte. It is the same on every store: one is enough. */
class RawHttpTest implements HeadContract, FramingContract, TimeContract {
    @TempDir
    static Path folder;

    private static OpenStore sqlite;
    private static ServedStore store;
    private static ServedApi served;

    @BeforeAll
    static void start() {
        sqlite = SqlStore.openSqlite(
                folder.resolve("evidence.db"), SqlSettings.defaults(), ServedApi.NOW, ServedApi.CODECS);
        store = ServedStore.of(sqlite);
        served = ServedApi.start(store, DefaultLimits.DEFAULTS);
    }

    @AfterAll
    static void stop() {
        served.close();
        sqlite.close();
    }

    @Override
    public ServedApi api() {
        return served;
    }

    @Override
    public ServedStore store() {
        return store;
    }
}
