package org.orderevidence.api;

import java.time.Duration;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Failures.Fault;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.wire.Problem;

/**
 * Reports whether the store can read and write. The store is checked at most once a second, by one
 * request. Other requests get the last result, so health checks cannot overload the store.
 */
final class HealthOperations {
    private static final Duration ASKED_EVERY = Duration.ofSeconds(1);

    private final EvidenceService service;
    private long askedAt;
    private Fault last = Fault.NONE;
    private boolean asked;

    HealthOperations(EvidenceService service) {
        this.service = service;
    }

    /** Says only that the process answers. */
    static Answer alive(Exchange exchange) {
        return ok(exchange);
    }

    Answer ready(Exchange exchange) {
        return switch (ask()) {
            case NONE -> ok(exchange);
            case OVERLOADED -> exchange.problem(Problem.OVERLOADED, "The store is overloaded.", "Retry-After", "1");
            case UNAVAILABLE, UNKNOWN_OUTCOME, TOO_NEW, DAMAGED ->
                exchange.problem(Problem.STORE_UNAVAILABLE, "The store cannot write and read.", "Retry-After", "1");
        };
    }

    private synchronized Fault ask() {
        long now = System.nanoTime();
        if (!asked || now - askedAt > ASKED_EVERY.toNanos()) {
            last = probe();
            askedAt = System.nanoTime();
            asked = true;
        }
        return last;
    }

    private Fault probe() {
        try {
            service.probe();
            return Fault.NONE;
        } catch (RuntimeException thrown) {
            Fault fault = Fault.of(thrown);
            if (fault == Fault.NONE) {
                throw thrown;
            }
            return fault;
        }
    }

    private static Answer ok(Exchange exchange) {
        return exchange.object(200, Answers.HEALTH, "ok");
    }
}
