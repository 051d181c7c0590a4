package org.orderevidence.api;

import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Operation;
import org.orderevidence.integration.Integration;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.wire.IntegrationWriter;

/** Fetches an integration of the account space. */
final class FetchIntegration implements Operation {
    private final IntegrationAnswers answers;

    FetchIntegration(IntegrationAnswers answers) {
        this.answers = answers;
    }

    @Override
    public Answer answer(Exchange exchange) {
        return answers.named(exchange).map(found -> write(exchange, found)).orElseGet(exchange::integrationNotFound);
    }

    private Answer write(Exchange exchange, Integration found) {
        try (JsonWriter json = exchange.json()) {
            IntegrationWriter.writeStatus(json, answers.integrations().status(found));
        }
        return Answer.json(200);
    }
}
