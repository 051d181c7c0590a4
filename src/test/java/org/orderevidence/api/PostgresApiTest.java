package org.orderevidence.api;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServedStore;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.sql.PostgresUrl;
import org.orderevidence.store.sql.SqlRecordStore;
import org.orderevidence.store.sql.SqlSettings;
import org.orderevidence.store.sql.TestPostgres;

/** The interface on PostgreSQL. */
@Tag("slow")
class PostgresApiTest implements EachStoreContract {
    private static OpenStore postgres;
    private static ServedStore store;
    private static ServedApi served;

    @BeforeAll
    static void start() {
        PostgresUrl url = PostgresUrl.parse(TestPostgres.newDatabase());
        postgres = SqlRecordStore.openPostgres(url, null, SqlSettings.ofServer(null), ServedApi.NOW, ServedApi.CODECS);
        store = ServedStore.of(postgres);
        served = ServedApi.start(store, DefaultLimits.DEFAULTS);
    }

    @AfterAll
    static void stop() {
        served.close();
        postgres.close();
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
