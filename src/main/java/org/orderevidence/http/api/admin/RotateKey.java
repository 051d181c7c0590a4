package org.orderevidence.http.api.admin;

import java.time.Duration;
import java.util.List;
import org.orderevidence.account.Accounts;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.http.server.Answer;
import org.orderevidence.http.server.Exchange;
import org.orderevidence.http.server.MediaTypes;
import org.orderevidence.http.server.Operation;
import org.orderevidence.http.server.RequestBody;
import org.orderevidence.http.wire.Read;
import org.orderevidence.http.wire.admin.KeyReader;

/** Replaces a key by a new one. */
final class RotateKey implements Operation {
    private final Accounts accounts;
    private final Limits limits;

    RotateKey(Accounts accounts, Limits limits) {
        this.accounts = accounts;
        this.limits = limits;
    }

    @Override
    public Answer answer(Exchange exchange) {
        return switch (new RequestBody(exchange, limits).readJson(List.of(MediaTypes.JSON))) {
            case RequestBody.Outcome.Refused(Answer answer) -> answer;
            case RequestBody.Outcome.Json(var body) ->
                switch (KeyReader.rotation(body)) {
                    case Read.Bad<Duration> bad -> exchange.invalid(bad);
                    case Read.Good<Duration> good -> rotate(exchange, good.value());
                };
        };
    }

    private Answer rotate(Exchange exchange, Duration grace) {
        String id = exchange.keyId();
        if (id == null) {
            return KeyAnswers.notFound(exchange);
        }
        return KeyAnswers.change(
                exchange,
                accounts,
                actor -> KeyAnswers.of(exchange, accounts, accounts.keys().rotate(actor, exchange.space(), id, grace)));
    }
}
