package org.orderevidence.api;

import org.orderevidence.account.Accounts;
import org.orderevidence.store.AccountStore.Account;
import org.orderevidence.account.Actor;
import org.orderevidence.account.AuditLog.AuditEntry;
import org.orderevidence.http.Answer;
import org.orderevidence.http.EntityTags;
import org.orderevidence.http.EntityTags.VersionTag;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Query;
import org.orderevidence.http.RequestBody;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.wire.AccountProfile;
import org.orderevidence.wire.AccountReader;
import org.orderevidence.wire.AccountWriter;
import org.orderevidence.wire.KeyWriter;
import org.orderevidence.wire.Problem;

/** Fetches and replaces the profile of an account, and lists the changes of its keys and profile. */
final class AccountOperations {
    private final Accounts accounts;

    AccountOperations(Accounts accounts) {
        this.accounts = accounts;
    }

    /** Answers with the account as it is stored now. */
    Answer fetch(Exchange exchange) {
        Account account = accounts.stored(exchange.space().account()).orElse(null);
        if (account == null) {
            return exchange.keyUnknown();
        }
        return Answer.json(200, "ETag", body(exchange, account), "Cache-Control", "private, no-cache");
    }

    /** Writes an account as the body of the answer, and returns its entity tag. */
    private static String body(Exchange exchange, Account account) {
        exchange.body().clear();
        try (JsonWriter json = exchange.json()) {
            AccountWriter.write(json, account);
        }
        return VersionTag.of(exchange.body());
    }

    /** Replaces the profile. */
    Answer replace(Exchange exchange) {
        if (exchange.space().mode() != Mode.LIVE) {
            return exchange.problem(
                    Problem.KEY_SCOPE,
                    "Live and test orders have the same profile, so a test key cannot change it. Use a live key.");
        }
        EntityTags ifMatch = EntityTags.parse(exchange.headers("If-Match"));
        if (ifMatch instanceof EntityTags.Malformed) {
            return exchange.problem(
                    Problem.INVALID_PARAMETER, "If-Match must be the ETag of an earlier response, or *.");
        }
        return new RequestBody(exchange)
                .answer(
                        body -> AccountReader.read(body, exchange.space().account()),
                        good -> KeyOperations.change(
                                exchange, accounts, actor -> replace(exchange, actor, good.value(), ifMatch)));
    }

    private Answer replace(Exchange exchange, Actor actor, AccountProfile profile, EntityTags ifMatch) {
        String id = exchange.space().account();
        boolean replaced = accounts.setProfile(
                actor,
                id,
                profile.merchantInfo(),
                profile.category(),
                profile.showsLogo(),
                stored -> ifMatch.allows(tag -> body(exchange, stored).equals('"' + tag.opaque() + '"')));
        return replaced || accounts.stored(id).isEmpty()
                ? fetch(exchange)
                : exchange.problem(
                        Problem.PRECONDITION_FAILED,
                        "The account changed since the response that If-Match names; fetch it again and repeat the"
                                + " change.");
    }

    /** Lists the changes of keys and profile in the account space, newest first. */
    Answer audit(Exchange exchange) {
        Query query = new Query(exchange, Cursor.PAGE);
        int per = Cursor.per(query);
        String before = Cursor.of(query, "[0-9a-f]{24}");
        return query.answer(() -> exchange.page(
                "entries",
                // One more than the page has: whether another page follows.
                accounts.audit().list(exchange.space(), before, per + 1),
                per,
                KeyWriter::write,
                AuditEntry::id));
    }
}
