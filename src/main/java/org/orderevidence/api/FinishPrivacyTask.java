package org.orderevidence.api;

import java.util.Optional;
import org.orderevidence.account.Actor;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.IntegrationPath;
import org.orderevidence.http.Operation;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.PrivacyTask;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.wire.IntegrationWriter;
import org.orderevidence.wire.Problem;

/** Marks a task as done. Repeating it changes nothing. The body of the request is not read. */
final class FinishPrivacyTask implements Operation {
    private final IntegrationAnswers answers;

    FinishPrivacyTask(IntegrationAnswers answers) {
        this.answers = answers;
    }

    @Override
    public Answer answer(Exchange exchange) {
        return answers.change(
                exchange,
                actor -> answers.named(exchange)
                        .map(found -> finish(exchange, actor, found))
                        .orElseGet(exchange::integrationNotFound));
    }

    private Answer finish(Exchange exchange, Actor actor, Integration found) {
        IntegrationPath path = exchange.integrationPath();
        String task = path == null ? null : path.task();
        return (task == null
                        ? Optional.<PrivacyTask>empty()
                        : answers.integrations().finish(actor, found, task))
                .map(finished -> write(exchange, finished))
                .orElseGet(() -> exchange.problem(
                        Problem.TASK_NOT_FOUND, "This integration has no task with this ID; list its tasks."));
    }

    private Answer write(Exchange exchange, PrivacyTask task) {
        try (JsonWriter json = exchange.json()) {
            IntegrationWriter.write(json, task, answers.integrations().now());
        }
        return Answer.json(200);
    }
}
