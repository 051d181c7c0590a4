package org.orderevidence.api;

import java.time.Duration;
import java.util.List;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.Actor;
import org.orderevidence.account.KeyChange;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Failures;
import org.orderevidence.http.MediaTypes;
import org.orderevidence.http.Operation;
import org.orderevidence.http.RequestBody;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.wire.KeyReader;
import org.orderevidence.wire.Read;

/** Replaces a key by a new one. */
final class RotateKey implements Operation {
    private static final String UNKNOWN =
            "It is unknown whether the key was replaced. List the keys with GET /api/v2/keys, and revoke a new key that you"
                    + " did not receive: its text cannot be shown again. If the old key has replacedBy, create a key;"
                    + " otherwise repeat the request.";

    private final Accounts accounts;
    private final Failures failures;
    private final Limits limits;

    RotateKey(Accounts accounts, Failures failures, Limits limits) {
        this.accounts = accounts;
        this.failures = failures;
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
        return KeyAnswers.change(exchange, accounts, actor -> rotate(exchange, actor, id, grace));
    }

    private Answer rotate(Exchange exchange, Actor actor, String id, Duration grace) {
        KeyChange result;
        try {
            result = accounts.keys().rotate(actor, exchange.space(), id, grace);
        } catch (RuntimeException failed) {
            return failures.answerUnrepeatable(exchange, failed, UNKNOWN);
        }
        return KeyAnswers.of(exchange, accounts, result);
    }
}
