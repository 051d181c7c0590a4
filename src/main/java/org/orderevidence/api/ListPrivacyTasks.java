package org.orderevidence.api;

import java.time.Instant;
import java.util.List;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Operation;
import org.orderevidence.json.JsonFields;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.webhook.PrivacyTasks;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.IntegrationWriter;
import org.orderevidence.wire.QueryParameters;

/** Lists the tasks of an integration about personal data. */
final class ListPrivacyTasks implements Operation {
    private final IntegrationAnswers answers;

    ListPrivacyTasks(IntegrationAnswers answers) {
        this.answers = answers;
    }

    @Override
    public Answer answer(Exchange exchange) {
        Faults faults = new Faults(Faults.Unknown.REFUSED);
        QueryParameters query = exchange.query();
        int per = Pages.per(query, faults);
        String after = Pages.cursor(query, "[0-9a-f]{34}", faults);
        String state = query.single("state", faults);
        if (state != null && !state.equals("open") && !state.equals("done")) {
            QueryParameters.error("state", "state must be open or done; default open", faults);
        }
        query.refuseOthers(List.of("per", "cursor", "state"), faults);
        if (faults.refuse()) {
            return exchange.invalidParameters(faults);
        }
        return answers.named(exchange)
                .map(found -> write(exchange, answers.integrations().tasks(found, "done".equals(state), after, per)))
                .orElseGet(exchange::integrationNotFound);
    }

    private Answer write(Exchange exchange, PrivacyTasks.Page page) {
        Instant now = answers.integrations().now();
        try (JsonWriter json = exchange.json()) {
            json.writeStartObject();
            json.writeArrayPropertyStart("tasks");
            page.tasks().forEach(task -> IntegrationWriter.write(json, task, now));
            json.writeEndArray();
            JsonFields.text(json, "nextCursor", page.next());
            json.writeEndObject();
        }
        return Answer.json(200);
    }
}
