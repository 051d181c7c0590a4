package org.orderevidence.api;

import java.util.Optional;
import java.util.function.BiConsumer;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Operation;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.wire.ChargeWriter;

/** Lists the disputes or the fraud reports of an order. */
final class FactListOperation implements Operation {
    private final EvidenceService service;
    private final BiConsumer<JsonWriter, StoredOrder> writer;

    private FactListOperation(EvidenceService service, BiConsumer<JsonWriter, StoredOrder> writer) {
        this.service = service;
        this.writer = writer;
    }

    static FactListOperation disputes(EvidenceService service) {
        return new FactListOperation(service, ChargeWriter::writeDisputes);
    }

    static FactListOperation fraudReports(EvidenceService service) {
        return new FactListOperation(service, ChargeWriter::writeFraudReports);
    }

    @Override
    public Answer answer(Exchange exchange) {
        exchange.share().hold(RequestMemory.FETCH);
        OrderId id = exchange.orderId();
        Optional<StoredOrder> order = id == null ? Optional.empty() : service.order(exchange.space(), id);
        if (order.isEmpty()) {
            return exchange.orderNotFound();
        }
        try (JsonWriter json = exchange.json()) {
            json.writeStartObject();
            writer.accept(json, order.get());
            json.writeEndObject();
        }
        return Answer.json(200);
    }
}
