package org.orderevidence.api;

import org.orderevidence.account.Account;
import org.orderevidence.account.Accounts;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Operation;
import org.orderevidence.http.VersionTag;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.wire.AccountWriter;

/** Fetches the account of the request's key. */
final class FetchAccount implements Operation {
    private final Accounts accounts;

    FetchAccount(Accounts accounts) {
        this.accounts = accounts;
    }

    @Override
    public Answer answer(Exchange exchange) {
        return write(exchange, accounts);
    }

    /** Answers with the account as it is stored now. */
    static Answer write(Exchange exchange, Accounts accounts) {
        Account account = accounts.stored(exchange.space().account()).orElse(null);
        if (account == null) {
            return exchange.keyUnknown();
        }
        return Answer.json(200, "ETag", body(exchange, account), "Cache-Control", "private, no-cache");
    }

    /** Writes an account as the body of the answer, and returns its entity tag. */
    static String body(Exchange exchange, Account account) {
        exchange.body().clear();
        try (JsonWriter json = exchange.json()) {
            AccountWriter.write(json, account);
        }
        return VersionTag.of(exchange.body());
    }
}
