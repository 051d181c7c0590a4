package org.orderevidence.http;

import org.orderevidence.service.EvidenceService;

/** Keeps the orders of an NDJSON upload while it comes in. */
final class NdjsonUpload {
    private final Exchange exchange;

    NdjsonUpload(Exchange exchange, RequestBody body, EvidenceService service, Limits limits) {
        this.exchange = exchange;
    }

    Answer answer() {
        return exchange.problem(Problem.UNSUPPORTED_MEDIA_TYPE, "NDJSON is not read yet.");
    }
}
