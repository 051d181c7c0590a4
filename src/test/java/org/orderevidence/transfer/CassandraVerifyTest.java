package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.transfer.WholeStores.SHOP;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Installation;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.OrderWrite;
import org.orderevidence.store.cassandra.TestCluster;
import org.orderevidence.transfer.WholeStores.Told;

/** Reading back a keyspace. */
@Tag("slow")
final class CassandraVerifyTest {
    private static final String KEYSPACE = "verify";

    @TempDir
    private Path folder;

    @BeforeEach
    void emptyTheKeyspace() {
        TestCluster.started().empty(KEYSPACE);
    }

    @Test
    void aStoreThatWasFilledByTheServiceIsSound() {
        Config config = config();
        ComposedOrders.fill(config, 60);
        Told told = new Told();

        VerifyReport verified = WholeStores.verify(config, false, told);

        assertEquals(List.of(), told.lines);
        assertEquals(new VerifyReport(2, 122, verified.historyRows(), 120, 0, 0, 0, 0, true), verified);
    }

    @Test
    void rowsBesideAnOrderAreReportedAndWrittenAgain() {
        Config config = config();
        putOrder(config);
        List.of("history", "order_days", "order_references").forEach(new Tampering(config)::empty);
        Told told = new Told();

        VerifyReport verified = WholeStores.verify(config, false, told);

        assertEquals(3, told.lines.size(), told.lines::toString);
        told.lines.forEach(line -> assertTrue(line.startsWith(StoreVerifyContract.A_0 + "its row among the "), line));
        assertEquals(new VerifyReport(1, 1, 0, 0, 0, 1, 0, 0, false), verified);
        assertTrue(WholeStores.verify(config, true, new Told()).isSound());
        assertSound(config);
    }

    @Test
    void aDamagedBodyIsReportedAndItsRowsStay() {
        Config config = config();
        putOrder(config);
        new Tampering(config).change("orders", Tampering::damaged);
        Told told = new Told();

        VerifyReport verified = WholeStores.verify(config, true, told);

        assertEquals(1, told.lines.size(), told.lines::toString);
        assertTrue(told.lines.getFirst().startsWith(StoreVerifyContract.A_0), told.lines::toString);
        assertEquals(new VerifyReport(1, 0, 1, 0, 1, 0, 0, 0, false), verified);
    }

    @Test
    void rowsWithoutTheirOrderAreReportedAndDeleted() {
        Config config = config();
        putOrder(config);
        for (String kind : List.of("history", "order_days", "order_references")) {
            new Tampering(config).add(kind, Tampering::ofAnotherOrder);
        }
        Told told = new Told();

        VerifyReport verified = WholeStores.verify(config, false, told);

        assertEquals(3, told.lines.size(), told.lines::toString);
        assertEquals(new VerifyReport(1, 1, 2, 0, 0, 0, 3, 0, false), verified);
        assertTrue(WholeStores.verify(config, true, new Told()).isSound());
        assertSound(config);
    }

    @Test
    void lostOrdersAreReportedByTheCountAndByTheirRows() {
        Config config = config();
        putOrder(config);
        new Tampering(config).empty("orders");
        Told told = new Told();

        VerifyReport verified = WholeStores.verify(config, false, told);

        assertEquals(1, verified.miscounted(), told.lines::toString);
        assertEquals(3, verified.orphans(), told.lines::toString);
    }

    private static void assertSound(Config config) {
        Told told = new Told();
        assertEquals(
                new VerifyReport(1, 1, 1, 0, 0, 0, 0, 0, true),
                WholeStores.verify(config, false, told),
                told.lines::toString);
    }

    private Config config() {
        return WholeStores.config(folder.resolve("data"), TestCluster.started().url(KEYSPACE));
    }

    private static void putOrder(Config config) {
        try (Installation installation = WholeStores.openShop(config)) {
            OrderWrite order =
                    WholeStores.write(installation, SHOP, StoreVerifyContract.order("A-0", key("card of A-0")));
            installation.evidence().put(SHOP, OrderFixtures.parts(List.of(order)), NOON);
        }
    }
}
