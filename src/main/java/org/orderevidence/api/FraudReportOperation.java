package org.orderevidence.api;

import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Operation;
import org.orderevidence.http.Preference;
import org.orderevidence.http.RequestBody;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.FactOutcome;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.wire.ChargeWriter;
import org.orderevidence.wire.FaultCode;
import org.orderevidence.wire.FieldError;
import org.orderevidence.wire.FraudReportReader;
import org.orderevidence.wire.ProblemWriter;
import org.orderevidence.wire.Read;

/** Stores a fraud report with its order. */
final class FraudReportOperation implements Operation {
    private final EvidenceService service;
    private final Limits limits;

    FraudReportOperation(EvidenceService service, Limits limits) {
        this.service = service;
        this.limits = limits;
    }

    @Override
    public Answer answer(Exchange exchange) {
        boolean strict = Preference.isStrict(exchange);
        return new RequestBody(exchange, limits)
                .answer(
                        body -> FraudReportReader.read(body, service.now(), strict),
                        good -> keep(exchange, good, strict));
    }

    private Answer keep(Exchange exchange, Read.Good<FraudReport> read, boolean strict) {
        OrderId order = exchange.orderId();
        FactOutcome outcome = order == null
                ? FactOutcome.ORDER_NOT_FOUND
                : service.recordFraudReport(exchange.space(), order, read.value());
        return switch (outcome) {
            case CREATED -> write(exchange, 201, read, outcome, strict);
            case UPDATED, UNCHANGED -> write(exchange, 200, read, outcome, strict);
            case ORDER_NOT_FOUND -> exchange.orderNotFound();
            case TOO_MANY -> {
                String detail = "an order has at most " + StoredOrder.MAX_FACTS + " of these";
                yield exchange.invalid(new Read.Bad<FraudReport>(new FieldError("", FaultCode.TOO_MANY, detail)));
            }
            case CONFLICT -> throw new IllegalStateException("a fraud report has no expected state");
        };
    }

    private static Answer write(
            Exchange exchange, int status, Read.Good<FraudReport> read, FactOutcome outcome, boolean strict) {
        try (JsonWriter json = exchange.json()) {
            json.writeStartObject();
            ChargeWriter.writeFraudReport(json, read.value());
            json.writeStringProperty("outcome", ChargeWriter.name(outcome));
            ProblemWriter.writeErrors(json, "warnings", read.warnings());
            ProblemWriter.writeTruncated(json, false, read.warningsTruncated());
            json.writeEndObject();
        }
        return Preference.applied(status, strict);
    }
}
