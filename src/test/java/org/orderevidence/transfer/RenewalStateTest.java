package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.orderevidence.store.OrderFixtures.NOON;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Installation;
import org.orderevidence.installation.SecretFile;
import org.orderevidence.store.OpenStore;
import org.orderevidence.transfer.Renewal.RenewalCount;
import org.orderevidence.transfer.RenewalNotes.Announced;
import org.orderevidence.transfer.RenewalNotes.Done;
import org.orderevidence.transfer.RenewalNotes.OlderVersionUsed;
import org.orderevidence.transfer.RenewalNotes.Progress;
import org.orderevidence.transfer.RenewalNotes.RenewalState;
import org.orderevidence.transfer.RenewalWalk.OlderVersionWatch;
import org.orderevidence.waiting.Waits;

/** What instances note of a renewal. */
class RenewalStateTest {
    private static final RenewalState EMPTY =
            new RenewalState(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    @TempDir
    private Path folder;

    @AutoClose
    private Installation installation;

    private RenewalNotes notes;
    private Instant now = NOON;

    private static RenewalState announced(Instant from) {
        return new RenewalState(
                Optional.of(new Announced(2, from)), Optional.empty(), Optional.empty(), Optional.empty());
    }

    private static RenewalState used(Instant at) {
        return new RenewalState(
                Optional.empty(), Optional.of(new OlderVersionUsed(2, at, "late")), Optional.empty(), Optional.empty());
    }

    @Test
    void aWalkProvesNothingInTheFirstMinuteOfAKey() {
        assertEquals(RenewalState.EARLY, announced(NOON).walkAfter(2, NOON));
        assertEquals(RenewalState.EARLY, announced(NOON).walkAfter(2, NOON.plusMillis(59_999)));
        assertEquals(EMPTY.lastUse(), announced(NOON).walkAfter(2, NOON.plusSeconds(60)));
        assertEquals(EMPTY.lastUse(), announced(NOON).walkAfter(1, NOON.minusSeconds(5)), "key 2 waits");
    }

    @Test
    void aWalkProvesNothingForAMinuteAfterAnOlderKeyWasUsed() {
        assertEquals(RenewalState.EARLY, used(NOON).walkAfter(2, NOON.plusSeconds(59)));
        assertEquals(used(NOON).lastUse(), used(NOON).walkAfter(2, NOON.plusSeconds(60)));
        assertEquals(RenewalState.EARLY, used(NOON).walkAfter(2, NOON.minusSeconds(59)));
        assertEquals(
                used(NOON).lastUse(), used(NOON).walkAfter(2, NOON.minusSeconds(60)), "a clock is ahead by a minute");
    }

    @Test
    void aLaterUseTakesTheProofAway() {
        Done done = new Done(2, 0, NOON, used(NOON).lastUse());

        assertEquals(Optional.of(done), withDone(used(NOON), done).done(2));
        assertEquals(Optional.of(done), withDone(used(NOON), done).done(1));
        assertEquals(Optional.empty(), withDone(used(NOON), done).done(3));
        assertEquals(
                Optional.empty(), withDone(used(NOON.plusSeconds(10)), done).done(2));
        assertNotEquals(EMPTY.lastUse(), used(NOON).lastUse());
    }

    private static RenewalState withDone(RenewalState state, Done done) {
        return new RenewalState(state.announced(), state.used(), state.progress(), Optional.of(done));
    }

    @Test
    void anyNoteOfAKeyInUseTellsThatItIsInUse() {
        assertEquals(0, EMPTY.newestVersion(NOON));
        assertEquals(0, announced(NOON).newestVersion(NOON.minusNanos(1)), "it waits");
        assertEquals(2, announced(NOON).newestVersion(NOON));
        assertEquals(2, used(NOON).newestVersion(NOON));
        assertEquals(3, withDone(used(NOON), new Done(3, 0, NOON, "no-use")).newestVersion(NOON));
        Progress walk = new Progress(4, RenewalCount.NONE, NOON, "one", "no-use", null);
        assertEquals(
                4,
                new RenewalState(Optional.empty(), Optional.empty(), Optional.of(walk), Optional.empty())
                        .newestVersion(NOON));
    }

    @BeforeEach
    void open() {
        installation = WholeStores.open(WholeStores.config(folder, "sqlite:" + folder.resolve("evidence.db")));
        notes = new RenewalNotes(installation.store().accounts(), Renewal.Subject.DERIVED_ROWS);
    }

    /** A place has the id of an order, which the merchant chooses. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "1:A",
                "",
                "1:A version=99",
                "1: old=7 by=me ",
                "1:=",
                "1:a=b=c",
                "1:%41+%zz%",
                "1:line\nversion=99\r\t",
                "1:é😀\u2028\u0000"
            })
    void aPlaceIsReadAsItWasWritten(String place) {
        RenewalCount count = new RenewalCount(1, 2, 3, Map.of(4, 5L));
        RenewalNotes.Progress progress = new RenewalNotes.Progress(2, count, NOON, "one", "no-use", place);

        notes.note(progress);

        assertEquals(Optional.of(progress), notes.read().progress());
        assertEquals(2, notes.read().newestVersion(NOON));
    }

    @Test
    void theSubjectsHaveNotesOfTheirOwn() {
        notes.note(new RenewalNotes.Done(2, 0, NOON, "no-use"));

        RenewalState ofRecords =
                new RenewalNotes(installation.store().accounts(), Renewal.Subject.SEALED_RECORDS).read();

        assertEquals(Optional.empty(), ofRecords.finished());
        assertEquals(2, notes.read().done(2).orElseThrow().version());
    }

    @Tag("slow")
    @Test
    void anInstanceNotesForAMinuteThatItUsedAnOlderKey() throws Exception {
        Config config = WholeStores.config(folder, "sqlite:" + folder.resolve("evidence.db"));
        try (Installation installation = WholeStores.open(config)) {
            OpenStore store = installation.store();
            RenewalNotes notes = new RenewalNotes(store.accounts(), Renewal.Subject.SEALED_RECORDS);
            OlderVersionWatch watch = new OlderVersionWatch(Renewal.ofSealedRecords(store), () -> now, "me");
            watch.look();
            assertEquals(Optional.empty(), notes.read().used());

            new SecretFile(config.secretFile()).addSealingKey(new Random(5), Instant.EPOCH);
            Waits.until(() -> store.sealer().sealingKey() == 2, "the instance does not read the file");

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
