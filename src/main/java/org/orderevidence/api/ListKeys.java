package org.orderevidence.api;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.KeyInfo;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Operation;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.KeyWriter;
import org.orderevidence.wire.QueryParameters;

/** Lists the keys of the account space, oldest first. */
final class ListKeys implements Operation {
    private final Accounts accounts;

    ListKeys(Accounts accounts) {
        this.accounts = accounts;
    }

    @Override
    public Answer answer(Exchange exchange) {
        Faults faults = new Faults(Faults.Unknown.REFUSED);
        QueryParameters query = exchange.query();
        int per = Pages.per(query, faults);
        String after = Pages.cursor(query, "[a-z0-9_]{1,64}", faults);
        query.refuseOthers(List.of("per", "cursor"), faults);
        if (faults.refuse()) {
            return exchange.invalidParameters(faults);
        }
        // One more than the page has: whether another page follows.
        Optional<List<KeyInfo>> found = accounts.keys().list(exchange.space(), after, per + 1);
        if (found.isEmpty()) {
            Pages.wrongCursor(faults);
            return exchange.invalidParameters(faults);
        }
        write(exchange, found.get(), per);
        return Answer.json(200);
    }

    private void write(Exchange exchange, List<KeyInfo> keys, int per) {
        Instant now = accounts.now();
        List<KeyInfo> page = keys.subList(0, Math.min(per, keys.size()));
        try (JsonWriter json = exchange.json()) {
            json.writeStartObject();
            json.writeArrayPropertyStart("keys");
            page.forEach(key -> KeyWriter.write(json, key, now));
            json.writeEndArray();
            if (keys.size() > per) {
                json.writeStringProperty("nextCursor", page.getLast().id());
            }
            json.writeEndObject();
        }
    }
}
