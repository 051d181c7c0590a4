package org.orderevidence.http.api.admin;

import org.orderevidence.account.Actor;
import org.orderevidence.http.json.JsonFields;
import org.orderevidence.http.json.JsonWriter;
import org.orderevidence.http.server.Answer;
import org.orderevidence.http.server.Exchange;
import org.orderevidence.http.server.Operation;
import org.orderevidence.http.wire.Read;
import org.orderevidence.http.wire.admin.IntegrationReader;
import org.orderevidence.http.wire.admin.ReplayRequest;
import org.orderevidence.integration.inbox.Integration;
import org.orderevidence.service.webhook.IntegrationAdministration.ReplayFilter;
import org.orderevidence.service.webhook.IntegrationAdministration.Replayed;

/** Has events of an integration mapped again that changed nothing. */
final class ReplayIntegration implements Operation {
    private final IntegrationAnswers answers;

    ReplayIntegration(IntegrationAnswers answers) {
        this.answers = answers;
    }

    @Override
    public Answer answer(Exchange exchange) {
        return answers.withBody(exchange, body -> switch (IntegrationReader.replay(body)) {
            case Read.Bad<ReplayRequest> bad -> exchange.invalid(bad);
            case Read.Good<ReplayRequest> good ->
                answers.change(
                        exchange,
                        actor -> answers.named(exchange)
                                .map(found -> replay(exchange, actor, found, good.value()))
                                .orElseGet(exchange::integrationNotFound));
        });
    }

    private Answer replay(Exchange exchange, Actor actor, Integration found, ReplayRequest request) {
        Replayed replayed = answers.integrations()
                .replay(actor, found, new ReplayFilter(request.event(), request.reason()), request.cursor());
        try (JsonWriter json = exchange.json()) {
            json.writeStartObject();
            json.writeNumberProperty("replayed", replayed.events());
            JsonFields.text(json, "nextCursor", replayed.next());
            json.writeEndObject();
        }
        return Answer.json(200);
    }
}
