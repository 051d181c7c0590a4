package org.orderevidence.http;

import java.nio.file.Path;
import org.orderevidence.api.Shop;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.sql.SqlRecordStore;
import org.orderevidence.store.sql.SqlSettings;

/** A service of its own on SQLite, for the tests of one class. */
public record ServedSqlite(OpenStore sqlite, ServedStore store, ServedApi served) implements AutoCloseable {
    public static ServedSqlite start(Path folder) {
        OpenStore sqlite = SqlRecordStore.openSqlite(
                folder.resolve("evidence.db"), SqlSettings.defaults(), ServedApi.NOW, ServedApi.CODECS);
        ServedStore store = ServedStore.of(sqlite);
        return new ServedSqlite(sqlite, store, ServedApi.start(store, DefaultLimits.DEFAULTS));
    }

    public String url() {
        return "http://127.0.0.1:" + served.port();
    }

    public Shop newShop() {
        return served.newShop();
    }

    @Override
    public void close() {
        served.close();
        sqlite.close();
    }
}
