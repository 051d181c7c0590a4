package org.orderevidence.http;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.sql.SqliteStores;

/** The whole interface on SQLite. */
class SqliteApiTest implements ApiContract {
    @TempDir
    static Path folder;

    private static OpenStore store;
    private static ServedApi served;

    @BeforeAll
    static void start() {
        store = SqliteStores.open(folder);
        served = ServedApi.start(store, Limits.DEFAULTS);
    }

    @AfterAll
    static void stop() {
        served.close();
        store.close();
    }

    @Override
    public ServedApi api() {
        return served;
    }

    @Override
    public OpenStore store() {
        return store;
    }
}
