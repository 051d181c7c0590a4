package org.orderevidence.http.api.admin;

import org.orderevidence.account.Accounts;
import org.orderevidence.http.server.Answer;
import org.orderevidence.http.server.Exchange;
import org.orderevidence.http.server.Operation;

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
