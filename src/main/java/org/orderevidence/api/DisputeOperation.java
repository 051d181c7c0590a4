package org.orderevidence.api;

import java.util.List;
import java.util.function.Function;
import org.orderevidence.account.KeyCheck;
import org.orderevidence.account.Scope;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.MediaTypes;
import org.orderevidence.http.Preference;
import org.orderevidence.http.RequestBody;
import org.orderevidence.http.RequestPath;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.json.JsonKind;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FactOutcome;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.wire.ChargeWriter;
import org.orderevidence.wire.DisputeReader;
import org.orderevidence.wire.FaultCode;
import org.orderevidence.wire.FieldError;
import org.orderevidence.wire.Problem;
import org.orderevidence.wire.ProblemWriter;
import org.orderevidence.wire.Read;
import org.orderevidence.wire.StatedDispute;
import tools.jackson.databind.JsonNode;

/** Stores a dispute with its order, or changes a stored one. */
final class DisputeOperation {
    private static final List<String> MERGE_PATCH = List.of(MediaTypes.MERGE_PATCH, MediaTypes.JSON);

    private final EvidenceService service;
    private final Limits limits;

    DisputeOperation(EvidenceService service, Limits limits) {
        this.service = service;
        this.limits = limits;
    }

    /** Stores a dispute. */
    Answer record(Exchange exchange) {
        boolean strict = Preference.isStrict(exchange);
        return new RequestBody(exchange, limits)
                .answer(
                        body -> DisputeReader.read(body, service.now(), strict),
                        good -> record(exchange, good, strict));
    }

    private Answer record(Exchange exchange, Read.Good<Dispute> sent, boolean strict) {
        StatedDispute stated = StatedDispute.of(sent);
        FactOutcome outcome;
        try {
            outcome = keep(exchange, stated);
        } catch (StatedDispute.DoesNotFit refused) {
            return exchange.invalid(refused.faults());
        }
        return switch (outcome) {
            case CREATED -> write(exchange, 201, sent, stated, outcome, strict);
            case UPDATED, UNCHANGED -> write(exchange, 200, sent, stated, outcome, strict);
            case ORDER_NOT_FOUND -> exchange.orderNotFound();
            case TOO_MANY -> tooMany(exchange);
            case CONFLICT -> throw new IllegalStateException("a conflict was not tried again");
        };
    }

    /** A key that may not read gets only what it has sent. */
    private static Answer write(
            Exchange exchange,
            int status,
            Read.Good<Dispute> sent,
            StatedDispute stated,
            FactOutcome outcome,
            boolean strict) {
        Read.Good<Dispute> applied = stated.applied();
        try (JsonWriter json = exchange.json()) {
            json.writeStartObject();
            ChargeWriter.writeDispute(json, mayRead(exchange) ? applied.value() : sent.value());
            writeOutcome(json, outcome, applied);
            json.writeEndObject();
        }
        return Preference.applied(status, strict);
    }

    /** Changes a stored dispute. */
    Answer change(Exchange exchange) {
        return switch (new RequestBody(exchange, limits).readJson(MERGE_PATCH)) {
            case RequestBody.Outcome.Refused(Answer answer) -> answer;
            case RequestBody.Outcome.Json(JsonNode body) -> change(exchange, body);
        };
    }

    private Answer change(Exchange exchange, JsonNode body) {
        if (!body.isObject()) {
            String detail = "send a merge patch, such as {\"status\": \"won\"}, not " + JsonKind.of(body);
            return exchange.invalid(new Read.Bad<Dispute>(new FieldError("", FaultCode.WRONG_TYPE, detail)));
        }
        IfMatch ifMatch = IfMatch.of(exchange);
        if (ifMatch.isMalformed()) {
            return IfMatch.malformed(exchange);
        }
        String id = RequestPath.lastName(exchange.rawPath());
        if (id == null) {
            return noSuchDispute(exchange);
        }
        StatedDispute stated = StatedDispute.change(id, body, service.now());
        FactOutcome outcome;
        try {
            outcome = keep(exchange, order -> {
                ifMatch.require(order.version());
                return stated.apply(order);
            });
        } catch (IfMatch.NotCurrent refused) {
            return IfMatch.notCurrent(exchange);
        } catch (StatedDispute.NoSuchDispute unknown) {
            return noSuchDispute(exchange);
        } catch (StatedDispute.DoesNotFit refused) {
            return exchange.invalid(refused.faults());
        }
        return switch (outcome) {
            case CREATED, UPDATED, UNCHANGED -> writeChange(exchange, stated, outcome);
            case ORDER_NOT_FOUND -> exchange.orderNotFound();
            case TOO_MANY -> tooMany(exchange);
            case CONFLICT -> throw new IllegalStateException("a conflict was not tried again");
        };
    }

    private static Answer writeChange(Exchange exchange, StatedDispute stated, FactOutcome outcome) {
        Read.Good<Dispute> applied = stated.applied();
        try (JsonWriter json = exchange.json()) {
            json.writeStartObject();
            json.writeStringProperty("disputeId", applied.value().disputeId());
            writeOutcome(json, outcome, applied);
            if (mayRead(exchange)) {
                json.writeObjectPropertyStart("dispute");
                ChargeWriter.writeDispute(json, applied.value());
                json.writeEndObject();
            }
            json.writeEndObject();
        }
        return Answer.json(200);
    }

    private static void writeOutcome(JsonWriter json, FactOutcome outcome, Read.Good<Dispute> applied) {
        json.writeStringProperty("outcome", ChargeWriter.name(outcome));
        ProblemWriter.writeErrors(json, "warnings", applied.warnings());
        ProblemWriter.writeTruncated(json, false, applied.warningsTruncated());
    }

    private FactOutcome keep(Exchange exchange, Function<StoredOrder, Dispute> stated) {
        OrderId order = exchange.orderId();
        exchange.share().hold(RequestMemory.FETCH);
        return order == null ? FactOutcome.ORDER_NOT_FOUND : service.recordDispute(exchange.space(), order, stated);
    }

    private static boolean mayRead(Exchange exchange) {
        KeyCheck.Accepted key = exchange.key();
        return key != null && key.allows(Scope.READ);
    }

    private static Answer noSuchDispute(Exchange exchange) {
        return exchange.problem(
                Problem.DISPUTE_NOT_FOUND,
                "This order has no dispute with this ID. List the disputes of the order to see their IDs.");
    }

    private static Answer tooMany(Exchange exchange) {
        String detail = "an order has at most " + StoredOrder.MAX_FACTS + " of these";
        return exchange.invalid(new Read.Bad<Dispute>(new FieldError("", FaultCode.TOO_MANY, detail)));
    }
}
