package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.installation.Config;
import org.orderevidence.store.cassandra.TestCluster;
import org.orderevidence.transfer.StoreTasks.Copied;
import org.orderevidence.transfer.StoreVerify.VerifyReport;
import org.orderevidence.transfer.WholeStores.Told;

/** Into a cluster and out of it again; one test, since a cluster is slow where its three nodes share a machine. */
@Tag("slow")
@Tag("alone")
class CassandraCopyTest {
    private static final int ORDERS = 150;

    @TempDir
    private Path folder;

    @Test
    void aClusterTakesEverythingInAndGivesItBack() {
        Path data = folder.resolve("data");
        String file = "sqlite:" + data.resolve("evidence.db");
        String cluster = TestCluster.started().url("copied");
        String back = "sqlite:" + folder.resolve("back.db");
        Config config = WholeStores.config(data, file);
        ComposedOrders.fill(config, ORDERS);
        Told told = new Told();

        Copied in = StoreTasks.copy(config, file, cluster, false, false, told);
        assertTrue(in.isEqual(), in::toString);

        VerifyReport verified = WholeStores.verify(WholeStores.config(data, cluster), false, told);
        assertEquals(
                new VerifyReport(2, 2 * ORDERS + 2, verified.historyRows(), 2 * ORDERS, 0, 0, 0, 0, true), verified);
        ComposedOrders.assertSame(config, WholeStores.config(data, cluster), ORDERS);

        Copied out = StoreTasks.copy(config, cluster, back, false, false, told);
        assertTrue(out.isEqual(), out::toString);
        assertEquals(in.kinds(), out.kinds());
        ComposedOrders.assertSame(config, WholeStores.config(data, back), ORDERS);
        assertEquals(List.of(), told.lines);
    }
}
