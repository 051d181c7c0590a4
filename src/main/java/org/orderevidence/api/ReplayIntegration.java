package org.orderevidence.api;

import org.orderevidence.account.Actor;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Operation;
import org.orderevidence.integration.Integration;
import org.orderevidence.json.JsonFields;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.webhook.IntegrationAdministration.ReplayFilter;
import org.orderevidence.webhook.IntegrationAdministration.Replayed;
import org.orderevidence.wire.IntegrationReader;
import org.orderevidence.wire.Read;
import org.orderevidence.wire.ReplayRequest;

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
