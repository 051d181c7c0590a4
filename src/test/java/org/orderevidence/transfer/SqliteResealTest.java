package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.NOON;

import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.sql.TestSqlite;

/** A new sealing key for a SQLite file. */
@Tag("slow")
final class SqliteResealTest implements ResealContract {
    @TempDir
    private Path folder;

    @Override
    public Path folder() {
        return folder;
    }

    @Override
    public String store() {
        return "sqlite:" + folder.resolve("evidence.db");
    }

    @Test
    void anInstanceThatIsAtWorkIsLeftAlone() {
        WholeStores.fill(config(), 1);
        rotate();
        Instant now = Instant.parse("2026-11-23T15:00:00Z");
        try (OpenStore store = open()) {
            RenewalNotes notes = new RenewalNotes(store.accounts(), RenewalSubject.SEALED_RECORDS);
            Renewing resealing = new Renewing(Renewal.ofSealedRecords(store), () -> now, Renewing.Pace.USUAL);
            assertTrue(resealing.isDue());

            notes.note(walkOfAnother(2, now.minusSeconds(59)));
            assertFalse(resealing.isDue());
            notes.note(walkOfAnother(1, now.minusSeconds(59)));
            assertTrue(resealing.isDue(), "that one is for an older key");
            notes.note(walkOfAnother(2, now.minusSeconds(60)));
            assertTrue(resealing.isDue(), "that one has stopped");

            notes.note(new RenewalNotes.Done(2, 0, now, notes.read().lastUse()));
            assertFalse(resealing.isDue());
        }
    }

    private static RenewalNotes.Progress walkOfAnother(int key, Instant at) {
        return new RenewalNotes.Progress(key, RenewalCount.NONE, at, "another", "no-use", "ORDERS:");
    }

    @Test
    void aWalkWaitsUntilNoInstanceUsesAnOlderKey() {
        WholeStores.fill(config(), 1);
        rotate();
        Instant now = Instant.parse("2026-11-23T15:00:00Z");
        try (OpenStore store = open()) {
            RenewalNotes notes = new RenewalNotes(store.accounts(), RenewalSubject.SEALED_RECORDS);
            Renewing resealing = new Renewing(Renewal.ofSealedRecords(store), () -> now, Renewing.Pace.USUAL);

            notes.note(new RenewalNotes.Announced(2, now.minusSeconds(59)));
            assertFalse(resealing.isDue(), "not all instances have read the clock since then");
            notes.note(new RenewalNotes.Announced(2, now.minusSeconds(60)));
            assertTrue(resealing.isDue());
            notes.note(new RenewalNotes.OlderVersionUsed(2, now.minusSeconds(59), "late"));
            assertFalse(resealing.isDue());
            notes.note(new RenewalNotes.OlderVersionUsed(2, now.minusSeconds(60), "late"));
            assertTrue(resealing.isDue());
            notes.note(new RenewalNotes.OlderVersionUsed(3, now.minusSeconds(60), "another"));
            assertFalse(resealing.isDue(), "this instance itself is late");
        }
    }

    @Test
    void aWalkStartsOverIfAnOlderKeyWasUsedSinceItStarted() {
        WholeStores.fill(config(), 10);
        rotate();
        try (OpenStore store = open()) {
            RenewalWalk walk = walk(store, NOON);
            walk.page(5);
            walk.note();
            assertTrue(continued(store).isContinued());

            new RenewalNotes(store.accounts(), RenewalSubject.SEALED_RECORDS)
                    .note(new RenewalNotes.OlderVersionUsed(2, NOON, "late"));

            assertFalse(continued(store).isContinued());
        }
    }

    private static RenewalWalk continued(OpenStore store) {
        Instant later = NOON.plusSeconds(300);
        return RenewalSteps.walk(Renewal.ofSealedRecords(store), () -> later, "two", false);
    }

    /** The trigger does what a concurrent write does: the row no longer has the bytes that were read. */
    @Test
    void aRecordThatAnotherWriterChangedNeedsAnotherWalk() {
        WholeStores.fill(config(), 1);
        rotate();
        try (OpenStore store = open()) {
            change("CREATE TRIGGER changed BEFORE UPDATE ON sightings_records BEGIN SELECT RAISE(IGNORE); END");

            RenewalWalk walk = walk(store, NOON);
            assertEquals(RenewalEnd.RENEWED, end(walk));
            assertEquals(11, walk.count().renewed());
            walk = walk(store, NOON);
            assertEquals(RenewalEnd.RENEWED, end(walk), "nothing was sealed, but old keys were found");
            assertEquals(0, walk.count().renewed());

            change("DROP TRIGGER changed");
            assertEquals(RenewalEnd.RENEWED, end(walk(store, NOON)));
            assertEquals(RenewalEnd.DONE, end(walk(store, NOON)));
        }
    }

    /** For example, after an upgrade of the database. */
    @Test
    void aNoteThatCannotBeReadCostsAnotherWalkOnly() {
        WholeStores.fill(config(), 1);
        rotate();
        try (OpenStore store = open()) {
            store.accounts().putInstallationFact("resealing", "version=2 resealed=many");
            store.accounts().putInstallationFact("resealed", "");
        }

        assertEquals(done(13, 0), reseal());
    }

    private int change(String sql) {
        return TestSqlite.change(store(), sql);
    }
}
