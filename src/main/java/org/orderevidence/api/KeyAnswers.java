package org.orderevidence.api;

import java.util.function.Function;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.Actor;
import org.orderevidence.account.KeyAdministration;
import org.orderevidence.account.KeyChange;
import org.orderevidence.account.KeyCheck;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.wire.FaultCode;
import org.orderevidence.wire.FieldError;
import org.orderevidence.wire.KeyWriter;
import org.orderevidence.wire.Problem;
import org.orderevidence.wire.Read;

/** The answers to changes of keys. */
final class KeyAnswers {
    private KeyAnswers() {}

    /** Makes a change for the owner of the request's key, which must be valid in the store, not only in the cache. */
    static Answer change(Exchange exchange, Accounts accounts, Function<Actor, Answer> change) {
        KeyCheck.Accepted key = exchange.key();
        return key == null
                ? exchange.keyUnknown()
                : accounts.keys().caller(key).map(change).orElseGet(exchange::keyUnknown);
    }

    /** Answers with the result of a change. */
    static Answer of(Exchange exchange, Accounts accounts, KeyChange result) {
        return switch (result) {
            case KeyChange.Made(var made, var replaced) -> {
                try (JsonWriter json = exchange.json()) {
                    KeyWriter.writeNew(json, made, replaced, accounts.now());
                }
                yield Answer.json(201);
            }
            case KeyChange.Ended(var key) -> {
                try (JsonWriter json = exchange.json()) {
                    KeyWriter.write(json, key, accounts.now());
                }
                yield Answer.json(200);
            }
            case KeyChange.Refused(KeyChange.Reason reason) -> refused(exchange, reason);
        };
    }

    /** The same for unknown keys, those of other accounts and those of the other mode. */
    static Answer notFound(Exchange exchange) {
        return exchange.problem(Problem.KEY_NOT_FOUND, "This account has no key with this ID in the mode of this key.");
    }

    private static Answer refused(Exchange exchange, KeyChange.Reason reason) {
        return switch (reason) {
            case NO_ACCOUNT, CALLER_ENDED -> exchange.keyUnknown();
            case NO_KEY -> notFound(exchange);
            case MORE_SCOPES ->
                exchange.problem(Problem.KEY_SCOPE, "This key cannot give a scope that it does not have itself.");
            case ENDS_LATER ->
                conflict(
                        exchange,
                        "The new key would end later than the key of this request; use a key that ends no earlier than"
                                + " the new one.");
            case TOO_MANY_KEYS ->
                exchange.invalid(new Read.Bad<KeyChange>(new FieldError(
                        "",
                        FaultCode.TOO_MANY,
                        "an account has at most " + KeyAdministration.MAX_KEYS
                                + " live and as many test keys; revoke the keys that are not used")));
            case ENDED ->
                conflict(exchange, "The key has expired or was revoked, so it cannot be rotated; create a new key.");
            case REPLACED ->
                conflict(exchange, "Another key replaces this key already; rotate the key that replacedBy names.");
            case LAST_ADMIN_KEY ->
                conflict(
                        exchange,
                        "There is no other key with the scope admin that was used and ends no earlier; use another one"
                                + " first, or revoke this key on the server with ./evidence key revoke.");
            case IN_USE, NOT_IMPORTABLE, WRONG_MODE -> throw new IllegalStateException("no operation imports keys");
        };
    }

    private static Answer conflict(Exchange exchange, String detail) {
        return exchange.problem(Problem.KEY_CONFLICT, detail);
    }
}
