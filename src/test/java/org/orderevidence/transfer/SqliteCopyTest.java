package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.installation.CannotStart;
import org.orderevidence.installation.Installation;

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
