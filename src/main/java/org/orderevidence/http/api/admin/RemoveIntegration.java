package org.orderevidence.http.api.admin;

import org.orderevidence.http.server.Answer;
import org.orderevidence.http.server.Exchange;
import org.orderevidence.http.server.Operation;

/** Removes an integration of the account space. */
final class RemoveIntegration implements Operation {
    private final IntegrationAnswers answers;

    RemoveIntegration(IntegrationAnswers answers) {
        this.answers = answers;
    }

    @Override
    public Answer answer(Exchange exchange) {
        return answers.change(
                exchange,
                actor -> answers.named(exchange)
                        .map(found -> IntegrationAnswers.of(
                                exchange, answers.integrations().remove(actor, found), 200))
                        .orElseGet(exchange::integrationNotFound));
    }
}
