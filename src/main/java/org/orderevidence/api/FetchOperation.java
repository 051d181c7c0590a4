package org.orderevidence.api;

import java.util.Optional;
import org.orderevidence.http.Answer;
import org.orderevidence.http.EntityTags;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Operation;
import org.orderevidence.http.VersionTag;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.OrderId;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.FetchedOrder;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.QueryParameters;

/** Returns one order: its evidence, its charge and its digital receipt. */
final class FetchOperation implements Operation {
    private final EvidenceService service;

    FetchOperation(EvidenceService service) {
        this.service = service;
    }

    @Override
    public Answer answer(Exchange exchange) {
        Faults faults = new Faults(Faults.Unknown.REFUSED);
        QueryParameters query = exchange.query();
        FetchQuery asked = FetchQuery.read(query, faults);
        query.refuseOthers(FetchQuery.PARAMETERS, faults);
        if (faults.refuse()) {
            return exchange.invalidParameters(faults);
        }
        exchange.share().hold(RequestMemory.FETCH);
        OrderId id = exchange.orderId();
        Optional<FetchedOrder> fetched =
                id == null ? Optional.empty() : service.fetch(exchange.space(), id, asked.asOf(), asked.profile());
        if (fetched.isEmpty()) {
            return exchange.orderNotFound();
        }
        try (JsonWriter json = exchange.json()) {
            FetchedOrderWriter.write(json, fetched.get());
        }
        String tag = VersionTag.of(fetched.get().order().version(), exchange.body());
        String[] headers = {"ETag", tag, "Cache-Control", "private, no-cache"};
        return EntityTags.isKnown(exchange, tag) ? Answer.empty(304, headers) : Answer.json(200, headers);
    }
}
