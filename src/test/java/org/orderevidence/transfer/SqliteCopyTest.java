package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.installation.CannotStart;
import org.orderevidence.installation.Installation;
import org.orderevidence.store.PendingStore;
import org.orderevidence.store.sql.TestSqlite;

/** From one SQLite file into another. */
final class SqliteCopyTest implements StoreCopyContract {
    @TempDir
    private Path folder;

    @Override
    public Path folder() {
        return folder;
    }

    @Override
    public String from() {
        return "sqlite:" + folder.resolve("data/evidence.db");
    }

    @Override
    public String to() {
        return "sqlite:" + folder.resolve("new/evidence.db");
    }

    @Test
    void theOrdersAreCounted() {
        WholeStores.fill(source(), 30);
        copy(new WholeStores.Told());
        copy(new WholeStores.Told());

        try (Installation target = WholeStores.open(target())) {
            assertEquals(30, target.evidence().count(WholeStores.SHOP).total());
            assertEquals(30, target.evidence().count(WholeStores.SHOP_TEST).total());
        }
    }

    @Test
    void aPendingFactThatDoesNotFitInTheTargetIsADifference() {
        WholeStores.fill(source(), 1);
        assertTrue(copy(new WholeStores.Told()).isEqual());
        fillPending();
        try (Installation source = WholeStores.open(source())) {
            assertTrue(source.pending().put(WholeStores.SHOP, WholeStores.pending("F-2")));
        }
        WholeStores.Told told = new WholeStores.Told();

        StoreTasks.Copied copied = copy(told);

        assertFalse(copied.isEqual());
        assertEquals(
                "pending facts that were not copied, because the target has no room for them: 1 (an account space has"
                        + " room for 100,000, on Cassandra for 6,250 in each of 16 partitions)",
                told.lines.getFirst());
    }

    /** Fills the live space of the target with rows that cannot be opened. */
    private void fillPending() {
        TestSqlite.change(
                to(),
                "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < "
                        + PendingStore.MAX_FACTS
                        + ") INSERT INTO pending (space, pending_key, version, since, document)"
                        + " SELECT (SELECT number FROM spaces WHERE account = 'shop' AND mode = 'live'),"
                        + " CAST(printf('%040d', i) AS BLOB), 1, 1, x'00' FROM n");
    }

    @Test
    void aSourceThatIsNotThereIsNotMade() {
        CannotStart refused = assertThrows(CannotStart.class, () -> copy(new WholeStores.Told()));

        assertEquals("there is no store at " + from(), refused.getMessage());
        assertFalse(Files.exists(folder.resolve("data/evidence.db")));
        assertFalse(Files.exists(folder.resolve("new/evidence.db")));
    }

    @Test
    void twoNamesOfOneFileAreOneStore() {
        WholeStores.fill(source(), 1);

        assertEquals(
                Optional.of("--from and --to name the same store"),
                StoreTasks.fault(from(), "sqlite:" + folder + "/data/../data/evidence.db"));
        assertEquals(
                Optional.of("--from and --to name the same store"),
                StoreTasks.fault("sqlite:not-there", "sqlite:./not-there"));
        assertEquals(Optional.empty(), StoreTasks.fault(from(), to()));
    }
}
