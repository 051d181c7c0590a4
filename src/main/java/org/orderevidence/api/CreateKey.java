package org.orderevidence.api;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.Actor;
import org.orderevidence.account.KeyChange;
import org.orderevidence.account.KeyChange.Reason;
import org.orderevidence.account.KeySpec;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Failures;
import org.orderevidence.http.MediaTypes;
import org.orderevidence.http.Operation;
import org.orderevidence.http.RequestBody;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.wire.FaultCode;
import org.orderevidence.wire.FieldError;
import org.orderevidence.wire.KeyReader;
import org.orderevidence.wire.KeyRequest;
import org.orderevidence.wire.Problem;
import org.orderevidence.wire.Read;

/** Creates a key of the account. A live key can create test keys too. */
final class CreateKey implements Operation {
    private static final String UNKNOWN =
            "It is unknown whether a key was created. Before you repeat the request, list the keys with GET /api/v2/keys."
                    + " Revoke a new key that you did not receive: its text cannot be shown again.";

    private final Accounts accounts;
    private final Failures failures;
    private final Limits limits;

    CreateKey(Accounts accounts, Failures failures, Limits limits) {
        this.accounts = accounts;
        this.failures = failures;
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
        Mode mode = request.mode() == null ? exchange.space().mode() : request.mode();
        AccountSpace space = new AccountSpace(exchange.space().account(), mode);
        if (!actor.mayChange(space)) {
            return exchange.problem(
                    Problem.KEY_SCOPE, "A test key cannot create a live key. Use a live key with the scope admin.");
        }
        KeySpec spec = new KeySpec(space, request.label(), request.scopes(), request.expiresAt());
        KeyChange result;
        try {
            result = accounts.keys().create(actor, spec);
        } catch (RuntimeException failed) {
            return failures.answerUnrepeatable(exchange, failed, UNKNOWN);
        }
        return result instanceof KeyChange.Refused(Reason reason) && reason == Reason.ENDS_LATER
                ? endsLater(exchange, actor.endsAt())
                : KeyAnswers.of(exchange, accounts, result);
    }

    /**
     * @param end when the key of the request ends; {@code null} if it was replaced after it was read
     */
    private static Answer endsLater(Exchange exchange, @Nullable Instant end) {
        String detail = end == null
                ? "the key of this request was just replaced, and the new key must not end later"
                : "expiresAt must be at most " + end.truncatedTo(ChronoUnit.SECONDS)
                        + ", because the key of this request ends then";
        return exchange.invalid(new Read.Bad<KeyRequest>(new FieldError("/expiresAt", FaultCode.OUT_OF_RANGE, detail)));
    }
}
