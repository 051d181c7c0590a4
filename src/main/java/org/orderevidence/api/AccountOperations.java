package org.orderevidence.api;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.Actor;
import org.orderevidence.account.AuditLog.About;
import org.orderevidence.account.AuditLog.AuditFilter;
import org.orderevidence.account.AuditLog.AuditPage;
import org.orderevidence.account.KeyAdministration;
import org.orderevidence.account.KeyAdministration.KeyChange;
import org.orderevidence.account.KeyAdministration.KeyChange.Reason;
import org.orderevidence.account.KeyAdministration.KeySpec;
import org.orderevidence.account.KeyCheck;
import org.orderevidence.api.Answers.KeyAt;
import org.orderevidence.api.Answers.NewKey;
import org.orderevidence.http.Answer;
import org.orderevidence.http.EntityTags;
import org.orderevidence.http.EntityTags.VersionTag;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Failures;
import org.orderevidence.http.Query;
import org.orderevidence.http.RequestBody;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.OrderId;
import org.orderevidence.store.AccountStore.Account;
import org.orderevidence.store.AccountStore.KeyRow;
import org.orderevidence.wire.AccountReader;
import org.orderevidence.wire.AccountReader.AccountProfile;
import org.orderevidence.wire.AccountReader.KeyRequest;
import org.orderevidence.wire.AnswerShape.Page;
import org.orderevidence.wire.FaultCode;
import org.orderevidence.wire.Faults.FieldError;
import org.orderevidence.wire.Problem;
import org.orderevidence.wire.Read;
import tools.jackson.databind.JsonNode;

/**
 * Fetches and replaces the profile of an account, lists, creates, rotates and revokes its keys, and lists the changes of
 * both. A live key can create test keys too.
 */
record AccountOperations(Accounts accounts, Failures failures) {
    private static final int MAX_ID = 64;
    private static final String UNKNOWN_CREATION =
            "It is unknown whether a key was created. Before you repeat the request, list the keys with GET /api/v2/keys."
                    + " Revoke a new key that you did not receive: its text cannot be shown again.";
    private static final String UNKNOWN_ROTATION =
            "It is unknown whether the key was replaced. List the keys with GET /api/v2/keys, and revoke a new key that you"
                    + " did not receive: its text cannot be shown again. If the old key has replacedBy, create a key;"
                    + " otherwise repeat the request.";

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
            Answers.ACCOUNT.write(json, account);
        }
        return VersionTag.of(exchange.body());
    }

    Answer replace(Exchange exchange) {
        if (exchange.space().mode() != Mode.LIVE) {
            return exchange.problem(
                    Problem.KEY_SCOPE,
                    "Live and test orders have the same profile, so a test key cannot change it. Use a live key.");
        }
        EntityTags ifMatch = EntityTags.parse(exchange.headers("If-Match"));
        if (ifMatch.isMalformed()) {
            return exchange.problem(
                    Problem.INVALID_PARAMETER, "If-Match must be the ETag of an earlier response, or *.");
        }
        return change(
                exchange,
                accounts,
                body -> AccountReader.read(body, exchange.space().account()),
                (actor, profile) -> replace(exchange, actor, profile, ifMatch));
    }

    private Answer replace(Exchange exchange, Actor actor, AccountProfile profile, EntityTags ifMatch) {
        String id = exchange.space().account();
        boolean replaced = accounts.setProfile(
                actor,
                id,
                stored -> stored.with(
                        profile.merchantInfo(), profile.category(), profile.showsLogo(), profile.retentionDays()),
                stored -> ifMatch.allows(tag -> body(exchange, stored).equals('"' + tag + '"')));
        return replaced || accounts.stored(id).isEmpty()
                ? fetch(exchange)
                : exchange.problem(
                        Problem.PRECONDITION_FAILED,
                        "The account changed since the response that If-Match names; fetch it again and repeat the"
                                + " change.");
    }

    /** Lists what was done in the account space, newest first. */
    Answer audit(Exchange exchange) {
        Query query = new Query(exchange, List.of("per", "cursor", "about", "orderId"));
        int per = Cursor.per(query);
        String before = Cursor.of(query, "[0-9a-f]{24}");
        About about = query.value("about", About::parse, "about must be settings or data");
        String order = query.value(
                "orderId",
                text -> Optional.of(text).filter(OrderId::isValid),
                "orderId must be the ID of an order, of 1 to 128 characters");
        return query.answer(exchange, () -> {
            AuditPage page = accounts.audit().page(exchange.space(), new AuditFilter(about, order), before, per);
            return exchange.object(200, Answers.AUDIT_LOG, new Page<>(page.entries(), page.next()));
        });
    }

    /** Makes a change for the owner of the request's key, which must be valid in the store, not only in the cache. */
    static Answer change(Exchange exchange, Accounts accounts, Function<Actor, Answer> change) {
        KeyCheck.Accepted key = exchange.key();
        return key == null
                ? exchange.keyUnknown()
                : accounts.keys().caller(key).map(change).orElseGet(exchange::keyUnknown);
    }

    /** Makes a change like the other method, with the value that a reader returns for the body. */
    static <T> Answer change(
            Exchange exchange,
            Accounts accounts,
            Function<JsonNode, Read<T>> reader,
            BiFunction<Actor, T, Answer> change) {
        return new RequestBody(exchange)
                .answer(reader, good -> change(exchange, accounts, actor -> change.apply(actor, good.value())));
    }

    /** Lists the keys, the oldest first. */
    Answer keys(Exchange exchange) {
        Query query = new Query(exchange, Cursor.PAGE);
        int per = Cursor.per(query);
        String after = Cursor.of(query, "[a-z0-9_]{1,64}");
        return query.answer(exchange, () -> {
            // One more than the page has: whether another page follows.
            Optional<List<KeyRow>> found = accounts.keys().list(exchange.space(), after, per + 1);
            if (found.isEmpty()) {
                query.error("cursor", Cursor.RULE_OF_PAGE);
            }
            return query.answer(
                    exchange,
                    () -> exchange.page(
                            Answers.KEYS,
                            found.orElseThrow().stream().map(this::shown).toList(),
                            per,
                            key -> key.info().id()));
        });
    }

    private KeyAt shown(KeyRow key) {
        return new KeyAt(key, accounts.now());
    }

    Answer createKey(Exchange exchange) {
        return change(
                exchange,
                accounts,
                body -> AccountReader.newKey(body, accounts.now()),
                (actor, request) -> create(exchange, actor, request));
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
            return failures.answerUnrepeatable(exchange, failed, UNKNOWN_CREATION);
        }
        return result instanceof KeyChange.Refused(Reason reason) && reason == Reason.ENDS_LATER
                ? endsLater(exchange, actor.endsAt())
                : answer(exchange, result);
    }

    /**
     * @param end when the key of the request ends; {@code null} if it was replaced after it was read
     */
    private static Answer endsLater(Exchange exchange, @Nullable Instant end) {
        String detail = end == null
                ? "the key of this request was just replaced, and the new key must not end later"
                : "expiresAt must be at most " + end.truncatedTo(ChronoUnit.SECONDS)
                        + ", because the key of this request ends then";
        return exchange.invalid(new FieldError("/expiresAt", FaultCode.OUT_OF_RANGE, detail));
    }

    Answer rotateKey(Exchange exchange) {
        return new RequestBody(exchange)
                .answer(
                        AccountReader::rotation,
                        good -> named(exchange, (actor, id) -> {
                            try {
                                return answer(
                                        exchange, accounts.keys().rotate(actor, exchange.space(), id, good.value()));
                            } catch (RuntimeException failed) {
                                return failures.answerUnrepeatable(exchange, failed, UNKNOWN_ROTATION);
                            }
                        }));
    }

    /** Revokes a key. Repeating it changes nothing. */
    Answer revokeKey(Exchange exchange) {
        return named(exchange, (actor, id) -> answer(exchange, accounts.keys().revoke(actor, exchange.space(), id)));
    }

    private Answer named(Exchange exchange, BiFunction<Actor, String, Answer> change) {
        String id = exchange.name("id", MAX_ID);
        return id == null ? notFound(exchange) : change(exchange, accounts, actor -> change.apply(actor, id));
    }

    private Answer answer(Exchange exchange, KeyChange result) {
        return switch (result) {
            case KeyChange.Made(var made, var replaced) ->
                exchange.object(
                        201,
                        Answers.NEW_KEY,
                        new NewKey(made.key(), shown(made.info()), replaced == null ? null : shown(replaced)));
            case KeyChange.Ended(var key) -> exchange.object(200, Answers.KEY, shown(key));
            case KeyChange.Refused(Reason reason) -> refused(exchange, reason);
        };
    }

    /** The same for unknown keys, those of other accounts and those of the other mode. */
    private static Answer notFound(Exchange exchange) {
        return exchange.problem(Problem.KEY_NOT_FOUND, "This account has no key with this ID in the mode of this key.");
    }

    private static Answer refused(Exchange exchange, Reason reason) {
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
                exchange.invalid(new FieldError(
                        "",
                        FaultCode.TOO_MANY,
                        "an account has at most " + KeyAdministration.MAX_KEYS
                                + " live and as many test keys; revoke the keys that are not used"));
            case ENDED ->
                conflict(exchange, "The key has expired or was revoked, so it cannot be rotated; create a new key.");
            case REPLACED -> conflict(exchange, "This key was already replaced; rotate the key that replacedBy names.");
            case LAST_ADMIN_KEY ->
                conflict(
                        exchange,
                        "No other key with the scope admin was used and ends no earlier. Use another one"
                                + " first, or revoke this key on the server with ./evidence key revoke.");
            case IN_USE, NOT_IMPORTABLE, WRONG_MODE -> throw new IllegalStateException("no operation imports keys");
        };
    }

    private static Answer conflict(Exchange exchange, String detail) {
        return exchange.problem(Problem.KEY_CONFLICT, detail);
    }
}
