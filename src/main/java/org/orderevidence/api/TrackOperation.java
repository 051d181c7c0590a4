package org.orderevidence.api;

import java.time.Instant;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Operation;
import org.orderevidence.http.Preference;
import org.orderevidence.http.RequestBody;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.wire.TrackReader;
import org.orderevidence.wire.TrackRequest;

/** Records a sighting. */
final class TrackOperation implements Operation {
    private final EvidenceService service;
    private final Limits limits;

    TrackOperation(EvidenceService service, Limits limits) {
        this.service = service;
        this.limits = limits;
    }

    @Override
    public Answer answer(Exchange exchange) {
        boolean strict = Preference.isStrict(exchange);
        return new RequestBody(exchange, limits)
                .answer(
                        body -> TrackReader.read(body, service.now(), limits.sightingRetention(), strict),
                        good -> track(exchange, good.value(), strict));
    }

    private Answer track(Exchange exchange, TrackRequest sighting, boolean strict) {
        Instant recordedAt = service.track(exchange.space(), sighting.email(), sighting.ip(), sighting.observedAt());
        try (JsonWriter json = exchange.json()) {
            json.writeNumber(recordedAt.toEpochMilli());
        }
        return Preference.applied(200, strict);
    }
}
