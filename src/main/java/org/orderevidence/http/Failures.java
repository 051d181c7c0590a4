package org.orderevidence.http;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.orderevidence.http.limits.MemoryBudget.MemoryExhausted;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;
import org.orderevidence.wire.Problem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Answers and logs failures that the client did not cause. */
public final class Failures {
    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

    private static final Duration BETWEEN_WARNINGS = Duration.ofMinutes(1);

    private final Map<Fault, Long> lastWarned = new EnumMap<>(Fault.class);

    /** Answers a failure of the store, or a bug. The client gets no further details. */
    public Answer answer(Exchange exchange, Throwable thrown) {
        return answer(exchange, thrown, "Nothing was stored.", "It is unknown whether the data was stored.");
    }

    /**
     * Answers a failure.
     *
     * @param nothingKept what is to be said when the store kept nothing of the last write
     * @param unknown what is to be said when that is not known
     */
    public Answer answer(Exchange exchange, Throwable thrown, String nothingKept, String unknown) {
        if (thrown instanceof MemoryExhausted) {
            exchange.share().close();
            return retry(
                    exchange, Problem.OVERLOADED, "There are too many large requests at the moment. " + nothingKept);
        }
        Fault fault = Fault.of(thrown);
        log(exchange, thrown, fault);
        return switch (fault) {
            case NONE ->
                exchange.problem(
                        Problem.INTERNAL,
                        "An unexpected error occurred. Report the requestId to the operator: the log has the details.");
            case UNAVAILABLE -> retry(exchange, Problem.STORE_UNAVAILABLE, nothingKept);
            case OVERLOADED -> retry(exchange, Problem.OVERLOADED, nothingKept);
            case DAMAGED ->
                retry(exchange, Problem.STORE_UNAVAILABLE, "Stored data is damaged: " + thrown.getMessage() + ".");
            case UNKNOWN_OUTCOME, TOO_NEW -> retry(exchange, Problem.STORE_UNAVAILABLE, unknown);
        };
    }

    /**
     * Answers the failure of a change that makes something else if it is repeated. If it is unknown whether the change
     * was made, the answer has no {@code Retry-After}.
     *
     * @param unknown what is unknown, and how the client finds out
     */
    public Answer answerUnrepeatable(Exchange exchange, Throwable thrown, String unknown) {
        if (Fault.of(thrown) != Fault.UNKNOWN_OUTCOME) {
            return answer(exchange, thrown);
        }
        log(exchange, thrown, Fault.UNKNOWN_OUTCOME);
        return exchange.problem(Problem.STORE_UNAVAILABLE, unknown);
    }

    private void log(Exchange exchange, Throwable thrown, Fault fault) {
        if (fault == Fault.NONE) {
            LOG.atError()
                    .addKeyValue("requestId", exchange.requestId())
                    .setCause(thrown)
                    .log("a request failed");
        } else {
            LOG.atLevel(isDue(fault) ? Level.WARN : Level.DEBUG)
                    .addKeyValue("requestId", exchange.requestId())
                    .addKeyValue("fault", fault)
                    .addKeyValue("cause", thrown.getMessage())
                    .log("the store failed a request; logged once a minute");
        }
    }

    /** Logs why a stored order cannot be read, if that is the outcome of an upload of it. */
    public void reportUnreadable(Exchange exchange, OrderOutcome outcome) {
        if (outcome instanceof OrderOutcome.Unreadable(RuntimeException cause)) {
            LOG.atError()
                    .addKeyValue("requestId", exchange.requestId())
                    .addKeyValue("cause", cause.getMessage())
                    .log("a stored order cannot be read; run ./evidence store verify");
        }
    }

    /** True once a minute for each kind of fault: a store in trouble fails many requests a second. */
    private synchronized boolean isDue(Fault fault) {
        long now = System.nanoTime();
        Long last = lastWarned.get(fault);
        if (last != null && now - last < BETWEEN_WARNINGS.toNanos()) {
            return false;
        }
        lastWarned.put(fault, now);
        return true;
    }

    private static Answer retry(Exchange exchange, Problem problem, String kept) {
        return exchange.problem(problem, kept + " Retrying is safe.", "Retry-After", "1");
    }

    public enum Fault {
        /** It is no fault of the store: a bug. */
        NONE,
        /** The store cannot be reached: nothing was kept. */
        UNAVAILABLE,
        /** Only a newer release, or another secret file, can read stored data. Other data may have been stored. */
        TOO_NEW,
        /** A record is damaged; the message says which. */
        DAMAGED,
        /** The store has more to do than it can: nothing was kept. */
        OVERLOADED,
        /** The store did not say whether it was kept. */
        UNKNOWN_OUTCOME;

        public static Fault of(Throwable thrown) {
            return switch (thrown) {
                case StoreUnavailable refused when refused.isOverloaded() -> OVERLOADED;
                case StoreUnavailable _ -> UNAVAILABLE;
                case DocumentTooNew _ -> TOO_NEW;
                case UnreadableDocument _ -> DAMAGED;
                case UnknownOutcome _ -> UNKNOWN_OUTCOME;
                default -> NONE;
            };
        }
    }
}
