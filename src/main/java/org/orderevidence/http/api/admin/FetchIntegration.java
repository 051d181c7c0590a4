package org.orderevidence.http.api.admin;

import org.orderevidence.http.json.JsonWriter;
import org.orderevidence.http.server.Answer;
import org.orderevidence.http.server.Exchange;
import org.orderevidence.http.server.Operation;
import org.orderevidence.http.wire.admin.IntegrationWriter;
import org.orderevidence.integration.inbox.Integration;

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
