package org.orderevidence.api;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Failures;
import org.orderevidence.http.MediaTypes;
import org.orderevidence.http.Operation;
import org.orderevidence.http.Query;
import org.orderevidence.http.RequestBody;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.EvidenceService.SeenCustomer;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.Faults.FaultRoom;
import org.orderevidence.wire.Read;
import org.orderevidence.wire.TrackReader;
import tools.jackson.databind.JsonNode;

/** Stores the sightings of an NDJSON upload. */
final class SightingUpload implements Operation {
    private static final String RECORDED = "recorded";

    private final EvidenceService service;
    private final Failures failures;

    SightingUpload(EvidenceService service, Failures failures) {
        this.service = service;
        this.failures = failures;
    }

    @Override
    public Answer answer(Exchange exchange) {
        return new Query(exchange, List.of())
                .answer(
                        exchange,
                        () -> new RequestBody(exchange)
                                .upload(List.of(MediaTypes.NDJSON), _ -> new Lines(exchange).answer()));
    }

    private final class Lines extends NdjsonUpload<SeenCustomer> {
        Lines(Exchange exchange) {
            super(
                    exchange,
                    SightingUpload.this.failures,
                    null,
                    new UploadResult.Counts("no sightings", service.uploadedSightings(), RECORDED));
        }

        @Override
        Read<SeenCustomer> read(JsonNode json, String pointer, FaultRoom room) {
            return TrackReader.read(
                    json,
                    pointer,
                    service.now(),
                    service.retention().days(exchange.space()),
                    new Faults(Faults.Unknown.IGNORED, room));
        }

        @Override
        @Nullable
        String repeatableId(JsonNode json) {
            return null;
        }

        @Override
        void accepted(int place, Read.Good<SeenCustomer> read) {
            if (read.hasWarnings()) {
                warned();
            }
        }

        @Override
        void store(List<SeenCustomer> customers, List<Long> lines) {
            service.track(exchange.space(), customers);
            counts.add(RECORDED, customers.size());
        }
    }
}
