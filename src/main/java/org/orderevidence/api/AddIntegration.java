package org.orderevidence.api;

import org.orderevidence.account.Actor;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Failures;
import org.orderevidence.http.Operation;
import org.orderevidence.integration.Integration;
import org.orderevidence.webhook.Integrations.Change;
import org.orderevidence.wire.IntegrationReader;
import org.orderevidence.wire.IntegrationRequest;
import org.orderevidence.wire.Read;

/** Adds an integration to the account space of the request. */
final class AddIntegration implements Operation {
    private static final String UNKNOWN =
            "It is unknown whether the integration was added. Before you repeat the request, list the integrations with"
                    + " GET /api/v2/integrations.";

    private final IntegrationAnswers answers;
    private final Failures failures;

    AddIntegration(IntegrationAnswers answers, Failures failures) {
        this.answers = answers;
        this.failures = failures;
    }

    @Override
    public Answer answer(Exchange exchange) {
        return answers.withBody(exchange, body -> switch (IntegrationReader.newIntegration(body)) {
            case Read.Bad<IntegrationRequest> bad -> exchange.invalid(bad);
            case Read.Good<IntegrationRequest> good ->
                answers.change(exchange, actor -> add(exchange, actor, good.value()));
        });
    }

    private Answer add(Exchange exchange, Actor actor, IntegrationRequest request) {
        Change change;
        try {
            change = answers.integrations()
                    .add(actor, exchange.space(), request.platform(), request.settings(), request.secrets());
        } catch (RuntimeException failed) {
            return failures.answerUnrepeatable(exchange, failed, UNKNOWN);
        }
        // A key that was revoked in the meantime must leave nothing that its revoker has not seen in the list.
        return change instanceof Change.Made(Integration made) && !isStillValid(exchange)
                ? withdrawn(exchange, actor, made)
                : IntegrationAnswers.of(exchange, change, 201);
    }

    private boolean isStillValid(Exchange exchange) {
        var key = exchange.key();
        return key != null && answers.accounts().keys().caller(key).isPresent();
    }

    private Answer withdrawn(Exchange exchange, Actor actor, Integration made) {
        answers.integrations().remove(actor, made);
        return exchange.keyUnknown();
    }
}
