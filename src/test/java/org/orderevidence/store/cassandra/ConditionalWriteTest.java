package org.orderevidence.store.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;
import org.orderevidence.store.cassandra.Cluster.ConditionalWrite;

/** The outcome of a conditional write if the cluster does not always report it. */
final class ConditionalWriteTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private static UnknownOutcome unknown() {
        return new UnknownOutcome("not told", new IllegalStateException());
    }

    /**
     * Performs a write whose attempts come to this, one after the other.
     *
     * @param attempts true, false, or an exception
     * @param wasDone what is known later of an unconfirmed one
     */
    private static boolean isDone(Deque<Object> attempts, Optional<Boolean> wasDone, Duration wait) {
        return ConditionalWrite.isDone(
                () -> {
                    Object outcome = attempts.remove();
                    if (outcome instanceof RuntimeException error) {
                        throw error;
                    }
                    return (Boolean) outcome;
                },
                () -> wasDone,
                wait);
    }

    private static boolean isDone(Optional<Boolean> wasDone, Object... attempts) {
        return isDone(new ArrayDeque<>(Arrays.asList(attempts)), wasDone, LONG);
    }

    @Test
    void whatTheClusterTellsCounts() {
        assertTrue(isDone(Optional.empty(), true));
        assertFalse(isDone(Optional.of(true), false), "nothing was unconfirmed");
    }

    @Test
    void afterAnUnknownOutcomeItIsAskedAgain() {
        assertTrue(isDone(Optional.empty(), unknown(), true));
        assertTrue(isDone(Optional.of(true), unknown(), false), "the first attempt's");
        assertFalse(isDone(Optional.of(false), unknown(), unknown(), false), "another's");
        assertThrows(UnknownOutcome.class, () -> isDone(Optional.empty(), unknown(), false, true));
    }

    @Test
    void itIsAskedEightTimesAtMostAndThreeTimesIfThatTakesLong() {
        Deque<Object> attempts = new ArrayDeque<>(Collections.nCopies(10, unknown()));

        assertThrows(UnknownOutcome.class, () -> isDone(attempts, Optional.empty(), LONG));
        assertEquals(2, attempts.size());
        attempts.addAll(Collections.nCopies(8, unknown()));
        assertThrows(UnknownOutcome.class, () -> isDone(attempts, Optional.empty(), Duration.ZERO));
        assertEquals(7, attempts.size());
    }

    @Test
    void aRefusalAfterAnUnknownOutcomeDoesNotMakeItKnown() {
        StoreUnavailable refused = new StoreUnavailable("too few nodes");

        assertSame(refused, assertThrows(StoreUnavailable.class, () -> isDone(Optional.empty(), refused)));
        UnknownOutcome unknown = unknown();
        assertSame(unknown, assertThrows(UnknownOutcome.class, () -> isDone(Optional.empty(), unknown, refused)));
    }
}
