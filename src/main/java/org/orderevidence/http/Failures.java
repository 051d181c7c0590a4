package org.orderevidence.http;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers and logs what a request failed with through no fault of its own. */
final class Failures {
    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

    private final StoreFaults faults;

    Failures(StoreFaults faults) {
        this.faults = faults;
    }

    /** What a throwable says of the store. */
    StoreFaults.Fault of(Throwable thrown) {
        return faults.of(thrown);
    }

    /** Answers a failure: of the store, or a bug. Neither says more than that to the client. */
    Answer answer(Exchange exchange, Throwable thrown) {
        return answer(exchange, thrown, "Nothing was kept.", "It is not known whether it was kept.");
    }

    /**
     * Answers a failure.
     *
     * @param nothingKept what is to be said when the store kept nothing of the last write
     * @param unknown what is to be said when that is not known
     */
    Answer answer(Exchange exchange, Throwable thrown, String nothingKept, String unknown) {
        if (thrown instanceof MemoryBudget.Exhausted) {
            exchange.share().close();
            return retry(
                    exchange, Problem.OVERLOADED, "There are too many large requests at the moment. " + nothingKept);
        }
        StoreFaults.Fault fault = faults.of(thrown);
        if (fault == StoreFaults.Fault.NONE) {
            LOG.atError()
                    .addKeyValue("requestId", exchange.requestId())
                    .setCause(thrown)
                    .log("a request failed");
        } else {
            // The store itself logs its trouble once a minute; the access log has the status of each request.
            LOG.atDebug()
                    .addKeyValue("requestId", exchange.requestId())
                    .addKeyValue("fault", fault)
                    .addKeyValue("cause", thrown.getMessage())
                    .log("the store failed a request");
        }
        return switch (fault) {
            case NONE ->
                exchange.problem(Problem.INTERNAL, "Tell us the requestId, and we can find out what went wrong.");
            case UNAVAILABLE -> retry(exchange, Problem.STORE_UNAVAILABLE, nothingKept);
            case OVERLOADED -> retry(exchange, Problem.OVERLOADED, nothingKept);
            case UNKNOWN_OUTCOME -> retry(exchange, Problem.STORE_UNAVAILABLE, unknown);
        };
    }

    private static Answer retry(Exchange exchange, Problem problem, String kept) {
        return exchange.problem(problem, kept + " Retrying is safe.", "Retry-After", "1");
    }
}
