package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.NOON;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Installation;
import org.orderevidence.installation.SecretFile;
import org.orderevidence.installation.SecretWatch;
import org.orderevidence.store.OpenStore;

/** What an instance notes when it gets a new sealing key. */
class OlderVersionWatchTest {
    @TempDir
    private Path folder;

    private Instant now = NOON;

    @Test
    void anInstanceNotesForAMinuteThatItUsedAnOlderKey() throws Exception {
        Config config = WholeStores.config(folder, "sqlite:" + folder.resolve("evidence.db"));
        try (Installation installation = WholeStores.open(config)) {
            OpenStore store = installation.store();
            RenewalNotes notes = new RenewalNotes(store.accounts(), RenewalSubject.SEALED_RECORDS);
            OlderVersionWatch watch = new OlderVersionWatch(Renewal.ofSealedRecords(store), () -> now, "me");
            watch.look();
            assertEquals(Optional.empty(), notes.read().used());

            new SecretFile(config.secretFile()).addSealingKey(new Random(5), Instant.EPOCH);
            long end = System.nanoTime() + 5 * SecretWatch.EVERY.toNanos();
            while (store.sealedRecords().sealingKey() != 2) {
                assertTrue(System.nanoTime() < end, "the instance reads the file");
                Thread.sleep(20);
            }

            assertEquals(Optional.of(NOON), lookAfter(Duration.ZERO, watch, notes));
            assertEquals(Optional.of(NOON.plusSeconds(59)), lookAfter(Duration.ofSeconds(59), watch, notes));
            assertEquals(Optional.of(NOON.plusSeconds(60)), lookAfter(Duration.ofSeconds(60), watch, notes));
            assertEquals(Optional.of(NOON.plusSeconds(60)), lookAfter(Duration.ofSeconds(61), watch, notes));
        }
    }

    /** Returns when the last note was written. */
    private Optional<Instant> lookAfter(Duration time, OlderVersionWatch watch, RenewalNotes notes) {
        now = NOON.plus(time);
        watch.look();
        return notes.read().used().map(RenewalNotes.OlderVersionUsed::at);
    }
}
