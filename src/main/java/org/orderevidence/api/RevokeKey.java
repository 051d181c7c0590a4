package org.orderevidence.api;

import org.orderevidence.account.Accounts;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Operation;

/** Revokes a key. Repeating it changes nothing. */
final class RevokeKey implements Operation {
    private final Accounts accounts;

    RevokeKey(Accounts accounts) {
        this.accounts = accounts;
    }

    @Override
    public Answer answer(Exchange exchange) {
        String id = exchange.keyId();
        if (id == null) {
            return KeyAnswers.notFound(exchange);
        }
        return KeyAnswers.change(
                exchange,
                accounts,
                actor -> KeyAnswers.of(exchange, accounts, accounts.keys().revoke(actor, exchange.space(), id)));
    }
}
