package org.orderevidence.api;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.Actor;
import org.orderevidence.account.KeyCheck;
import org.orderevidence.api.Answers.TaskAt;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Failures;
import org.orderevidence.http.MediaTypes;
import org.orderevidence.http.Query;
import org.orderevidence.http.RequestBody;
import org.orderevidence.http.limits.Places;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.integration.Connector;
import org.orderevidence.integration.InboxEvent;
import org.orderevidence.integration.InboxEvent.UnmappedEvent;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.integration.IntegrationSecrets.SecretForm;
import org.orderevidence.integration.IntegrationSecrets.SecretText;
import org.orderevidence.integration.IntegrationSettings;
import org.orderevidence.integration.IntegrationSettings.PlatformSetting;
import org.orderevidence.integration.PrivacyTask;
import org.orderevidence.integration.Signing;
import org.orderevidence.integration.Webhook;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.part.Kind.MeantWords;
import org.orderevidence.order.part.Kind.TextForm;
import org.orderevidence.order.part.Platform;
import org.orderevidence.store.IntegrationStore.Listing;
import org.orderevidence.webhook.IntegrationAdministration;
import org.orderevidence.webhook.IntegrationAdministration.ReplayFilter;
import org.orderevidence.webhook.Integrations;
import org.orderevidence.webhook.Integrations.Change;
import org.orderevidence.webhook.Platforms;
import org.orderevidence.webhook.WebhookReceiver;
import org.orderevidence.wire.AnswerShape.Page;
import org.orderevidence.wire.FaultCode;
import org.orderevidence.wire.Faults;
import org.orderevidence.wire.Faults.FieldError;
import org.orderevidence.wire.Fields;
import org.orderevidence.wire.Problem;
import org.orderevidence.wire.Read;
import org.orderevidence.wire.TextRule;
import tools.jackson.databind.JsonNode;

/** Lists and changes integrations, their events and their tasks about personal data, and receives their webhooks. */
record IntegrationOperations(
        IntegrationAdministration integrations, Accounts accounts, WebhookReceiver receiver, Failures failures) {
    private static final int MAX_ID = 32;
    private static final int MAX_TASK = 64;

    private static final String UNKNOWN =
            "It is unknown whether the integration was added. Before you repeat the request, list the integrations with"
                    + " GET /api/v2/integrations.";

    /** Answers about the integration that the path names, if it is of the account and the mode of the request's key. */
    private Answer named(Exchange exchange, Function<Integration, Answer> operation) {
        String id = exchange.name("id", MAX_ID);
        return Optional.ofNullable(id)
                .flatMap(known -> integrations.find(exchange.space(), known))
                .map(operation)
                .orElseGet(exchange::integrationNotFound);
    }

    private Answer change(Exchange exchange, BiFunction<Actor, Integration, Answer> change) {
        return AccountOperations.change(
                exchange, accounts, actor -> named(exchange, found -> change.apply(actor, found)));
    }

    Answer list(Exchange exchange) {
        Query query = new Query(exchange, Cursor.PAGE);
        int per = Cursor.per(query);
        String after = Cursor.of(query, "[a-z0-9_]{1,32}");
        return query.answer(
                exchange,
                () -> exchange.page(
                        Answers.INTEGRATIONS,
                        integrations.list(exchange.space()).stream()
                                .filter(each -> after == null || each.id().compareTo(after) > 0)
                                .toList(),
                        per,
                        Integration::id));
    }

    Answer add(Exchange exchange) {
        return AccountOperations.change(
                exchange,
                accounts,
                IntegrationReader::newIntegration,
                (actor, request) -> add(exchange, actor, request));
    }

    private Answer add(Exchange exchange, Actor actor, IntegrationReader.New request) {
        Change change;
        try {
            change = integrations.add(
                    actor, exchange.space(), request.platform(), request.settings(), request.secrets());
        } catch (RuntimeException failed) {
            return failures.answerUnrepeatable(exchange, failed, UNKNOWN);
        }
        KeyCheck.Accepted key = exchange.key();
        boolean isStillValid = key != null && accounts.keys().caller(key).isPresent();
        if (change instanceof Change.Made(Integration made) && !isStillValid) {
            // A key that was revoked in the meantime must leave nothing that its revoker has not seen in the list.
            integrations.remove(actor, made);
            return exchange.keyUnknown();
        }
        return answer(exchange, change, 201);
    }

    Answer fetch(Exchange exchange) {
        return named(exchange, found -> exchange.object(200, Answers.INTEGRATION_STATUS, integrations.status(found)));
    }

    Answer remove(Exchange exchange) {
        return change(exchange, (actor, found) -> answer(exchange, integrations.remove(actor, found), 200));
    }

    /** Gives an integration a new secret, or ends the one before. */
    Answer rotate(Exchange exchange) {
        return new RequestBody(exchange)
                .answer(
                        List.of(MediaTypes.JSON),
                        body -> change(exchange, (actor, found) -> rotate(exchange, actor, found, body)));
    }

    private Answer rotate(Exchange exchange, Actor actor, Integration found, JsonNode body) {
        return switch (IntegrationReader.rotation(body, found.platform())) {
            case Read.Bad<Optional<SecretText>> bad -> exchange.invalid(bad);
            case Read.Good<Optional<SecretText>> good ->
                answer(
                        exchange,
                        good.value()
                                .map(secret -> integrations.rotate(actor, found, secret))
                                .orElseGet(() -> integrations.endRotation(actor, found)),
                        200);
        };
    }

    /** Has events mapped again that changed nothing. */
    Answer replay(Exchange exchange) {
        return new RequestBody(exchange)
                .answer(
                        IntegrationReader::replay,
                        good -> change(exchange, (actor, found) -> replay(exchange, actor, found, good.value())));
    }

    private Answer replay(Exchange exchange, Actor actor, Integration found, IntegrationReader.Replay request) {
        return exchange.object(
                200, Answers.REPLAYED, integrations.replay(actor, found, request.filter(), request.cursor()));
    }

    /** Lists the events that changed nothing. */
    Answer events(Exchange exchange) {
        Query query = new Query(exchange, List.of("per", "cursor", "reason"));
        int per = Cursor.per(query);
        String after = Cursor.of(query, "[0-9a-f]{34}");
        String reason =
                query.matching("reason", "[a-z_]{1,40}", "reason must be one of the answers, such as unknown_type");
        return query.answer(
                exchange,
                () -> named(exchange, found -> {
                    Listing<UnmappedEvent> page =
                            integrations.webhooks().inbox().unmapped(found.id(), after, per);
                    List<UnmappedEvent> events = page.items().stream()
                            .filter(event -> reason == null || reason.equals(event.reason()))
                            .toList();
                    return exchange.object(200, Answers.UNMAPPED_EVENTS, new Page<>(events, page.next()));
                }));
    }

    Answer tasks(Exchange exchange) {
        Query query = new Query(exchange, List.of("per", "cursor", "state"));
        int per = Cursor.per(query);
        String after = Cursor.of(query, "[0-9a-f]{34}");
        String state = query.matching("state", "open|done", "state must be open or done; default open");
        return query.answer(
                exchange,
                () -> named(exchange, found -> {
                    Listing<PrivacyTask> page =
                            integrations.webhooks().tasks().list(found.id(), "done".equals(state), after, per);
                    Instant now = integrations.clock().instant();
                    List<TaskAt> shown = page.items().stream()
                            .map(task -> new TaskAt(task, now))
                            .toList();
                    return exchange.object(200, Answers.TASKS, new Page<>(shown, page.next()));
                }));
    }

    /** Marks a task as done. Repeating it changes nothing. The body of the request is not read. */
    Answer finishTask(Exchange exchange) {
        String task = exchange.name("taskId", MAX_TASK);
        return change(exchange, (actor, found) -> {
            Optional<PrivacyTask> finished = task == null ? Optional.empty() : integrations.finish(actor, found, task);
            if (finished.isEmpty()) {
                return exchange.problem(
                        Problem.TASK_NOT_FOUND, "This integration has no task with this ID; list its tasks.");
            }
            return exchange.object(
                    200,
                    Answers.TASK,
                    new TaskAt(finished.get(), integrations.clock().instant()));
        });
    }

    private static Answer answer(Exchange exchange, Change change, int status) {
        return switch (change) {
            case Change.Made(Integration integration) -> exchange.object(status, Answers.INTEGRATION, integration);
            case Change.Refused.UNKNOWN -> exchange.integrationNotFound();
            case Change.Refused.TOO_MANY ->
                exchange.invalid(new FieldError(
                        "",
                        FaultCode.TOO_MANY,
                        "an account has at most " + Integrations.MAX_OF_SPACE
                                + " live and as many test integrations, and the installation "
                                + Integrations.MAX + "; remove those that are not used"));
            case Change.Refused.SECRET_IN_USE ->
                conflict(
                        exchange,
                        "Another integration has this secret; each webhook at the platform has a secret of its own.");
            case Change.Refused.PREFIX_IN_USE ->
                conflict(
                        exchange,
                        "Another shop of this account has order IDs with the same prefix; send another orderIdPrefix,"
                                + " such as B-.");
            case Change.Refused.TWO_SECRETS ->
                conflict(
                        exchange,
                        "The integration has two valid secrets. Once the platform uses the newer one, send"
                                + " {\"end\": true}; then send the next secret.");
            case Change.Refused.HAS_TASKS ->
                conflict(
                        exchange,
                        "The integration has open tasks about personal data; do them and mark them as done first.");
            case Change.Refused.CONFLICT ->
                conflict(exchange, "The integration was changed at the same time; fetch it and try again.");
        };
    }

    private static Answer conflict(Exchange exchange, String detail) {
        return exchange.problem(Problem.INTEGRATION_CONFLICT, detail);
    }

    /** Reads changes of integrations. An unknown field is an error: the integration would have other settings. */
    private record IntegrationReader(Fields fields) {
        private static final TextRule SHORT = TextRule.line(IntegrationSettings.MAX_LENGTH);
        private static final TextRule REASON = TextRule.line(40);

        /** A secret can have digits that look like a card number. */
        private static final TextRule SECRET = new TextRule(1, SecretText.MAX_LENGTH, TextForm.LONG_NUMBER);

        private static final String EVENT = "[0-9a-f]{34}";
        private static final String PLATFORM = "platform";
        private static final String SECRET_FIELD = "secret";
        private static final String USER = "basicUser";
        private static final String PASSWORD = "basicPassword";

        /** A request for a new integration. */
        record New(Platform platform, IntegrationSettings settings, IntegrationSecrets secrets) {}

        /**
         * A request to map events again.
         *
         * @param cursor where to continue; {@code null} for the start
         */
        record Replay(ReplayFilter filter, @Nullable String cursor) {}

        static Read<New> newIntegration(JsonNode body) {
            return Fields.read(body, Faults.Unknown.REFUSED, fields -> {
                IntegrationReader reader = new IntegrationReader(fields);
                fields.require(PLATFORM);
                Platform platform = fields.choice(PLATFORM, Platform.values(), MeantWords.NONE);
                fields.require(SECRET_FIELD);
                SecretText secret = reader.secret(platform);
                IntegrationSecrets.Basic basic = reader.basic(platform);
                IntegrationSettings settings = reader.settings();
                return platform == null || secret == null
                        ? null
                        : new New(platform, settings, new IntegrationSecrets(secret, null, basic));
            });
        }

        /** Reads the body of a rotation: a new secret, or none, which ends the one before. */
        static Read<Optional<SecretText>> rotation(JsonNode body, Platform platform) {
            return Fields.read(body, Faults.Unknown.REFUSED, fields -> {
                SecretText secret = new IntegrationReader(fields).secret(platform);
                boolean ends = fields.flag("end");
                if (ends && !fields.isAbsent(SECRET_FIELD)) {
                    fields.error(
                            "end",
                            FaultCode.INCONSISTENT,
                            "ends the rotation, so it takes no secret; send one of the two");
                } else if (!ends && fields.isAbsent(SECRET_FIELD)) {
                    fields.error(SECRET_FIELD, FaultCode.REQUIRED, "is required, unless end is true");
                }
                return Optional.ofNullable(secret);
            });
        }

        static Read<Replay> replay(JsonNode body) {
            return Fields.read(body, Faults.Unknown.REFUSED, fields -> {
                IntegrationReader reader = new IntegrationReader(fields);
                ReplayFilter filter = new ReplayFilter(reader.event("event"), fields.text("reason", REASON));
                String cursor = reader.event("cursor");
                if (filter.event() != null && filter.reason() != null) {
                    fields.error(
                            "reason",
                            FaultCode.INCONSISTENT,
                            "selects events, so it takes no event; send one of the two");
                }
                return new Replay(filter, cursor);
            });
        }

        private @Nullable String event(String name) {
            return fields.parsed(
                    name,
                    TextRule.LINE,
                    text -> Optional.of(text).filter(event -> event.matches(EVENT)),
                    FaultCode.INVALID_FORMAT,
                    _ -> "must be a value of an earlier response: 34 of 0-9 and a-f");
        }

        private @Nullable SecretText secret(@Nullable Platform platform) {
            if (platform == null) {
                fields.text(SECRET_FIELD, SECRET);
                return null;
            }
            SecretForm form = Platforms.of(platform).about().secret();
            String rule = "is wrong: " + form.rule();
            return fields.parsed(SECRET_FIELD, SECRET, form::read, FaultCode.INVALID_FORMAT, _ -> rule);
        }

        private IntegrationSecrets.@Nullable Basic basic(@Nullable Platform platform) {
            String user = printable(USER);
            String password = printable(PASSWORD);
            if (platform != null && Platforms.of(platform).about().sendsPassword()) {
                fields.require(USER);
                fields.require(PASSWORD);
            } else if (platform != null) {
                refuse(USER);
                refuse(PASSWORD);
            }
            if (user != null && user.indexOf(':') >= 0) {
                fields.error(USER, FaultCode.INVALID_FORMAT, "must not have a colon");
                return null;
            }
            return user == null || password == null
                    ? null
                    : new IntegrationSecrets.Basic(user, new SecretText(password));
        }

        private void refuse(String name) {
            if (!fields.isAbsent(name)) {
                fields.error(
                        name,
                        FaultCode.INCONSISTENT,
                        "is for " + Platforms.withPassword(Connector.About::wireName)
                                + " only: the others sign the whole webhook");
            }
        }

        private @Nullable String printable(String name) {
            return fields.parsed(
                    name,
                    SECRET,
                    text -> Optional.of(text).filter(SecretText::isSecret),
                    FaultCode.INVALID_FORMAT,
                    _ -> "must have only printable ASCII characters");
        }

        private IntegrationSettings settings() {
            String prefix = shortText("orderIdPrefix");
            if (prefix != null && !OrderId.isValid(prefix)) {
                fields.error(
                        "orderIdPrefix", FaultCode.INVALID_FORMAT, "must be text with which an order ID can start");
                prefix = null;
            }
            IntegrationSettings settings = new IntegrationSettings(prefix == null ? "" : prefix, Map.of());
            for (PlatformSetting setting : Platforms.settings()) {
                String text = setting.usual() == null ? null : shortText(setting.name());
                if (text != null) {
                    settings = settings.with(setting, text);
                } else if (setting.usual() == null && fields.flag(setting.name())) {
                    settings = settings.with(setting);
                }
            }
            return settings;
        }

        /** The rule counts code points, and the settings count UTF-16 units. */
        private @Nullable String shortText(String name) {
            return fields.parsed(
                    name,
                    SHORT,
                    text -> Optional.of(text).filter(sent -> sent.length() <= IntegrationSettings.MAX_LENGTH),
                    FaultCode.TOO_LONG,
                    _ -> "must have at most " + IntegrationSettings.MAX_LENGTH + " characters");
        }
    }

    private static final int MAX_PATH = 64;
    private static final String CHALLENGE = "Webhook realm=\"Order Evidence\"";

    /** What one platform expects. The others accept any text. */
    private static final byte[] ACCEPTED = "[accepted]".getBytes(StandardCharsets.US_ASCII);

    /**
     * Receives a webhook. A signature replaces the API key. An integration that does not exist gets the answer of a wrong
     * signature, before the body is read.
     */
    Answer receive(Exchange exchange) {
        String platform = exchange.parameter("platform");
        String id = exchange.parameter("id");
        Optional<Integration> found =
                platform.length() + id.length() < MAX_PATH ? receiver.integration(platform, id) : Optional.empty();
        if (found.isEmpty()) {
            return refused(exchange);
        }
        Integration integration = found.get();
        exchange.addressedTo(integration.id());
        RequestBody received = new RequestBody(exchange);
        if (received.announcedLength() > Webhook.MAX_BODY_BYTES
                && received.announcedLength() <= Webhook.MAX_SIGNED_BYTES) {
            Optional<Signing> signing = receiver.signing(integration);
            if (signing.isPresent()) {
                return refuseLarge(exchange, integration, received, signing.get());
            }
        }
        return switch (received.readBytes(Webhook.MAX_BODY_BYTES, "A webhook")) {
            case RequestBody.Raw.Refused(Answer answer, boolean isTooLarge) -> {
                if (isTooLarge) {
                    receiver.refuseLarge(integration);
                }
                yield answer;
            }
            case RequestBody.Raw.Whole(var body) ->
                receive(exchange, integration, new Webhook(headers(exchange, integration), body.toArray()));
        };
    }

    /**
     * Answers a body that is too large to be stored like one that is stored, if its platform has signed it. A platform
     * that is refused repeatedly drops the subscription.
     */
    private Answer refuseLarge(Exchange exchange, Integration integration, RequestBody body, Signing signing) {
        Optional<Answer> unreadable = body.readThrough(signing::add);
        if (unreadable.isPresent()) {
            return unreadable.get();
        }
        Webhook withoutBody = new Webhook(headers(exchange, integration), new byte[0]);
        return receiver.refuseLarge(integration, withoutBody, signing) ? accepted(exchange) : refused(exchange);
    }

    /** Counts a webhook for its account once the signature proves that it is from the integration. */
    private Answer receive(Exchange exchange, Integration integration, Webhook webhook) {
        List<InboxEvent> events = verified(exchange, integration, webhook);
        if (events.isEmpty()) {
            events = receiver.changed(integration)
                    .map(changed -> verified(exchange, changed, webhook))
                    .orElse(events);
        }
        if (events.isEmpty()) {
            return refused(exchange);
        }
        exchange.proven(integration.space().account(), webhook.body().length);
        receiver.store(integration, events);
        return accepted(exchange);
    }

    private List<InboxEvent> verified(Exchange exchange, Integration integration, Webhook webhook) {
        if (webhook.body().length <= RequestMemory.STEP) {
            return receiver.verified(integration, webhook);
        }
        try (Places.Place _ = exchange.unprovenTurn()) {
            return receiver.verified(integration, webhook);
        }
    }

    private static Map<String, String> headers(Exchange exchange, Integration integration) {
        Map<String, String> headers = new HashMap<>();
        for (String name : Platforms.of(integration.platform()).about().headers()) {
            List<String> values = exchange.headers(name);
            if (!values.isEmpty()) {
                headers.put(name, String.join(",", values));
            }
        }
        return headers;
    }

    private static Answer refused(Exchange exchange) {
        return exchange.problem(
                Problem.WEBHOOK_REFUSED,
                "There is no such integration, or its secret did not sign this webhook.",
                "WWW-Authenticate",
                CHALLENGE);
    }

    private static Answer accepted(Exchange exchange) {
        exchange.body().append(ACCEPTED);
        return Answer.text(200);
    }
}
