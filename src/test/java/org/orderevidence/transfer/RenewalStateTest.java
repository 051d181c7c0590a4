package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.orderevidence.store.OrderFixtures.NOON;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.orderevidence.transfer.RenewalNotes.Announced;
import org.orderevidence.transfer.RenewalNotes.Done;
import org.orderevidence.transfer.RenewalNotes.OlderVersionUsed;
import org.orderevidence.transfer.RenewalNotes.Progress;

/** What follows from the notes about the sealing keys. */
class RenewalStateTest {
    private static final RenewalState EMPTY =
            new RenewalState(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

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

    @Test
    void missingKeysAreNotedAsText() {
        Map<Integer, Long> missing = Map.of(1, 10L, 3, 2L);

        assertEquals("1:10,3:2", new RenewalCount(0, 0, 0, missing).missingText());
        assertEquals(missing, RenewalCount.parseMissing("1:10,3:2"));
        assertEquals(Map.of(), RenewalCount.parseMissing(RenewalCount.NONE.missingText()));
    }
}
