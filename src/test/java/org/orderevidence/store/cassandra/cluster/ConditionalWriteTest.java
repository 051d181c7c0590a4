package org.orderevidence.store.cassandra.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.cassandra.cluster.ConditionalWrite.Verdict.DONE;
import static org.orderevidence.store.cassandra.cluster.ConditionalWrite.Verdict.HELD_AS_WRITTEN;
import static org.orderevidence.store.cassandra.cluster.ConditionalWrite.Verdict.NOT_DONE;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;
import org.orderevidence.store.cassandra.cluster.ConditionalWrite.Verdict;

/** What becomes of a write on a condition when the cluster does not always tell. */
final class ConditionalWriteTest {
    private static UnknownOutcome unknown() {
        return new UnknownOutcome("not told", new IllegalStateException());
    }

    /** Attempts that come to this, one after the other: a verdict, or an exception. */
    private static final class Attempts implements Supplier<Verdict> {
        private final Deque<Object> left;

        Attempts(Object... outcomes) {
            left = new ArrayDeque<>(Arrays.asList(outcomes));
        }

        @Override
        public Verdict get() {
            Object outcome = left.remove();
            if (outcome instanceof RuntimeException error) {
                throw error;
            }
            return (Verdict) outcome;
        }
    }

    private static boolean isDone(Object... outcomes) {
        return ConditionalWrite.reach(new Attempts(outcomes), Function.identity())
                .isDone();
    }

    @Test
    void whatTheClusterTellsCounts() {
        assertTrue(isDone(DONE));
        assertFalse(isDone(NOT_DONE));
    }

    @Test
    void theSameThatAnotherWroteBeforeIsNotDoneByThis() {
        assertFalse(isDone(HELD_AS_WRITTEN));
    }

    @Test
    void afterAnUnknownOutcomeItIsAskedAgain() {
        assertTrue(isDone(unknown(), DONE));
        assertTrue(isDone(unknown(), HELD_AS_WRITTEN), "the first attempt's");
        assertFalse(isDone(unknown(), unknown(), NOT_DONE), "another's");
    }

    @Test
    void itIsAskedThreeTimesAtMost() {
        Attempts attempts = new Attempts(unknown(), unknown(), unknown(), DONE);

        assertThrows(UnknownOutcome.class, () -> ConditionalWrite.reach(attempts, Function.identity()));
        assertEquals(1, attempts.left.size());
    }

    @Test
    void aRefusalAfterAnUnknownOutcomeDoesNotMakeItKnown() {
        StoreUnavailable refused = new StoreUnavailable("too few nodes");

        assertSame(refused, assertThrows(StoreUnavailable.class, () -> isDone(refused)));
        UnknownOutcome unknown = unknown();
        assertSame(unknown, assertThrows(UnknownOutcome.class, () -> isDone(unknown, refused)));
    }
}
