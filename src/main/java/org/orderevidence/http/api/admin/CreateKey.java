package org.orderevidence.http.api.admin;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.Actor;
import org.orderevidence.account.KeyChange;
import org.orderevidence.account.KeyChange.Reason;
import org.orderevidence.account.KeySpec;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.http.server.Answer;
import org.orderevidence.http.server.Exchange;
import org.orderevidence.http.server.MediaTypes;
import org.orderevidence.http.server.Operation;
import org.orderevidence.http.server.RequestBody;
import org.orderevidence.http.wire.FaultCode;
import org.orderevidence.http.wire.FieldError;
import org.orderevidence.http.wire.Read;
import org.orderevidence.http.wire.admin.KeyReader;
import org.orderevidence.http.wire.admin.KeyRequest;

/** Creates a key in the account space of the request. */
final class CreateKey implements Operation {
    private final Accounts accounts;
    private final Limits limits;

    CreateKey(Accounts accounts, Limits limits) {
        this.accounts = accounts;
        this.limits = limits;
    }

    @Override
    public Answer answer(Exchange exchange) {
        return switch (new RequestBody(exchange, limits).readJson(List.of(MediaTypes.JSON))) {
            case RequestBody.Outcome.Refused(Answer answer) -> answer;
            case RequestBody.Outcome.Json(var body) ->
                switch (KeyReader.newKey(body, accounts.now())) {
                    case Read.Bad<KeyRequest> bad -> exchange.invalid(bad);
                    case Read.Good<KeyRequest> good ->
                        KeyAnswers.change(exchange, accounts, actor -> create(exchange, actor, good.value()));
                };
        };
    }

    private Answer create(Exchange exchange, Actor actor, KeyRequest request) {
        KeySpec spec = new KeySpec(exchange.space(), request.label(), request.scopes(), request.expiresAt());
        KeyChange result = accounts.keys().create(actor, spec);
        Instant end = actor.endsAt();
        if (end != null && result instanceof KeyChange.Refused(Reason reason) && reason == Reason.ENDS_LATER) {
            String detail = "expiresAt must be at most " + end.truncatedTo(ChronoUnit.SECONDS)
                    + ", because the key of this request ends then";
            return exchange.invalid(
                    new Read.Bad<KeyRequest>(new FieldError("/expiresAt", FaultCode.OUT_OF_RANGE, detail)));
        }
        return KeyAnswers.of(exchange, accounts, result);
    }
}
