package org.orderevidence.api;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.Actor;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.IntegrationPath;
import org.orderevidence.http.MediaTypes;
import org.orderevidence.http.RequestBody;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.integration.Integration;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.webhook.IntegrationAdministration;
import org.orderevidence.webhook.Integrations;
import org.orderevidence.webhook.Integrations.Change;
import org.orderevidence.wire.FaultCode;
import org.orderevidence.wire.FieldError;
import org.orderevidence.wire.IntegrationWriter;
import org.orderevidence.wire.Problem;
import org.orderevidence.wire.Read;
import tools.jackson.databind.JsonNode;

/**
 * The common parts of the operations on integrations.
 *
 * @param integrations reads and changes them
 * @param accounts checks the key of a change
 * @param limits of bodies
 */
record IntegrationAnswers(IntegrationAdministration integrations, Accounts accounts, Limits limits) {
    /** Makes a change for the owner of the request's key, as {@link KeyAnswers#change}. */
    Answer change(Exchange exchange, Function<Actor, Answer> change) {
        return KeyAnswers.change(exchange, accounts, change);
    }

    /** Returns the integration that the path names, if it is of the account and the mode of the request's key. */
    Optional<Integration> named(Exchange exchange) {
        IntegrationPath path = exchange.integrationPath();
        String id = path == null ? null : path.id();
        return id == null ? Optional.empty() : integrations.find(exchange.space(), id);
    }

    /** Answers a request that has a JSON body. */
    Answer withBody(Exchange exchange, Function<JsonNode, Answer> answer) {
        return switch (new RequestBody(exchange, limits).readJson(List.of(MediaTypes.JSON))) {
            case RequestBody.Outcome.Refused(Answer refused) -> refused;
            case RequestBody.Outcome.Json(var body) -> answer.apply(body);
        };
    }

    /** Answers with the result of a change. */
    static Answer of(Exchange exchange, Change change, int status) {
        return switch (change) {
            case Change.Made(Integration integration) -> {
                try (JsonWriter json = exchange.json()) {
                    IntegrationWriter.write(json, integration);
                }
                yield Answer.json(status);
            }
            case Change.Unknown _ -> exchange.integrationNotFound();
            case Change.TooMany _ ->
                exchange.invalid(new Read.Bad<Change>(new FieldError(
                        "",
                        FaultCode.TOO_MANY,
                        "an account has at most " + Integrations.MAX_OF_SPACE
                                + " live and as many test integrations, and the installation "
                                + Integrations.MAX + "; remove those that are not used")));
            case Change.SecretInUse _ ->
                conflict(
                        exchange,
                        "Another integration has this secret; each webhook at the platform has a secret of its own.");
            case Change.PrefixInUse _ ->
                conflict(
                        exchange,
                        "Another shop of this account has order IDs with the same prefix; send another orderIdPrefix,"
                                + " such as B-.");
            case Change.TwoSecrets _ ->
                conflict(
                        exchange,
                        "The integration has two valid secrets. Once the platform uses the newer one, send"
                                + " {\"end\": true}; then send the next secret.");
            case Change.HasTasks _ ->
                conflict(
                        exchange,
                        "The integration has open tasks about personal data; do them and mark them as done first.");
            case Change.Conflict _ ->
                conflict(exchange, "The integration was changed at the same time; fetch it and try again.");
        };
    }

    private static Answer conflict(Exchange exchange, String detail) {
        return exchange.problem(Problem.INTEGRATION_CONFLICT, detail);
    }
}
