package org.orderevidence.cli.integration;

import java.util.LinkedHashMap;
import java.util.Map;
import org.orderevidence.OpenIntegrations;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.integration.inbox.EventState;
import org.orderevidence.integration.inbox.InboxEvent;
import org.orderevidence.integration.inbox.Integration;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.service.webhook.Inbox;
import org.orderevidence.service.webhook.Integrations;

/** What the commands for integrations show. Secrets are never shown. */
final class IntegrationText {
    private IntegrationText() {}

    /** Returns an integration as JSON. */
    static Map<String, Object> json(Integration integration) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", integration.id());
        json.put("platform", integration.platform().wireName());
        json.put("account", integration.space().account());
        json.put("mode", mode(integration));
        json.put("path", integration.path());
        json.put("createdAt", integration.createdAt().toString());
        json.put("orderIdPrefix", integration.settings().orderIdPrefix());
        json.put("secrets", integration.secrets().previous() == null ? 1 : 2);
        return json;
    }

    static String mode(Integration integration) {
        return integration.space().mode() == AccountSpace.Mode.LIVE ? "live" : "test";
    }

    /** Returns an event that changed nothing as JSON. */
    static Map<String, Object> json(Inbox.Stored stored) {
        InboxEvent event = stored.event();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("event", stored.name());
        json.put("type", type(event));
        json.put("reason", reason(event));
        json.put("detail", event.state() instanceof EventState.Unmapped unmapped ? unmapped.detail() : "");
        json.put("receivedAt", event.receivedAt().toString());
        return json;
    }

    static String type(InboxEvent event) {
        String type = event.type();
        return type == null ? "-" : type;
    }

    static String reason(InboxEvent event) {
        return event.state() instanceof EventState.Unmapped unmapped ? unmapped.reason() : "-";
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
                throw new Failure(ExitCode.FAILED, "there are " + Integrations.MAX + " integrations; remove one first");
            case Integrations.Change.Unknown _ -> throw unknown(id);
        };
    }

    private static Failure unknown(String id) {
        return new Failure(ExitCode.FAILED, "there is no integration " + id + "; ./evidence integration list");
    }
}
