package org.orderevidence.api;

import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Operation;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.json.JsonFields;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PendingContent;
import org.orderevidence.order.part.PendingFact;
import org.orderevidence.order.part.PendingKey;
import org.orderevidence.order.part.StatedField;
import org.orderevidence.service.EvidenceService;
import org.orderevidence.service.PendingFacts;
import org.orderevidence.service.PendingFacts.PendingPage;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.QueryParameters;

/** Lists facts that wait for their order. */
final class PendingOperation implements Operation {
    private static final List<String> PARAMETERS = List.of("per", "cursor");

    /** The longest cursor: a key of 920 bytes. */
    private static final int MAX_CURSOR = 1_300;

    private final EvidenceService service;
    private final Limits limits;

    PendingOperation(EvidenceService service, Limits limits) {
        this.service = service;
        this.limits = limits;
    }

    @Override
    public Answer answer(Exchange exchange) {
        Faults faults = new Faults(Faults.Unknown.REFUSED);
        QueryParameters query = exchange.query();
        int per = ListOperation.number(query, "per", ListOperation.DEFAULT_PER, 1, ListOperation.MAX_PER, faults);
        PendingKey after = cursor(query, faults);
        query.refuseOthers(PARAMETERS, faults);
        if (faults.refuse()) {
            return exchange.invalidParameters(faults);
        }
        exchange.share().hold(RequestMemory.ofList(per, limits.lineBytes()));
        PendingPage page = service.pending(exchange.space(), after, per);
        PendingKey next = page.next();
        try (JsonWriter json = exchange.json()) {
            json.writeStartObject();
            json.writeArrayPropertyStart("pending");
            page.facts().forEach(listed -> write(json, listed));
            json.writeEndArray();
            if (next != null) {
                json.writeStringProperty(
                        "nextCursor", Base64.getUrlEncoder().withoutPadding().encodeToString(next.bytes()));
            }
            json.writeEndObject();
        }
        return Answer.json(200);
    }

    private static @Nullable PendingKey cursor(QueryParameters query, Faults faults) {
        String text = query.single("cursor", faults);
        if (text == null) {
            return null;
        }
        if (text.length() <= MAX_CURSOR) {
            try {
                return PendingKey.of(Base64.getUrlDecoder().decode(text));
            } catch (IllegalArgumentException notOurs) {
                // Refused below, as a cursor that is too long.
            }
        }
        QueryParameters.error("cursor", "cursor must be the nextCursor of an earlier response", faults);
        return null;
    }

    /** Writes a fact as an element of a list. */
    private static void write(JsonWriter json, PendingFacts.Listed listed) {
        PendingFact fact = listed.fact();
        json.writeStartObject();
        json.writeStringProperty("kind", fact.content().kind().wireName());
        json.writeStringProperty("id", id(fact));
        if (fact.referenceText() != null) {
            json.writeStringProperty("reference", fact.referenceText().value());
        }
        json.writeStringProperty("source", fact.source().name());
        JsonFields.time(json, "since", fact.since());
        if (fact.content() instanceof PendingContent.IncompleteOrder(var missing)) {
            json.writeArrayPropertyStart("missing");
            missing.stream().map(StatedField::wireName).sorted().forEach(json::writeString);
            json.writeEndArray();
        }
        if (listed.ambiguous()) {
            json.writeBooleanProperty("ambiguous", true);
        }
        json.writeEndObject();
    }

    /** The source's own id: the key of a refund also has the source, which no two sources share. */
    private static String id(PendingFact fact) {
        return fact.content() instanceof PendingContent.OfRefund(Part refund)
                ? refund.key().object()
                : fact.key().id();
    }
}
