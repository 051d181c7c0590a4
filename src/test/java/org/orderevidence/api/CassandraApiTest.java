package org.orderevidence.api;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServedStore;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.cassandra.CassandraStores;

/** The interface on Cassandra: three nodes, replication 3. Each test has shops of its own. */
@Tag("slow")
@Tag("alone")
class CassandraApiTest implements EachStoreContract {
    /** About as many as the tests need. */
    private static final int SHOPS = 80;

    private static OpenStore cassandra;
    private static ServedStore store;
    private static ServedApi served;

    @BeforeAll
    static void start() {
        cassandra = CassandraStores.open("interface", ServedApi.CODECS, ServedApi.NOW);
        store = ServedStore.of(cassandra);
        served = ServedApi.start(store, DefaultLimits.DEFAULTS);
        served.makeShops(SHOPS);
    }

    @AfterAll
    static void stop() {
        served.close();
        cassandra.close();
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
