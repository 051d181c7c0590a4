package org.orderevidence.http.api;

import java.time.Instant;
import java.util.List;
import java.util.function.BiConsumer;
import org.orderevidence.http.json.JsonWriter;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.http.server.Answer;
import org.orderevidence.http.server.Exchange;
import org.orderevidence.http.server.MediaTypes;
import org.orderevidence.http.server.Operation;
import org.orderevidence.http.server.Preference;
import org.orderevidence.http.server.RequestBody;
import org.orderevidence.http.wire.ChargeWriter;
import org.orderevidence.http.wire.DisputeReader;
import org.orderevidence.http.wire.FaultCode;
import org.orderevidence.http.wire.FieldError;
import org.orderevidence.http.wire.FraudReportReader;
import org.orderevidence.http.wire.ProblemWriter;
import org.orderevidence.http.wire.Read;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.outcome.FactOutcome;
import org.orderevidence.service.EvidenceService;
import tools.jackson.databind.JsonNode;

/**
 * Stores a dispute or fraud report with its order.
 *
 * @param <T> which of them
 */
final class FactOperation<T> implements Operation {
    private static final List<String> TYPES = List.of(MediaTypes.JSON);

    private final EvidenceService service;
    private final Limits limits;
    private final Reader<T> reader;
    private final Keeper<T> keeper;
    private final BiConsumer<JsonWriter, T> writer;

    private FactOperation(
            EvidenceService service,
            Limits limits,
            Reader<T> reader,
            Keeper<T> keeper,
            BiConsumer<JsonWriter, T> writer) {
        this.service = service;
        this.limits = limits;
        this.reader = reader;
        this.keeper = keeper;
        this.writer = writer;
    }

    /** Stores disputes. */
    static FactOperation<Dispute> disputes(EvidenceService service, Limits limits) {
        return new FactOperation<>(
                service, limits, DisputeReader::read, service::recordDispute, ChargeWriter::writeDispute);
    }

    /** Stores fraud reports. */
    static FactOperation<FraudReport> fraudReports(EvidenceService service, Limits limits) {
        return new FactOperation<>(
                service, limits, FraudReportReader::read, service::recordFraudReport, ChargeWriter::writeFraudReport);
    }

    /** Reads one from a body. */
    @FunctionalInterface
    private interface Reader<T> {
        Read<T> read(JsonNode body, Instant now, boolean strict);
    }

    /** Stores one. */
    @FunctionalInterface
    private interface Keeper<T> {
        FactOutcome keep(AccountSpace space, OrderId order, T fact);
    }

    @Override
    public Answer answer(Exchange exchange) {
        return switch (new RequestBody(exchange, limits).readJson(TYPES)) {
            case RequestBody.Outcome.Refused(Answer answer) -> answer;
            case RequestBody.Outcome.Json(JsonNode body) -> {
                boolean strict = Preference.isStrict(exchange);
                yield switch (reader.read(body, service.now(), strict)) {
                    case Read.Bad<T> bad -> exchange.invalid(bad);
                    case Read.Good<T> good -> keep(exchange, good, strict);
                };
            }
        };
    }

    private Answer keep(Exchange exchange, Read.Good<T> read, boolean strict) {
        OrderId order = exchange.orderId();
        FactOutcome outcome =
                order == null ? FactOutcome.ORDER_NOT_FOUND : keeper.keep(exchange.space(), order, read.value());
        return switch (outcome) {
            case CREATED -> write(exchange, 201, read, outcome, strict);
            case UPDATED, UNCHANGED -> write(exchange, 200, read, outcome, strict);
            case ORDER_NOT_FOUND -> exchange.orderNotFound();
            case TOO_MANY -> {
                String detail = "an order has at most " + StoredOrder.MAX_FACTS + " of these";
                yield exchange.invalid(new Read.Bad<T>(new FieldError("", FaultCode.TOO_MANY, detail)));
            }
        };
    }

    private Answer write(Exchange exchange, int status, Read.Good<T> read, FactOutcome outcome, boolean strict) {
        try (JsonWriter json = exchange.json()) {
            json.writeStartObject();
            writer.accept(json, read.value());
            json.writeStringProperty("outcome", ChargeWriter.name(outcome));
            ProblemWriter.writeErrors(json, "warnings", read.warnings());
            ProblemWriter.writeTruncated(json, false, read.warningsTruncated());
            json.writeEndObject();
        }
        return Preference.applied(status, strict);
    }
}
