package org.orderevidence.api;

import org.orderevidence.account.Actor;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Operation;
import org.orderevidence.integration.Integration;
import org.orderevidence.webhook.Integrations.Change;
import org.orderevidence.wire.IntegrationReader;
import org.orderevidence.wire.IntegrationRotation;
import org.orderevidence.wire.Read;
import tools.jackson.databind.JsonNode;

/** Gives an integration a new secret, or ends the one before. */
final class RotateIntegration implements Operation {
    private final IntegrationAnswers answers;

    RotateIntegration(IntegrationAnswers answers) {
        this.answers = answers;
    }

    @Override
    public Answer answer(Exchange exchange) {
        return answers.withBody(
                exchange,
                body -> answers.change(
                        exchange,
                        actor -> answers.named(exchange)
                                .map(found -> rotate(exchange, actor, found, body))
                                .orElseGet(exchange::integrationNotFound)));
    }

    private Answer rotate(Exchange exchange, Actor actor, Integration found, JsonNode body) {
        return switch (IntegrationReader.rotation(body, found.platform())) {
            case Read.Bad<IntegrationRotation> bad -> exchange.invalid(bad);
            case Read.Good<IntegrationRotation> good ->
                IntegrationAnswers.of(exchange, change(actor, found, good.value()), 200);
        };
    }

    private Change change(Actor actor, Integration found, IntegrationRotation rotation) {
        return switch (rotation) {
            case IntegrationRotation.Next(var secret) -> answers.integrations().rotate(actor, found, secret);
            case IntegrationRotation.End _ -> answers.integrations().endRotation(actor, found);
        };
    }
}
