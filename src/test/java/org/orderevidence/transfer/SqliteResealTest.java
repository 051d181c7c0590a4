package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.transfer.WholeStores.SHOP;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.SecretFile;
import org.orderevidence.installation.SecretOfStore;
import org.orderevidence.installation.Stores;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.sql.TestSqlite;
import org.orderevidence.transfer.Renewal.RenewalCount;
import org.orderevidence.transfer.RenewalWalk.OlderVersionWatch;
import org.orderevidence.transfer.SecretTasks.RenewalEnd;
import org.orderevidence.waiting.Waits;

/** A new sealing key for a SQLite file. */
@Tag("slow")
final class SqliteResealTest implements ResealSteps {
    /** Orders in each of two spaces: each has a sighting, every tenth a dispute and a fraud report. */
    private static final int ORDERS = 60;

    private static final Duration DELAY = Duration.ofMinutes(10);

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

    private static RenewalNotes.Progress walkOfAnother(int key, Instant at) {
        return new RenewalNotes.Progress(key, RenewalCount.NONE, at, "another", "no-use", "ORDERS:");
    }

    private static RenewalWalk continued(OpenStore store) {
        Instant later = NOON.plusSeconds(300);
        return RenewalSteps.walk(Renewal.ofSealedRecords(store), () -> later, "two", false);
    }

    private int change(String sql) {
        return TestSqlite.change(store(), sql);
    }

    @Test
    void allRecordsGetTheNewKeyAndKeepTheirContent() {
        WholeStores.fill(config(), ORDERS);
        Set<Object> content = content();
        assertEquals(Map.of(), verify(true).underOldKeys);

        rotate();

        assertEquals(
                Map.of(
                        "orders 1",
                        120L,
                        "sightings 1",
                        120L,
                        "pending 1",
                        2L,
                        "integrations 1",
                        3L,
                        "access_tokens 1",
                        4L),
                verify(true).underOldKeys);
        assertEquals(done(249, 0), reseal());
        Verified after = verify(true);
        assertEquals(Map.of(), after.underOldKeys);
        assertEquals(List.of(), after.lines);
        assertEquals(content, content());
        assertEquals(done(0, 0), reseal());
        SecretTasks.Status status = SecretTasks.status(config());
        assertEquals(2, status.resealed());
        assertEquals(null, status.running());
    }

    @Test
    void partsThatDoNotMakeAnOrderYetGetTheNewKeyToo() {
        ComposedOrders.putIncomplete(config());
        rotate();

        assertEquals(done(1, 0), reseal());

        Verified after = verify(true);
        assertEquals(Map.of(), after.underOldKeys);
        assertEquals(List.of(), after.lines);
    }

    @Test
    void anInterruptedWalkIsContinued() {
        WholeStores.fill(config(), ORDERS);
        rotate();
        long before;
        try (OpenStore store = open()) {
            RenewalWalk walk = interruptible(store, "one");
            assertFalse(walk.isContinued());
            for (int i = 0; i < 5; i++) {
                assertTrue(walk.page(20));
            }
            walk.note();
            before = walk.count().renewed();
            // Done, and lost in the crash: it is done again.
            walk.page(20);
        }
        try (OpenStore store = open()) {
            RenewalWalk walk = interruptible(store, "two");
            assertTrue(walk.isContinued());
            assertEquals(before, walk.count().renewed());
            assertTrue(before > 50 && before <= 100, "resealed " + before);
            while (walk.page(20)) {
                assertEquals(0, walk.count().unreadable());
            }
            assertEquals(RenewalEnd.RENEWED, walk.end(), "another walk checks it");
        }

        assertEquals(Map.of(), verify(true).underOldKeys);
    }

    private static RenewalWalk interruptible(OpenStore store, String by) {
        return new RenewalWalk(new OlderVersionWatch(Renewal.ofSealedRecords(store), Clock.systemUTC(), by), false);
    }

    /** Its machine got the secret file too late, or its clock is behind. */
    @Test
    void aWriteWithTheOldKeyTakesTheProofAway() {
        WholeStores.fill(config(), 1);
        try (OpenStore late = open()) {
            rotate();
            try (OpenStore store = open()) {
                RenewalNotes notes = new RenewalNotes(store.accounts(), Renewal.Subject.SEALED_RECORDS);
                OlderVersionWatch watch = new OlderVersionWatch(Renewal.ofSealedRecords(late), () -> NOON, "late");
                watch.look();
                assertEquals(Optional.empty(), notes.read().used(), "no instance has used key 2 yet");
                assertEquals(RenewalEnd.RENEWED, end(walk(store, NOON)));

                RenewalWalk walk = walk(store, NOON);
                boolean hasMore = true;
                while (hasMore) {
                    hasMore = walk.page(100);
                }
                late.pending().put(SHOP, WholeStores.pending("behind-the-walk"));
                watch.look();

                assertEquals(0, walk.count().old());
                assertEquals(RenewalEnd.EARLY, walk.end());
                assertEquals(Optional.empty(), notes.read().done(2));
                assertEquals(Map.of("pending 1", 1L), verify(true).underOldKeys);

                assertEquals(RenewalEnd.RENEWED, end(walk(store, NOON.plusSeconds(59))));
                assertEquals(RenewalEnd.EARLY, end(walk(store, NOON.plusSeconds(59))), "it may still be writing");
                assertEquals(RenewalEnd.DONE, end(walk(store, NOON.plusSeconds(60))));
                assertTrue(notes.read().done(2).isPresent());

                new OlderVersionWatch(Renewal.ofSealedRecords(late), () -> NOON.plusSeconds(70), "late").look();
                assertEquals(Optional.empty(), notes.read().done(2), "it still has the old key");
            }
        }
    }

    @Test
    void twoServicesSealAgainInTheBackground() throws Exception {
        WholeStores.fill(config(), ORDERS);
        Set<Object> content = content();
        rotate();
        Renewing.Pace fast = RenewalSteps.withoutPauses(10);
        try (OpenStore one = open();
                OpenStore other = open();
                Renewing _ = Renewing.start(Renewal.ofSealedRecords(one), Clock.systemUTC(), fast);
                Renewing _ = Renewing.start(Renewal.ofSealedRecords(other), Clock.systemUTC(), fast)) {
            RenewalNotes notes = new RenewalNotes(one.accounts(), Renewal.Subject.SEALED_RECORDS);
            Waits.until(() -> notes.read().done(2).isPresent(), "the records are not sealed again");
            assertEquals(2, notes.read().done(2).orElseThrow().version());
        }

        assertEquals(Map.of(), verify(true).underOldKeys);
        assertEquals(content, content());
    }

    @Test
    void anInstanceThatIsAtWorkIsLeftAlone() {
        WholeStores.fill(config(), 1);
        rotate();
        Instant now = Instant.parse("2026-11-23T15:00:00Z");
        try (OpenStore store = open()) {
            RenewalNotes notes = new RenewalNotes(store.accounts(), Renewal.Subject.SEALED_RECORDS);
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

    @Test
    void aWalkWaitsUntilNoInstanceUsesAnOlderKey() {
        WholeStores.fill(config(), 1);
        rotate();
        Instant now = Instant.parse("2026-11-23T15:00:00Z");
        try (OpenStore store = open()) {
            RenewalNotes notes = new RenewalNotes(store.accounts(), Renewal.Subject.SEALED_RECORDS);
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

            new RenewalNotes(store.accounts(), Renewal.Subject.SEALED_RECORDS)
                    .note(new RenewalNotes.OlderVersionUsed(2, NOON, "late"));

            assertFalse(continued(store).isContinued());
        }
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
            store.accounts().putNote("sealing-progress", Bytes.utf8("version=2 resealed=many"));
            store.accounts().putNote("sealing-done", Bytes.EMPTY);
        }

        assertEquals(done(13, 0), reseal());
    }

    /** Another process locks the file, so that the key is in the secret file and cannot be noted in the store. */
    @Test
    void aRotationThatTheStoreInterruptedIsFinishedByTheNextRun() throws Exception {
        Config config = config();
        WholeStores.open(config).close();
        SecretOfStore secret =
                new SecretOfStore(config.secretFile(), SecretOfStore.Use.READ, store(), Clock.systemUTC());
        SecretTasks.Rotated first;
        try (OpenStore open = Stores.openExisting(config.store(), Clock.systemUTC(), secret);
                Connection other = DriverManager.getConnection("jdbc:" + store());
                Statement statement = other.createStatement()) {
            statement.executeUpdate("BEGIN IMMEDIATE");
            first = SecretTasks.rotate(open, secret, Instant.now(), DELAY);
            statement.executeUpdate("ROLLBACK");
        }
        assertEquals(2, first.key());
        assertFalse(first.isNoted());
        String text = Files.readString(config.secretFile());

        SecretTasks.Rotated finished = SecretTasks.rotate(config, Duration.ofHours(1));

        assertEquals(new SecretTasks.Rotated(2, first.from(), false, true), finished);
        assertEquals(text, Files.readString(config.secretFile()));
        SecretTasks.Rotated next = SecretTasks.rotate(config, DELAY);
        assertEquals(3, next.key());
        assertTrue(next.isAdded());
    }

    @Test
    void aKeyThatIsInUseAlreadyIsNotTakenForAnInterruptedRotation() {
        Config config = config();
        WholeStores.open(config).close();
        new SecretFile(config.secretFile())
                .addSealingKey(new Random(5), Instant.now().minusSeconds(60));

        assertEquals(3, SecretTasks.rotate(config, DELAY).key());
    }
}
