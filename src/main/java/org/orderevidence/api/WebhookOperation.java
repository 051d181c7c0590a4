package org.orderevidence.api;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.Operation;
import org.orderevidence.http.RequestBody;
import org.orderevidence.http.limits.Places;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.integration.InboxEvent;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.Signing;
import org.orderevidence.integration.Webhook;
import org.orderevidence.webhook.Platforms;
import org.orderevidence.webhook.WebhookReceiver;
import org.orderevidence.wire.Problem;

/**
 * Receives a webhook. A signature replaces the API key. An integration that does not exist gets the answer of a
 * wrong signature, before the body is read.
 */
record WebhookOperation(WebhookReceiver receiver) implements Operation {
    private static final int MAX_PATH = 64;
    private static final String CHALLENGE = "Webhook realm=\"Order Evidence\"";

    /** What one platform expects. The others accept any text. */
    private static final byte[] ACCEPTED = "[accepted]".getBytes(StandardCharsets.US_ASCII);

    @Override
    public Answer answer(Exchange exchange) {
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
     * Answers a body that is not kept like one that is, if its platform has signed it: a platform that is refused again
     * and again drops the subscription.
     */
    private Answer refuseLarge(Exchange exchange, Integration integration, RequestBody body, Signing signing) {
        Optional<Answer> unreadable = body.readThrough(signing::add);
        if (unreadable.isPresent()) {
            return unreadable.get();
        }
        Webhook withoutBody = new Webhook(headers(exchange, integration), new byte[0]);
        return receiver.refuseLarge(integration, withoutBody, signing) ? accepted(exchange) : refused(exchange);
    }

    /** Its account pays for it once the signature shows that it is from the integration. */
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
