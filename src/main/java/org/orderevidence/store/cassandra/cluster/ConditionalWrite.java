package org.orderevidence.store.cassandra.cluster;

import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;

/**
 * A write that the cluster decides on a condition. If several writes race for one row, the cluster may report that the
 * outcome of one is unknown. Such a write is repeated. The cluster then first completes the pending write, and returns
 * the stored value. That value may be the one that this write stored in an earlier attempt.
 */
final class ConditionalWrite {
    /** Each has waited the whole time-out of the cluster already. */
    private static final int MOST_ATTEMPTS = 3;

    private ConditionalWrite() {}

    /** The outcome of an attempt. */
    enum Verdict {
        DONE,
        /** Not done; what is stored is another's, or what was held before. */
        NOT_DONE,
        /** Not done, since what is stored is exactly this: an earlier attempt's, if there was one. */
        HELD_AS_WRITTEN
    }

    /**
     * How it ended.
     *
     * @param isDone true if the write was done, by one of the attempts
     * @param answer of the last attempt
     * @param unknown what an earlier attempt threw; null if there was none
     */
    record Reached<A>(boolean isDone, A answer, @Nullable UnknownOutcome unknown) {}

    /**
     * Attempts the write until the cluster reports its outcome.
     *
     * @param attempt writes; throws the store's exceptions
     * @param verdict what its answer says
     */
    static <A> Reached<A> reach(Supplier<A> attempt, Function<A, Verdict> verdict) {
        UnknownOutcome unknown = null;
        for (int i = 0; i < MOST_ATTEMPTS; i++) {
            try {
                A answer = attempt.get();
                boolean done = switch (verdict.apply(answer)) {
                    case DONE -> true;
                    case NOT_DONE -> false;
                    case HELD_AS_WRITTEN -> unknown != null;
                };
                return new Reached<>(done, answer, unknown);
            } catch (UnknownOutcome e) {
                unknown = e;
            } catch (StoreUnavailable e) {
                throw unknown == null ? e : unknown;
            }
        }
        throw unknown == null ? new IllegalStateException("nothing was attempted") : unknown;
    }
}
