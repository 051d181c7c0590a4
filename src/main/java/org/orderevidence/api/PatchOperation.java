package org.orderevidence.api;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.orderevidence.account.KeyCheck;
import org.orderevidence.account.Scope;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.MediaTypes;
import org.orderevidence.http.Operation;
import org.orderevidence.http.RequestBody;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.part.StatedField;
import org.orderevidence.order.part.Statement;
import org.orderevidence.service.EditedOrder;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.TooManyParts;
import org.orderevidence.wire.ChargeWriter;
import org.orderevidence.wire.FaultCode;
import org.orderevidence.wire.FieldError;
import org.orderevidence.wire.OrderPatch;
import org.orderevidence.wire.PatchReader;
import org.orderevidence.wire.Read;
import tools.jackson.databind.JsonNode;

/** Changes a few fields of a stored order. */
final class PatchOperation implements Operation {
    private static final List<String> TYPES = List.of(MediaTypes.MERGE_PATCH, MediaTypes.JSON);

    private final EvidenceService service;
    private final Limits limits;

    PatchOperation(EvidenceService service, Limits limits) {
        this.service = service;
        this.limits = limits;
    }

    @Override
    public Answer answer(Exchange exchange) {
        IfMatch ifMatch = IfMatch.of(exchange);
        if (ifMatch.isMalformed()) {
            return IfMatch.malformed(exchange);
        }
        return switch (new RequestBody(exchange, limits).readJson(TYPES)) {
            case RequestBody.Outcome.Refused(Answer answer) -> answer;
            case RequestBody.Outcome.Json(JsonNode body) ->
                switch (PatchReader.read(body, service.now())) {
                    case Read.Bad<OrderPatch> bad -> exchange.invalid(bad);
                    case Read.Good<OrderPatch> good -> edit(exchange, new Edit(good.value(), ifMatch));
                };
        };
    }

    private Answer edit(Exchange exchange, Edit edit) {
        OrderId id = exchange.orderId();
        if (id == null) {
            return exchange.orderNotFound();
        }
        exchange.share().hold(RequestMemory.FETCH);
        Optional<EditedOrder> edited;
        try {
            edited = service.edit(exchange.space(), id, edit);
        } catch (IfMatch.NotCurrent refused) {
            return IfMatch.notCurrent(exchange);
        } catch (DoesNotFit refused) {
            return exchange.invalid(refused.faults);
        } catch (TooManyParts refused) {
            return exchange.invalid(
                    new Read.Bad<Statement>(new FieldError("", FaultCode.TOO_MANY, UploadResult.TOO_MANY_PARTS)));
        }
        if (edited.isEmpty()) {
            return exchange.orderNotFound();
        }
        write(exchange, edited.get().order(), edited.get().changed());
        return Answer.json(200);
    }

    private static void write(Exchange exchange, StoredOrder order, boolean changed) {
        KeyCheck.Accepted key = exchange.key();
        try (JsonWriter json = exchange.json()) {
            json.writeStartObject();
            json.writeStringProperty("id", order.order().id().value());
            json.writeStringProperty("outcome", changed ? "updated" : "unchanged");
            json.writeNumberProperty("version", order.version());
            if (key != null && key.allows(Scope.READ)) {
                json.writeName("charge");
                ChargeWriter.writeWithSources(json, order);
            }
            json.writeEndObject();
        }
    }

    /**
     * The patch as the service applies it, possibly more than once. Each time it gets the version that it replaces, so
     * the check of {@code If-Match} and the write are one step.
     */
    private static final class Edit implements Function<StoredOrder, Map<StatedField, Statement>> {
        private final OrderPatch patch;
        private final IfMatch ifMatch;

        Edit(OrderPatch patch, IfMatch ifMatch) {
            this.patch = patch;
            this.ifMatch = ifMatch;
        }

        @Override
        public Map<StatedField, Statement> apply(StoredOrder held) {
            ifMatch.require(held.version());
            return switch (patch.apply(held.order())) {
                case Read.Bad<Map<StatedField, Statement>> bad -> throw new DoesNotFit(bad);
                case Read.Good<Map<StatedField, Statement>> good -> good.value();
            };
        }
    }

    /** Thrown by an edit if the change does not fit the stored order. The service passes it on. */
    private static final class DoesNotFit extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Read.Bad<Map<StatedField, Statement>> faults;

        DoesNotFit(Read.Bad<Map<StatedField, Statement>> faults) {
            super("the change does not fit the stored order", null, false, false);
            this.faults = faults;
        }
    }
}
