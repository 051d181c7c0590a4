package org.orderevidence.api;

import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.erasure.Uploads;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Failures;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.UploadId;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.EvidenceService.UploadedOrder;
import org.orderevidence.wire.Faults.FaultRoom;
import org.orderevidence.wire.Faults.FieldError;
import org.orderevidence.wire.OrderReader;
import org.orderevidence.wire.Read;
import tools.jackson.databind.JsonNode;

/** Stores the orders of an NDJSON upload. */
final class NdjsonOrders extends NdjsonUpload<UploadedOrder> {
    private final EvidenceService service;
    private final Uploads uploads;
    private final UploadId id;

    /** Which orders of the batch have warnings. */
    private final BitSet warned = new BitSet();

    /** Those whose only warning is that they do not state their card, which another source can have stated. */
    private final BitSet withoutCard = new BitSet();

    NdjsonOrders(Exchange exchange, EvidenceService service, Uploads uploads, UploadId id, Failures failures) {
        super(exchange, failures, id, UploadResult.Counts.ofOrders(service));
        this.service = service;
        this.uploads = uploads;
        this.id = id;
    }

    @Override
    Read<UploadedOrder> read(JsonNode json, String pointer, FaultRoom room) {
        return OrderReader.read(json, pointer, service.now(), false, room);
    }

    @Override
    @Nullable
    String repeatableId(JsonNode json) {
        return OrderReader.repeatableId(json);
    }

    @Override
    void accepted(int place, Read.Good<UploadedOrder> read) {
        if (read.hasWarnings()) {
            boolean aboutMore =
                    read.warnings().isEmpty() || read.warnings().stream().anyMatch(UploadResult::isAboutMore);
            (aboutMore ? warned : withoutCard).set(place);
        }
    }

    @Override
    void store(List<UploadedOrder> orders, List<Long> lines) {
        List<OrderOutcome> outcomes = uploads.upload(exchange.actor(), exchange.space(), id, orders);
        for (int i = 0; i < outcomes.size(); i++) {
            OrderOutcome outcome = outcomes.get(i);
            counts.add(outcome);
            long line = lines.get(i);
            List<FieldError> errors = UploadResult.errors(outcome, "/" + line);
            failures.reportUnreadable(exchange, outcome);
            if (warned.get(i)
                    || (withoutCard.get(i) && !outcome.hasCard())
                    || UploadResult.notes(outcome, "/" + line, NO_ROOM).hasWarnings()) {
                warned();
            }
            if (!errors.isEmpty()) {
                list(line, orders.get(i).id().value(), new Read.Bad<>(errors, List.of(), false, false));
            }
        }
        warned.clear();
        withoutCard.clear();
    }
}
