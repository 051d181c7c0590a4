package org.orderevidence.api;

import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Operation;

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
