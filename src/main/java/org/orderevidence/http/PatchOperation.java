package org.orderevidence.http;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.service.EvidenceService;
import tools.jackson.databind.JsonNode;

/** Changes a few fields of a held order. */
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
        return switch (new RequestBody(exchange, limits).readJson(TYPES)) {
            case RequestBody.Outcome.Refused(Answer answer) -> answer;
            case RequestBody.Outcome.Json(JsonNode body) ->
                switch (PatchReader.read(body, service.now())) {
                    case Read.Bad<OrderPatch>(var errors) -> exchange.invalid(errors);
                    case Read.Good<OrderPatch>(OrderPatch patch, var warnings) -> edit(exchange, patch);
                };
        };
    }

    private Answer edit(Exchange exchange, OrderPatch patch) {
        OrderId id = exchange.orderId();
        if (id == null) {
            return exchange.orderNotFound();
        }
        Edit edit = new Edit(patch);
        Optional<StoredOrder> held;
        try {
            held = service.edit(exchange.space(), id, edit);
        } catch (DoesNotFit refused) {
            return exchange.invalid(refused.errors);
        }
        if (held.isEmpty()) {
            return exchange.orderNotFound();
        }
        StoredOrder order = held.get();
        try (JsonWriter json = exchange.json()) {
            json.writeStartObject();
            json.writeStringProperty("id", order.order().id().value());
            json.writeStringProperty("outcome", edit.changed ? "updated" : "unchanged");
            json.writeNumberProperty("version", order.version());
            json.writeName("charge");
            ChargeWriter.write(json, order);
            json.writeEndObject();
        }
        return Answer.json(200);
    }

    /** The patch as the service applies it, perhaps more than once; remembers whether the last time changed anything. */
    private static final class Edit implements UnaryOperator<Order> {
        private final OrderPatch patch;
        private boolean changed;

        Edit(OrderPatch patch) {
            this.patch = patch;
        }

        @Override
        public Order apply(Order held) {
            return switch (patch.apply(held)) {
                case Read.Bad<Order>(var errors) -> throw new DoesNotFit(errors);
                case Read.Good<Order>(Order edited, var warnings) -> {
                    changed = !edited.equals(held);
                    yield edited;
                }
            };
        }
    }

    /** Leaves an edit that does not fit the held order: through the service, which passes on what an edit throws. */
    private static final class DoesNotFit extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient List<FieldError> errors;

        DoesNotFit(List<FieldError> errors) {
            super("the change does not fit the order that is held", null, false, false);
            this.errors = errors;
        }
    }
}
