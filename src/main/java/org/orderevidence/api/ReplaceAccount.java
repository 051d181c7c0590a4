package org.orderevidence.api;

import java.util.List;
import org.orderevidence.account.Account;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.Actor;
import org.orderevidence.http.Answer;
import org.orderevidence.http.EntityTags;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.MediaTypes;
import org.orderevidence.http.Operation;
import org.orderevidence.http.RequestBody;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.wire.AccountProfile;
import org.orderevidence.wire.AccountReader;
import org.orderevidence.wire.Problem;
import org.orderevidence.wire.Read;

/** Replaces the profile of the account. */
final class ReplaceAccount implements Operation {
    private final Accounts accounts;
    private final Limits limits;

    ReplaceAccount(Accounts accounts, Limits limits) {
        this.accounts = accounts;
        this.limits = limits;
    }

    @Override
    public Answer answer(Exchange exchange) {
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
        return switch (new RequestBody(exchange, limits).readJson(List.of(MediaTypes.JSON))) {
            case RequestBody.Outcome.Refused(Answer answer) -> answer;
            case RequestBody.Outcome.Json(var body) ->
                switch (AccountReader.read(body, exchange.space().account())) {
                    case Read.Bad<AccountProfile> bad -> exchange.invalid(bad);
                    case Read.Good<AccountProfile> good ->
                        KeyAnswers.change(exchange, accounts, actor -> replace(exchange, actor, good.value(), ifMatch));
                };
        };
    }

    private Answer replace(Exchange exchange, Actor actor, AccountProfile profile, EntityTags ifMatch) {
        String id = exchange.space().account();
        boolean replaced = accounts.setProfile(
                actor,
                id,
                profile.merchantInfo(),
                profile.category(),
                profile.showsLogo(),
                stored -> isNamed(exchange, stored, ifMatch));
        return replaced || accounts.stored(id).isEmpty()
                ? FetchAccount.write(exchange, accounts)
                : exchange.problem(
                        Problem.PRECONDITION_FAILED,
                        "The account changed since the response that If-Match names; fetch it again and repeat the"
                                + " change.");
    }

    private static boolean isNamed(Exchange exchange, Account stored, EntityTags ifMatch) {
        return ifMatch.allows(tag -> FetchAccount.body(exchange, stored).equals('"' + tag.opaque() + '"'));
    }
}
