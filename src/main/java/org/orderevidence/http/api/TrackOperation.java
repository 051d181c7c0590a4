package org.orderevidence.http.api;

import java.time.Instant;
import java.util.List;
import org.orderevidence.http.json.JsonWriter;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.http.server.Answer;
import org.orderevidence.http.server.Exchange;
import org.orderevidence.http.server.MediaTypes;
import org.orderevidence.http.server.Operation;
import org.orderevidence.http.server.Preference;
import org.orderevidence.http.server.RequestBody;
import org.orderevidence.http.wire.Read;
import org.orderevidence.http.wire.TrackReader;
import org.orderevidence.http.wire.TrackRequest;
import org.orderevidence.service.EvidenceService;

/** Records a sighting. */
final class TrackOperation implements Operation {
    private static final List<String> TYPES = List.of(MediaTypes.JSON);

    private final EvidenceService service;
    private final Limits limits;

    TrackOperation(EvidenceService service, Limits limits) {
        this.service = service;
        this.limits = limits;
    }

    @Override
    public Answer answer(Exchange exchange) {
        return switch (new RequestBody(exchange, limits).readJson(TYPES)) {
            case RequestBody.Outcome.Refused(Answer answer) -> answer;
            case RequestBody.Outcome.Json(var body) -> {
                boolean strict = Preference.isStrict(exchange);
                yield switch (TrackReader.read(body, service.now(), limits.sightingRetention(), strict)) {
                    case Read.Bad<TrackRequest> bad -> exchange.invalid(bad);
                    case Read.Good<TrackRequest> good -> track(exchange, good.value(), strict);
                };
            }
        };
    }

    private Answer track(Exchange exchange, TrackRequest sighting, boolean strict) {
        Instant recordedAt = service.track(exchange.space(), sighting.email(), sighting.ip(), sighting.observedAt());
        try (JsonWriter json = exchange.json()) {
            json.writeNumber(recordedAt.toEpochMilli());
        }
        return Preference.applied(200, strict);
    }
}
