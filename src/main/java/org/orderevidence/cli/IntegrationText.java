package org.orderevidence.cli;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.OpenIntegrations;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.IntegrationSettings;
import org.orderevidence.integration.PrivacyTask;
import org.orderevidence.integration.UnmappedEvent;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.PersonalText;
import org.orderevidence.webhook.Integrations;
import org.orderevidence.webhook.Platforms;
import tools.jackson.databind.JsonNode;

/** Integrations as JSON, with the fields of the HTTP interface. Secrets are never shown. */
final class IntegrationText {
    /** The path of all integrations of a service. */
    static final String PATH = "/api/v2/integrations";

    private IntegrationText() {}

    /** Returns the path of an integration at a service. */
    static String path(String id) {
        return PATH + "/" + Client.encoded(id);
    }

    /** Returns an integration as JSON. */
    static JsonNode json(Integration integration) {
        return node(fields(integration));
    }

    static Map<String, Object> fields(Integration integration) {
        IntegrationSettings settings = integration.settings();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", integration.id());
        fields.put("platform", integration.platform().wireName());
        fields.put("account", integration.space().account());
        fields.put("mode", integration.space().mode() == AccountSpace.Mode.LIVE ? "live" : "test");
        fields.put("path", integration.path());
        fields.put("createdAt", time(integration.createdAt()));
        fields.put("orderIdPrefix", settings.orderIdPrefix());
        Platforms.settings().forEach(setting -> fields.put(setting.name(), settings.value(setting)));
        fields.put("secrets", integration.secrets().previous() == null ? 1 : 2);
        return fields;
    }

    private static JsonNode node(Map<String, Object> fields) {
        return Json.read(Json.bytes(fields));
    }

    private static String time(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** Returns an event that changed nothing as JSON. */
    static JsonNode json(UnmappedEvent event) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", event.id());
        put(fields, "type", event.type());
        fields.put("reason", event.reason());
        fields.put("detail", event.detail());
        fields.put("receivedAt", time(event.receivedAt()));
        fields.put("since", time(event.since()));
        return node(fields);
    }

    private static void put(Map<String, Object> fields, String name, @Nullable Object value) {
        if (value != null) {
            fields.put(name, value);
        }
    }

    private static @Nullable String value(@Nullable PersonalText text) {
        return text == null ? null : text.value();
    }

    /** Returns a task as JSON. */
    static JsonNode json(PrivacyTask task, Instant now) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", task.id());
        fields.put("integrationId", task.integration());
        fields.put("kind", task.kind().wireName());
        fields.put("state", task.state(now).name().toLowerCase(Locale.ROOT));
        fields.put("shop", task.shop());
        fields.put("receivedAt", time(task.receivedAt()));
        fields.put("dueAt", time(task.dueAt()));
        PrivacyTask.Done done = task.done();
        if (done != null) {
            fields.put("doneAt", time(done.at()));
            fields.put("doneBy", done.by());
        }
        PrivacyTask.Subject subject = task.subject();
        if (subject != null) {
            put(fields, "customerId", value(subject.id()));
            put(fields, "customerEmail", value(subject.email()));
            put(fields, "customerPhone", value(subject.phone()));
        }
        fields.put("orders", task.orders().stream().map(IntegrationText::fields).toList());
        return node(fields);
    }

    private static Map<String, Object> fields(PrivacyTask.NamedOrder order) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("reference", order.reference());
        put(fields, "orderId", order.orderId() == null ? null : order.orderId().value());
        return fields;
    }

    /** Returns the integration of this id. */
    static Integration find(OpenIntegrations open, String id) {
        return open.integrations().find(id).orElseThrow(() -> unknown(id));
    }

    /** Returns the integration of a change that was made. */
    static Integration made(Integrations.Change change, String id) {
        return switch (change) {
            case Integrations.Change.Made(Integration integration) -> integration;
            case Integrations.Change.SecretInUse _ ->
                throw new Failure(
                        ExitCode.FAILED,
                        "another integration has this secret; each webhook at the platform has a secret of its own");
            case Integrations.Change.PrefixInUse _ ->
                throw new Failure(
                        ExitCode.FAILED,
                        "another shop of this account has order IDs with the same prefix; choose one with"
                                + " --order-id-prefix, such as B-");
            case Integrations.Change.TooMany _ ->
                throw new Failure(
                        ExitCode.FAILED,
                        "an account has at most " + Integrations.MAX_OF_SPACE
                                + " live and as many test integrations, and" + " the installation " + Integrations.MAX
                                + "; remove one first");
            case Integrations.Change.TwoSecrets _ ->
                throw new Failure(
                        ExitCode.FAILED,
                        "the integration has two valid secrets; once the platform uses the newer one, run ./evidence"
                                + " integration rotate " + id + " --end");
            case Integrations.Change.HasTasks _ ->
                throw new Failure(
                        ExitCode.FAILED,
                        "the integration has open tasks about personal data; do them first: ./evidence integration tasks "
                                + id);
            case Integrations.Change.Conflict _ ->
                throw new Failure(ExitCode.FAILED, "the integration was changed at the same time; try again");
            case Integrations.Change.Unknown _ -> throw unknown(id);
        };
    }

    private static Failure unknown(String id) {
        return new Failure(ExitCode.FAILED, "there is no integration " + id + "; ./evidence integration list");
    }
}
