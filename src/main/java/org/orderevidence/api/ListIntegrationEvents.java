package org.orderevidence.api;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Operation;
import org.orderevidence.json.JsonFields;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.webhook.Inbox;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.IntegrationWriter;
import org.orderevidence.wire.QueryParameters;

/** Lists the events of an integration that changed nothing. */
final class ListIntegrationEvents implements Operation {
    private static final String FORM_OF_REASON = "[a-z_]{1,40}";

    private final IntegrationAnswers answers;

    ListIntegrationEvents(IntegrationAnswers answers) {
        this.answers = answers;
    }

    @Override
    public Answer answer(Exchange exchange) {
        Faults faults = new Faults(Faults.Unknown.REFUSED);
        QueryParameters query = exchange.query();
        int per = Pages.per(query, faults);
        String after = Pages.cursor(query, "[0-9a-f]{34}", faults);
        String reason = query.single("reason", faults);
        if (reason != null && !reason.matches(FORM_OF_REASON)) {
            QueryParameters.error("reason", "reason must be one of the answers, such as unknown_type", faults);
        }
        query.refuseOthers(List.of("per", "cursor", "reason"), faults);
        if (faults.refuse()) {
            return exchange.invalidParameters(faults);
        }
        return answers.named(exchange)
                .map(found -> write(exchange, answers.integrations().unmapped(found, after, per), reason))
                .orElseGet(exchange::integrationNotFound);
    }

    private static Answer write(Exchange exchange, Inbox.UnmappedPage page, @Nullable String reason) {
        try (JsonWriter json = exchange.json()) {
            json.writeStartObject();
            json.writeArrayPropertyStart("events");
            page.events().stream()
                    .filter(event -> reason == null || reason.equals(event.reason()))
                    .forEach(event -> IntegrationWriter.write(json, event));
            json.writeEndArray();
            JsonFields.text(json, "nextCursor", page.next());
            json.writeEndObject();
        }
        return Answer.json(200);
    }
}
