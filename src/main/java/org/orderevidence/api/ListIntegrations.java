package org.orderevidence.api;

import java.util.List;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Operation;
import org.orderevidence.integration.Integration;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.webhook.IntegrationAdministration;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.IntegrationWriter;
import org.orderevidence.wire.QueryParameters;

/** Lists the integrations of the account space by ID. */
final class ListIntegrations implements Operation {
    private final IntegrationAdministration integrations;

    ListIntegrations(IntegrationAdministration integrations) {
        this.integrations = integrations;
    }

    @Override
    public Answer answer(Exchange exchange) {
        Faults faults = new Faults(Faults.Unknown.REFUSED);
        QueryParameters query = exchange.query();
        int per = Pages.per(query, faults);
        String after = Pages.cursor(query, "[a-z0-9_]{1,32}", faults);
        query.refuseOthers(List.of("per", "cursor"), faults);
        if (faults.refuse()) {
            return exchange.invalidParameters(faults);
        }
        List<Integration> rest = integrations.list(exchange.space()).stream()
                .filter(each -> after == null || each.id().compareTo(after) > 0)
                .toList();
        List<Integration> page = rest.subList(0, Math.min(per, rest.size()));
        try (JsonWriter json = exchange.json()) {
            json.writeStartObject();
            json.writeArrayPropertyStart("integrations");
            page.forEach(each -> IntegrationWriter.write(json, each));
            json.writeEndArray();
            if (rest.size() > per) {
                json.writeStringProperty("nextCursor", page.getLast().id());
            }
            json.writeEndObject();
        }
        return Answer.json(200);
    }
}
