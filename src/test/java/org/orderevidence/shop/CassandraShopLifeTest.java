package org.orderevidence.shop;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.store.cassandra.TestCluster;

/** The life of a shop on a cluster. */
final class CassandraShopLifeTest implements ShopLifeContract {
    @TempDir
    private Path folder;

    @Override
    public String newStore() {
        return TestCluster.started().url("shop_life");
    }

    @Override
    public Path folder() {
        return folder;
    }
}
