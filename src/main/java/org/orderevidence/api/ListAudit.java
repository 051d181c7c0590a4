package org.orderevidence.api;

import java.util.List;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.AuditEntry;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Operation;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.KeyWriter;
import org.orderevidence.wire.QueryParameters;

/** Lists the changes of keys and profile in the account space, newest first. */
final class ListAudit implements Operation {
    private final Accounts accounts;

    ListAudit(Accounts accounts) {
        this.accounts = accounts;
    }

    @Override
    public Answer answer(Exchange exchange) {
        Faults faults = new Faults(Faults.Unknown.REFUSED);
        QueryParameters query = exchange.query();
        int per = Pages.per(query, faults);
        String before = Pages.cursor(query, "[0-9a-f]{24}", faults);
        query.refuseOthers(List.of("per", "cursor"), faults);
        if (faults.refuse()) {
            return exchange.invalidParameters(faults);
        }
        // One more than the page has: whether another page follows.
        List<AuditEntry> entries = accounts.audit().list(exchange.space(), before, per + 1);
        List<AuditEntry> page = entries.subList(0, Math.min(per, entries.size()));
        try (JsonWriter json = exchange.json()) {
            json.writeStartObject();
            json.writeArrayPropertyStart("entries");
            page.forEach(entry -> KeyWriter.write(json, entry));
            json.writeEndArray();
            if (entries.size() > per) {
                json.writeStringProperty("nextCursor", page.getLast().id());
            }
            json.writeEndObject();
        }
        return Answer.json(200);
    }
}
