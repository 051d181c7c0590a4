package org.orderevidence.api;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Operation;
import org.orderevidence.http.RequestBody;
import org.orderevidence.http.limits.LargeWorkTurns;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.http.limits.Places;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.ListPlace;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.FoundOrders;
import org.orderevidence.service.OrderQuery;
import org.orderevidence.wire.ChargeWriter;
import org.orderevidence.wire.FaultCode;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.SearchReader;
import org.orderevidence.wire.SearchRequest;

/** Finds orders by a value that must not be in a URL. */
final class SearchOperation implements Operation {
    private final EvidenceService service;
    private final Limits limits;

    SearchOperation(EvidenceService service, Limits limits) {
        this.service = service;
        this.limits = limits;
    }

    @Override
    public Answer answer(Exchange exchange) {
        return new RequestBody(exchange, limits).answer(SearchReader::read, good -> search(exchange, good.value()));
    }

    private Answer search(Exchange exchange, SearchRequest request) {
        Cursor cursor = new Cursor(filters(request.query()));
        ListPlace after = request.cursor() == null ? null : cursor.read(request.cursor());
        if (request.cursor() != null && after == null) {
            Faults faults = new Faults(Faults.Unknown.IGNORED);
            faults.error("/cursor", FaultCode.INVALID_FORMAT, Cursor.RULE);
            return exchange.invalidParameters(faults);
        }
        int per = request.per();
        int held = request.query().isIndexed() ? per : per + EvidenceService.READ_TOGETHER;
        exchange.share().hold(RequestMemory.ofList(held, limits.lineBytes()));
        try (Places.Place _ = exchange.read()) {
            FoundOrders found = service.search(exchange.space(), request.query(), after, per);
            if (per <= ListOperation.DEFAULT_PER) {
                write(exchange, cursor, found);
            } else {
                try (LargeWorkTurns.Turn _ = exchange.turn()) {
                    write(exchange, cursor, found);
                }
            }
        }
        return Answer.json(200);
    }

    private static List<@Nullable Object> filters(OrderQuery query) {
        return Arrays.asList(
                query.customerEmail() == null ? null : query.customerEmail().canonical(),
                query.cardDigits() == null ? null : query.cardDigits().value(),
                query.gatewayTransactionId(),
                query.arn(),
                query.from(),
                query.to());
    }

    private static void write(Exchange exchange, Cursor cursor, FoundOrders found) {
        @Nullable ListPlace next = found.next();
        try (JsonWriter json = exchange.json()) {
            json.writeStartObject();
            json.writeArrayPropertyStart("orders");
            found.orders().forEach(order -> ChargeWriter.write(json, order));
            json.writeEndArray();
            if (next != null) {
                json.writeStringProperty("nextCursor", cursor.write(next));
            }
            json.writeEndObject();
        }
    }
}
