package org.orderevidence.http.client;

import java.nio.file.Path;
import org.orderevidence.http.api.Shop;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.http.server.ServedApi;
import org.orderevidence.http.server.ServedStore;
import org.orderevidence.store.sql.SqlStore;
import org.orderevidence.store.sql.dialect.SqlSettings;

/** A service on SQLite, for one client. */
record ClientService(SqlStore sqlite, ServedApi served) implements AutoCloseable {
    static ClientService start(Path folder) {
        SqlStore sqlite = SqlStore.openSqlite(folder.resolve("evidence.db"), SqlSettings.defaults(), ServedApi.NOW);
        ServedStore store = new ServedStore(sqlite.evidence(), sqlite.accounts());
        return new ClientService(sqlite, ServedApi.start(store, DefaultLimits.DEFAULTS));
    }

    String url() {
        return "http://127.0.0.1:" + served.port();
    }

    Shop newShop() {
        return served.newShop();
    }

    @Override
    public void close() {
        served.close();
        sqlite.close();
    }
}
